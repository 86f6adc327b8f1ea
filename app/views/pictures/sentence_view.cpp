// sentence_view.cpp: the sentence itself as text, shaded by what one of its tokens reads or by who reads it.
#include "app/views/pictures/sentence_view.h"

#include <algorithm>
#include <cmath>

#include "app/look/palette.h"
#include "app/ui/widgets.h"
#include "app/views/core/row_choice.h"
#include "app/views/stage/picture_words.h"
#include "engine/text/tokenizer.h"

namespace views {
namespace {

using engine::Index;

constexpr float kLeastNumbered = 0.01f;  // smaller percentages are not written below the token

// Stored per window: whether the shades show who reads the chosen token, instead of what it reads.
bool* shows_readers() {
  return ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("shows readers"), false);
}

// Word tokens are separated by spaces in scripts that use them.
bool is_spaced(const Frame& frame, const std::string& token) {
  const bool words = frame.session.trace_document().tokenizer == text::TokenizerKind::kWords;
  return words && !token.empty() && static_cast<unsigned char>(token.front()) < 0xE3;
}

class Sentence {
 public:
  Sentence(const Frame& frame, int index)
      : frame_(frame),
        style_(frame.style),
        index_(index),
        stage_(frame.trace().stage(index)),
        by_readers_(*shows_readers()),
        chosen_(by_readers_ ? chosen_key() : chosen_row(frame, index)) {
    const engine::Matrix read =
        by_readers_ ? frame.trace().read_column(index, chosen_) : frame.trace().read_row(index, chosen_);
    weights_.assign(read.data(), read.data() + read.size());
  }

  void draw() {
    controls();
    if (!ImGui::BeginChild("sentence", {0, 0}, 0, ImGuiWindowFlags_NoBackground)) {
      ImGui::EndChild();
      return;
    }
    // If there are two sentences, the one to choose from is above.
    if (stage_.row_sequence != stage_.column_sequence) {
      caption(by_readers_ ? "sentence.choose_key" : "sentence.choose_query");
      set(chooser(), false);
      ImGui::Dummy({0, style_.px(10)});
    }
    caption(by_readers_ ? "sentence.readers" : "sentence.read");
    set(shaded(), true);
    every_head();
    ImGui::EndChild();
  }

 private:
  Index chosen_key() const {
    const app::Focus& focus = frame_.session.document().focus;
    if (focus.pinned && focus.pinned->second < stage_.columns) return focus.pinned->second;
    return strongest_key(frame_, index_, chosen_row(frame_, index_));
  }

  engine::AxisRef shaded() const { return by_readers_ ? stage_.rows_are() : stage_.columns_are(); }
  engine::AxisRef chooser() const { return by_readers_ ? stage_.columns_are() : stage_.rows_are(); }
  ImU32 chosen_colour() const { return by_readers_ ? style_.colours.key : style_.colours.query; }

  void controls() {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - style_.px(2));
    const Index last = (by_readers_ ? stage_.columns : stage_.rows) - 1;
    const auto moved = draw_row_choice(frame_, frame_.facts.label(chooser(), chosen_), chosen_, last);
    if (moved) choose(*moved);
    ImGui::SameLine(0, style_.px(12));
    for (const bool readers : {false, true}) {
      const std::string key = readers ? "sentence.by_readers" : "sentence.by_read";
      const auto face = readers == by_readers_ ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
      if (ui::button(style_, (frame_.tr(key) + "##" + key).c_str(), face)) *shows_readers() = readers;
      ui::tip(style_, frame_.tr(key + ".tip"));
      if (!readers) ImGui::SameLine(0, style_.px(4));
    }
  }

  // Pins the pair of the token and the one that it reads most, or that reads it most.
  void choose(Index token) const {
    const Index row = by_readers_ ? strongest_query(frame_, index_, token) : token;
    const Index column = by_readers_ ? token : strongest_key(frame_, index_, token);
    frame_.requests.edit("token", [row, column](app::State& state) {
      state.document.focus.pinned = {row, column};
    });
  }

