// answer_line.cpp: the answer at the left, the unknown word at the right.
#include "app/views/window/answer_line.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/document/continued.h"
#include "app/look/known_words.h"
#include "app/session/reading_offer.h"
#include "app/text/quotable.h"
#include "app/ui/widgets.h"
#include "app/views/core/body_plan.h"
#include "app/views/core/navigation.h"
#include "app/views/core/next_tokens.h"
#include "app/views/core/view.h"
#include "app/views/lesson/lesson_state.h"
#include "app/views/stage/likeliest_words.h"
#include "app/views/stage/masking.h"
#include "app/views/stage/picture_words.h"

namespace views {
namespace {

using engine::Index;
using engine::Prediction;

// Pixels at 100 %.
constexpr float kLine = 18;
constexpr float kNearer = 5;  // than other lines: it belongs to the tokens above
constexpr float kBesideWords = 4;
constexpr float kBeforeOffer = 20;
constexpr float kLeastSentence = 110;

// A row of predictions, and the question that it answers.
struct Asked {
  int stage = -1;
  Index row = 0;
  std::string question;  // "next:", "“it” means:"
};

// Of predictions for each position only the hidden or asked one is a question.
std::optional<Asked> asked_at(const Frame& frame, int stage) {
  const int sequence = frame.trace().stage(stage).row_sequence;
  if (const auto hidden = first_masked(frame, sequence))
    return Asked{stage, *hidden, frame.tr("answer.hidden")};
  const auto asked = first_asked(frame, sequence);
  if (!asked) return std::nullopt;
  const std::string& token = frame.facts.labels(sequence).at(static_cast<size_t>(*asked));
  return Asked{stage, *asked, frame.tr("answer.asked", {{"token", token}})};
}

std::optional<Asked> asked(const Frame& frame, int stage) {
  const Prediction predicts = frame.session.trace_document().config.predicts;
  if (predicts == Prediction::kTokens) return asked_at(frame, stage);
  const bool is_class = predicts == Prediction::kClass;
  return Asked{stage, next_row(frame.trace(), stage), frame.tr(is_class ? "answer.class" : "answer.next")};
}

// The words that the likeliest tokens begin; empty where those have to do.
const std::vector<app::LikelyWord>& words_of(const Frame& frame, const Asked& asked) {
  using Words = std::vector<app::LikelyWord>;
  return frame.facts.derived().get<Words>({"likely words", asked.stage, std::to_string(asked.row)}, [&] {
    const loaders::Checkpoint* const checkpoint = frame.facts.checkpoint();
    if (checkpoint == nullptr) return Words();
    std::vector<engine::Generated> first;
    for (const LikeliestToken& each : named_tokens(frame, asked.stage, asked.row))
      first.push_back({.token = each.token, .probability = static_cast<double>(each.probability)});
    return app::likely_words(frame.session.trace_document(), *checkpoint, first);
  });
}

// What the answer is, and of a word in pieces how it is made of them.
std::string answer_tip(const Frame& frame, const Asked& asked) {
  std::string tip = frame.tr("answer.tip");
  for (const app::LikelyWord& word : words_of(frame, asked)) {
    if (word.pieces.size() < 2) continue;
    std::string product;
    for (const engine::Generated& piece : word.pieces) {
      if (!product.empty()) product += " × ";
      product += frame.tr("habit.reads.key", {{"key", predicted_name(frame, asked.row, piece.token)},
                                              {"percent", percent(piece.probability)}});
    }
    tip += " " + frame.tr("answer.tip.word", {{"word", app::quotable(word.text)}, {"pieces", product}});
  }
  return tip;
}

// The words of the line, as many as have room: the question and the remark muted, the likeliest token in ink.
struct Words {
  std::string question;
  std::string first;
  std::string others;
};

class AnswerWords {
 public:
  explicit AnswerWords(const Frame& frame) : frame_(frame), style_(frame.style) {}

