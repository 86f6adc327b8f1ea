// pieces.cpp: the tokenization of the text: each piece with its id and its bytes, and one word's steps to its
// pieces.
#include "app/views/pictures/pieces.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/look/labels.h"
#include "app/session/box_models.h"
#include "app/text/quotable.h"
#include "app/ui/widgets.h"
#include "app/views/pictures/cutting.h"
#include "app/views/stage/picture_words.h"
#include "engine/text/tokenizer.h"

namespace views {
namespace {

using engine::Index;

constexpr float kPieceLine = 26;
constexpr size_t kMostListedWords = 200;

// "E6 BC A2": bytes in hexadecimal.
std::string bytes_of(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string bytes;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (!bytes.empty()) bytes += ' ';
    bytes += kDigits[byte >> 4U];
    bytes += kDigits[byte & 15U];
  }
  return bytes;
}

// The tokens of an id stage, one per line.
class PieceTable {
 public:
  PieceTable(const Frame& frame, int stage, float width)
      : frame_(frame), style_(frame.style), stage_(stage), width_(width) {
    const float number = ui::number_width("000,000", style_.small_strong());
    piece_ = style_.px(44);
    id_ = std::min(width * 0.62f, piece_ + style_.px(150) + number);
    bytes_ = id_ + style_.px(16);
  }

  void draw(float height) const {
    head();
    const Index count = frame_.trace().stage(stage_).rows;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    if (ImGui::BeginChild("pieces", {width_, height - style_.px(kPieceLine)}, 0,
                          ImGuiWindowFlags_NoBackground)) {
      ImGuiListClipper clipper;
      clipper.Begin(static_cast<int>(count), style_.px(kPieceLine));
      while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) row(i);
      }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
  }

 private:
  ImDrawList& list() const { return *ImGui::GetWindowDrawList(); }

  void head() const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ui::TextStyle type = style_.small();
    ui::draw_text(list(), at, "#", type);
    ui::draw_text(list(), {at.x + piece_, at.y}, frame_.tr("pieces.piece"), type);
    ui::draw_text_right(list(), {at.x + id_, at.y}, frame_.tr("pieces.number"), type);
    ui::draw_text(list(), {at.x + bytes_, at.y}, frame_.tr("pieces.bytes"), type);
    ImGui::Dummy({width_, style_.px(kPieceLine - 4)});
    list().AddLine({at.x, at.y + style_.px(kPieceLine - 6)},
                   {at.x + width_, at.y + style_.px(kPieceLine - 6)}, style_.colours.hairline);
  }

  void row(Index place) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float line = style_.px(kPieceLine);
    const engine::Cell cell{stage_, place, 0};
    const bool pressed = ImGui::InvisibleButton(("piece " + std::to_string(place)).c_str(), {width_, line});
    explain_item(frame_, cell, pressed);
    if (frame_.explained_cell() == cell)
      list().AddRectFilled(at, {at.x + width_, at.y + line}, style_.colours.selected, style_.px(4));
    const PieceShown piece = piece_at(frame_, frame_.trace().stage(stage_).row_sequence, place);
    const float y = at.y + (line - ui::text_size("A", style_.text()).y) / 2;
    const float small = at.y + (line - ui::text_size("A", style_.small()).y) / 2;
    ui::draw_text(list(), {at.x, small}, frame_.tr.nth(place), style_.small());
    ui::TextStyle type = style_.strong();
    if (piece.special) type.colour = style_.colours.muted;
    const float room = id_ - piece_ - ui::number_width("000,000", style_.small_strong()) - style_.px(8);
    ui::draw_text(list(), {at.x + piece_, y}, ui::ellipsise(piece.face, room, type), type);
    const auto id = static_cast<Index>(std::lround(frame_.trace().at(stage_, place, 0)));
    ui::draw_number(list(), {at.x + id_, small}, std::to_string(id), style_.small_ink());
    const std::string bytes = piece.special ? frame_.tr("pieces.special") : bytes_of(piece.bytes);
    const float left = width_ - bytes_ - style_.px(16);
    ui::draw_text(list(), {at.x + bytes_, small}, ui::ellipsise(bytes, left, style_.small()), style_.small());
  }

  const Frame& frame_;
  const ui::Style& style_;
  int stage_;
  float width_;
  float piece_ = 0, id_ = 0, bytes_ = 0;  // from the left; `id_` is a right edge
};