  void caption(const char* key) const {
    const std::string token = frame_.facts.label(chooser(), chosen_);
    ui::paragraph(frame_.tr(key, {{"token", token}}), ImGui::GetContentRegionAvail().x, style_.small());
    ImGui::Dummy({0, style_.px(4)});
  }

  // Large type for few tokens, smaller for many.
  ui::TextStyle type_for(Index count) const {
    const float size = count <= 16 ? 26 : count <= 48 ? 21 : 17;
    // A wide window has large type.
    const float wide = ImGui::GetContentRegionAvail().x * size / 1100;
    return {style_.fonts.regular, std::max(style_.px(size), std::floor(std::min(wide, 2 * style_.px(size)))),
            style_.colours.ink};
  }

  // The tokens as wrapped text: shaded by weight, or to choose from.
  void set(const engine::AxisRef& axis, bool is_shaded) {
    const std::vector<std::string>& tokens = frame_.trace().sequence(axis.sequence).tokens;
    const ui::TextStyle type = type_for(static_cast<Index>(tokens.size()));
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float end = start.x + ImGui::GetContentRegionAvail().x - style_.px(8);
    const float line = type.size * 1.35f + style_.px(is_shaded ? 30 : 14);
    const float inset = style_.px(5);
    ImVec2 at(start.x, start.y);
    for (size_t i = 0; i < tokens.size(); ++i) {
      const std::string word = frame_.facts.label(axis, static_cast<Index>(i));
      float width = ui::text_size(word, type).x + 2 * inset;
      const bool has_number = is_shaded && weights_[i] >= kLeastNumbered;
      if (has_number) width = std::max(width, ui::text_size(number(i), style_.small()).x + style_.px(4));
      if (at.x + width > end && at.x > start.x) at = {start.x, at.y + line};
      token(axis, static_cast<Index>(i), word, type, at, width, is_shaded);
      if (has_number) number_below(at, width, type, i);
      at.x += width + (is_spaced(frame_, tokens[i]) ? style_.px(6) : style_.px(2));
    }
    ImGui::SetCursorScreenPos({start.x, at.y + line});
    ImGui::Dummy({1, 1});
  }

  // The same token in every head: a line each, as small as it needs to be; a click looks at that head.
  void every_head() const {
    const std::vector<int> heads = app::across_heads(frame_.trace(), index_);
    if (heads.size() < 2) return;
    ImGui::Dummy({0, style_.px(14)});
    caption("sentence.every_head");
    float names = 0;
    for (size_t head = 0; head < heads.size(); ++head)
      names = std::max(names, ui::text_size(head_name(head), style_.small_strong()).x);
    for (size_t head = 0; head < heads.size(); ++head) head_line(head, heads[head], names + style_.px(14));
  }

  std::string head_name(size_t head) const {
    return frame_.tr("head.name", {{"head", std::to_string(head + 1)}});
  }