  Words fitting(const Asked& asked, float room) const {
    Words words{asked.question, {}, {}};
    if (words.question.ends_with(':')) words.question += ' ';  // a full-width colon brings its own
    for (const std::string& name : answers(asked)) {
      if (words.first.empty()) {
        words.first = ui::ellipsise(name, room - width_of(words), style_.small_ink());
      } else if (!add(words, name, room)) {
        return words;
      }
    }
    if (frame_.session.trace_document().config.model != engine::ModelKind::kCheckpoint)
      add(words, frame_.tr("diagram.untrained"), room);
    return words;
  }

  float width_of(const Words& words) const {
    return ui::text_size(words.question, style_.small()).x +
           ui::text_size(words.first, style_.small_ink()).x + ui::text_size(words.others, style_.small()).x;
  }

  void draw(const Words& words, ImVec2 at) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto part = [&](const std::string& text, const ui::TextStyle& type) {
      ui::draw_text(list, at, text, type);
      at.x += ui::text_size(text, type).x;
    };
    part(words.question, style_.small());
    part(words.first, style_.small_ink());
    part(words.others, style_.small());
  }

 private:
  // Words where the model writes them in pieces, or else its tokens: each with its share.
  std::vector<std::string> answers(const Asked& asked) const {
    std::vector<std::string> named;
    for (const app::LikelyWord& word : words_of(frame_, asked))
      named.push_back(frame_.tr("habit.reads.key",
                                {{"key", app::quotable(word.text)}, {"percent", percent(word.probability)}}));
    if (!named.empty()) return named;
    for (const LikeliestToken& token : named_tokens(frame_, asked.stage, asked.row))
      named.push_back(name_with_share(frame_, asked.row, token));
    return named;
  }

  bool add(Words& words, const std::string& part, float room) const {
    Words longer = words;
    longer.others.append(" · ").append(part);
    if (width_of(longer) > room) return false;
    words = std::move(longer);
    return true;
  }

  const Frame& frame_;
  const ui::Style& style_;
};

// The y at which a text of this type stands in the middle of the line.
float middle_of(const Frame& frame, float top, const ui::TextStyle& type) {
  return std::floor(top + (frame.style.px(kLine) - ui::text_size("Ag", type).y) / 2);
}

const View& list_of_answers() {
  return *std::ranges::find(central_views(), std::string_view("generate"), &View::name);
}

void draw_answer(const Frame& frame, const Asked& asked, ImVec2 at, float room) {
  const auto& style = frame.style;
  const float inset = style.px(kBesideWords);
  const AnswerWords line(frame);
  const Words words = line.fitting(asked, room - inset);
  const ImVec2 size(line.width_of(words) + inset, style.px(kLine));
  ImGui::SetCursorScreenPos(at);
  if (ImGui::InvisibleButton("answer", size)) choose_view(frame, list_of_answers());
  if (ImGui::IsItemHovered())
    ImGui::GetWindowDrawList()->AddRectFilled({at.x - inset, at.y}, {at.x + size.x, at.y + size.y},
                                              style.colours.chip, style.px(5));
  line.draw(words, {at.x, middle_of(frame, at.y, style.small())});
  ui::tip(style, answer_tip(frame, asked));
}

// What can be asked of an encoder that is asked nothing.
void draw_invitation(const Frame& frame, ImVec2 at, float room) {
  if (!can_mask(frame)) return;
  const ui::TextStyle type = frame.style.small();
  ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, middle_of(frame, at.y, type)},
                ui::ellipsise(frame.tr("answer.hide"), room, type), type);
}

// The word that is not known, and why nothing was guessed for it.
std::string unknown_sentence(const Frame& frame, const app::ReadingOffer& offer) {
  const std::string word = app::quotable(offer.word);
  if (offer.model->by_characters) return frame.tr("unknown.character", {{"character", word}});
  return frame.tr(
      "unknown.word",
      {{"word", word}, {"known", look::known_words(frame.tr, *offer.model)}, {"model", offer.model->name}});
}