// The words that a small model knows, as a list; empty for a large vocabulary.
std::string known_words(const Frame& frame) {
  const std::vector<std::string>& names = frame.facts.vocabulary();
  if (names.size() > kMostListedWords) return "";
  std::string list;
  for (size_t id = 0; id < names.size(); ++id) {
    if (frame.facts.tokenizer()->is_special(static_cast<Index>(id))) continue;
    if (!list.empty()) list += ' ';
    list += names[id];
  }
  return list;
}

// What a word that the model does not know is to it.
std::string unknown_tip(const Frame& frame, const std::string& typed, const std::string& token) {
  const std::string count = look::whole_number(static_cast<Index>(frame.facts.vocabulary().size()));
  const app::BoxModel* const model = app::offered_model(frame.session.trace_document().config.checkpoint);
  std::string tip;
  if (model != nullptr && model->by_characters)
    tip = frame.tr("unknown.character", {{"character", app::quotable(typed)}}) + " ";
  tip += frame.tr("pieces.unknown.tip", {{"word", app::quotable(typed)}, {"count", count}, {"token", token}});
  if (const std::string list = known_words(frame); !list.empty())
    tip += " " + frame.tr("pieces.known_words", {{"words", list}});
  return tip;
}

}  // namespace

PieceShown piece_at(const Frame& frame, int sequence, Index place) {
  const engine::Sequence& tokens = frame.trace().sequence(sequence);
  const auto at = static_cast<size_t>(place);
  const text::ModelTokenizer* const tokenizer = frame.facts.tokenizer();
  if (tokenizer == nullptr || at >= tokens.ids.size())
    return {text::visible_token(tokens.tokens.at(at)), tokens.tokens.at(at), false};
  const Index id = tokens.ids[at];
  const std::string face = frame.facts.label({engine::Axis::kVocabulary}, id);
  return {face, tokenizer->shown(id), tokenizer->is_special(id)};
}

std::string piece_tip(const Frame& frame, int sequence, Index place) {
  const engine::Sequence& tokens = frame.trace().sequence(sequence);
  const auto at = static_cast<size_t>(place);
  if (frame.facts.tokenizer() == nullptr || at >= tokens.ids.size()) return "";
  if (const std::string typed = engine::unknown_at(tokens, at); !typed.empty())
    return unknown_tip(frame, typed, tokens.tokens.at(at));
  const PieceShown piece = piece_at(frame, sequence, place);
  const std::string id = std::to_string(tokens.ids[at]);
  if (piece.special) return frame.tr("pieces.special.tip", {{"number", id}});
  return frame.tr("pieces.piece.tip", {{"number", id}, {"bytes", bytes_of(piece.bytes)}});
}

void draw_pieces(const Frame& frame) {
  const auto stage = begin_picture(frame, "pieces", nearest_tokens);
  if (!stage) return;
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = style.px(24);
  const bool beside = room.x >= style.px(520);
  const float table = beside ? std::floor((room.x - gap) * 0.46f) : room.x;
  const float height = beside ? room.y : std::floor(room.y * 0.45f);
  PieceTable(frame, *stage, table).draw(height);
  const ImVec2 second = beside ? ImVec2(at.x + table + gap, at.y) : ImVec2(at.x, at.y + height + style.px(8));
  ImGui::SetCursorScreenPos(second);
  draw_cutting(frame, *stage,
               beside ? ImVec2(room.x - table - gap, room.y) : ImVec2(room.x, room.y - height - style.px(8)));
}

}  // namespace views