  void head_line(size_t head, int stage, float names) const {
    const engine::Matrix read =
        by_readers_ ? frame_.trace().read_column(stage, chosen_) : frame_.trace().read_row(stage, chosen_);
    const std::vector<std::string>& tokens = frame_.trace().sequence(shaded().sequence).tokens;
    const ui::TextStyle type = style_.text();
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float end = start.x + ImGui::GetContentRegionAvail().x - style_.px(8);
    const float line = ui::text_size("A", type).y + style_.px(8);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool here = stage == index_;
    ui::draw_text(list, {start.x, start.y + style_.px(5)}, head_name(head),
                  here ? style_.small_strong() : style_.small());
    ImVec2 at(start.x + names, start.y);
    for (size_t i = 0; i < tokens.size(); ++i) {
      const std::string word = frame_.facts.label(shaded(), static_cast<Index>(i));
      const float width = ui::text_size(word, type).x + style_.px(8);
      if (at.x + width > end && at.x > start.x + names) at = {start.x + names, at.y + line};
      const look::Rgb colour = shade(read.data()[i]);
      list.AddRectFilled(at, {at.x + width, at.y + line - style_.px(3)}, ui::pack(colour), style_.px(4));
      ui::TextStyle ink = type;
      ink.colour = ui::pack(look::text_on(colour));
      ui::draw_text(list, {at.x + style_.px(4), at.y + style_.px(2)}, word, ink);
      at.x += width + (is_spaced(frame_, tokens[i]) ? style_.px(4) : style_.px(1));
    }
    ImGui::SetCursorScreenPos(start);
    const ImVec2 size(end - start.x, at.y + line - start.y);
    if (ImGui::InvisibleButton(("sentence head " + std::to_string(head + 1)).c_str(), size)) {
      const std::string address = frame_.trace().stage(stage).address;
      frame_.requests.edit("walk", [address](app::State& state) { app::focus_on(state, address); });
    }
    ui::tip(style_, frame_.tr("sentence.head.tip"));
  }

  std::string number(size_t i) const { return percent(static_cast<double>(weights_[i])); }

  void number_below(ImVec2 at, float width, const ui::TextStyle& type, size_t i) const {
    ui::draw_text_centred(*ImGui::GetWindowDrawList(),
                          {at.x + width / 2, at.y + type.size * 1.35f + style_.px(5)}, number(i),
                          style_.small_ink());
  }

  void token(const engine::AxisRef& axis, Index i, const std::string& text, const ui::TextStyle& plain,
             ImVec2 at, float width, bool is_shaded) const {
    const float height = plain.size * 1.35f + style_.px(4);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ui::TextStyle type = plain;
    const ImVec2 end(at.x + width, at.y + height);
    if (is_shaded) {
      const look::Rgb colour = shade(weights_[static_cast<size_t>(i)]);
      list.AddRectFilled(at, end, ui::pack(colour), style_.px(5));
      type.colour = ui::pack(look::text_on(colour));
    }
    ImGui::SetCursorScreenPos(at);
    const std::string id = (is_shaded ? "word " : "choose word ") + std::to_string(i);
    const bool clicked = ImGui::InvisibleButton(id.c_str(), {width, height});
    if (is_shaded && ImGui::IsItemHovered())
      frame_.hover(by_readers_ ? engine::Cell{index_, i, chosen_} : engine::Cell{index_, chosen_, i});
    if (clicked) choose(i);
    const bool is_chosen = axis.sequence == chooser().sequence && i == chosen_;
    if (is_chosen || ImGui::IsItemHovered())
      list.AddRect({at.x - 1, at.y - 1}, {end.x + 1, end.y + 1},
                   is_chosen ? chosen_colour() : style_.colours.muted, style_.px(6), 0, style_.px(2));
    const float text_width = ui::text_size(text, type).x;
    ui::draw_text(list, {at.x + (width - text_width) / 2, at.y + style_.px(2)}, text, type);
  }

  // From the panel's colour, at 0, to the role's own, at 1: keys in the key's colour, queries in the query's.
  look::Rgb shade(float weight) const {
    const look::Palette& palette = look::palette(style_.dark);
    const look::Rgb& to = by_readers_ ? palette.query : palette.key;
    const float share = std::clamp(weight, 0.0f, 1.0f);
    const look::Rgb& from = palette.panel;
    return {std::lerp(from.r, to.r, share), std::lerp(from.g, to.g, share), std::lerp(from.b, to.b, share)};
  }

  const Frame& frame_;
  const ui::Style& style_;
  int index_;
  const engine::Stage& stage_;
  bool by_readers_;
  Index chosen_;
  std::vector<float> weights_;  // of each token that is read, or that reads
};

}  // namespace

void draw_sentence(const Frame& frame) {
  const auto stage = begin_picture(frame, "sentence", nearest_weights);
  if (stage) Sentence(frame, *stage).draw();
}

}  // namespace views