// The button that opens the other model, in the type of the line.
class OfferButton {
 public:
  OfferButton(const Frame& frame, const app::BoxModel& reader)
      : frame_(frame),
        reader_(reader),
        type_(frame.style.small_ink()),
        face_(frame.tr("unknown.read",
                       {{"model", reader.name}, {"known", look::known_words(frame.tr, reader)}})) {}

  float width() const { return ui::text_size(face_, type_).x + 2 * frame_.style.px(kInButton); }

  void draw(ImVec2 at, const std::string& sentence) const {
    const auto& style = frame_.style;
    ui::push_font(type_.font, type_.size);
    const float above = std::floor((style.px(kLine) - ImGui::GetTextLineHeight()) / 2);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(style.px(kInButton), std::max(above, 0.0f)));
    ImGui::SetCursorScreenPos(at);
    if (ui::button(style, (face_ + "##read with").c_str(), ui::ButtonKind::kOutline))
      frame_.requests.edit("", [name = reader_.name](app::State& state) { app::read_with(state, name); });
    ImGui::PopStyleVar();
    ImGui::PopFont();
    ui::tip(style, sentence + " " + frame_.tr("unknown.read.tip", {{"model", reader_.name}}));
  }

 private:
  static constexpr float kInButton = 8;

  const Frame& frame_;
  const app::BoxModel& reader_;
  ui::TextStyle type_;
  std::string face_;
};

// Ends at `right`; returns where it begins. Of the sentence there is what the answer leaves, or nothing.
float draw_offer(const Frame& frame, const app::ReadingOffer& offer, ImVec2 at, float right, float answer) {
  const auto& style = frame.style;
  const ui::TextStyle type = style.small();
  const std::string sentence = unknown_sentence(frame, offer);
  if (offer.reader != nullptr) {
    const OfferButton button(frame, *offer.reader);
    right -= button.width();
    button.draw({right, at.y}, sentence);
    right -= style.px(kBesideWords * 2);
  }
  const float room = right - at.x - answer;
  if (room < style.px(kLeastSentence)) return right;
  const std::string shown = ui::ellipsise(sentence, room, type);
  const float left = right - ui::text_size(shown, type).x;
  ui::draw_text(*ImGui::GetWindowDrawList(), {left, middle_of(frame, at.y, type)}, shown, type);
  return left;
}

// The offer for this trace's text; its model is null where all is known.
const app::ReadingOffer& offer_of(const Frame& frame) {
  return frame.facts.derived().get<app::ReadingOffer>(
      {"reading offer"}, [&] { return app::reading_offer(frame.session.trace_document(), frame.trace()); });
}

// A lab is of no text's model; Learning says itself what its model writes.
bool is_shown(const Frame& frame) {
  const Shows shows = shown_view(frame).shows;
  return frame.session.trace() && !frame.session.error() && !is_covered(frame) && shows != Shows::kLab &&
         shows != Shows::kRuns;
}

}  // namespace

void draw_answer_line(const Frame& frame) {
  if (!is_shown(frame)) return;
  const auto stage = probabilities_of(frame.trace(), focused_example(frame));
  if (!stage) return;
  const auto& style = frame.style;
  // In a low window no arcs hang between the tokens and the line.
  const bool is_low = chrome_lines(ImGui::GetIO().DisplaySize, style.scale).one_line_of_sequence;
  if (is_low) ImGui::SetCursorPosY(ImGui::GetCursorPosY() - style.px(kNearer));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const auto question = asked(frame, *stage);
  float right = at.x + width;
  if (const app::ReadingOffer& offer = offer_of(frame); !offer.word.empty()) {
    const AnswerWords line(frame);
    const float answer = question ? line.width_of(line.fitting(*question, width)) : 0;
    right = draw_offer(frame, offer, at, right, answer + style.px(kBeforeOffer)) - style.px(kBeforeOffer);
  }
  question ? draw_answer(frame, *question, at, right - at.x) : draw_invitation(frame, at, right - at.x);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({width, style.px(kLine - kNearer)});
}

}  // namespace views
