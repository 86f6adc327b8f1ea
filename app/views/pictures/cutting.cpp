// cutting.cpp: a word's letters and how they become pieces: merges by rank, the longest known piece, or the
// most probable path.
#include "app/views/pictures/cutting.h"

#include <algorithm>

#include "app/document/model_input.h"
#include "app/look/labels.h"
#include "app/text/quotable.h"
#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/stage/picture_words.h"

namespace views {
namespace {

using text::Algorithm;
using text::Step;
using text::WordSteps;

// The text of a stage of tokens.
std::string text_of(const Frame& frame, int stage) {
  const app::Document& document = frame.session.trace_document();
  const bool is_target = engine::parse_address(frame.trace().stage(stage).address).stream == "target";
  return is_target ? app::target_text(document) : document.text;
}

// The tokenization of the focused text; null if unknown.
const std::vector<WordSteps>* words_of(const Frame& frame, int stage) {
  if (frame.facts.tokenizer() == nullptr) return nullptr;
  const auto& steps = frame.facts.word_steps(text_of(frame, stage));
  return steps && !steps->empty() ? &*steps : nullptr;
}

size_t chosen_word(const Frame& frame, const std::vector<WordSteps>& words) {
  return std::min(frame.session.desk().cutting.word, words.size() - 1);
}

// How many of BPE's merges are done: fewer while one looks at how they were learned.
engine::Index merges_learned(const Frame& frame) {
  const engine::Index all = frame.facts.tokenizer()->merges();
  return std::min(frame.session.desk().cutting.learned.value_or(all), all);
}

// The word's steps with the merges that are learned; each needs those before it.
size_t steps_learned(const Frame& frame, const WordSteps& word) {
  if (frame.facts.tokenizer()->merges() == 0) return word.steps.size();
  const engine::Index learned = merges_learned(frame);
  const auto end = std::ranges::find_if(word.steps, [&](const Step& step) { return step.rank >= learned; });
  return static_cast<size_t>(end - word.steps.begin());
}

size_t steps_done(const Frame& frame, const WordSteps& word) {
  const size_t learned = steps_learned(frame, word);
  return std::min(frame.session.desk().cutting.step.value_or(learned), learned);
}

void set_cutting(const Frame& frame, size_t word, std::optional<size_t> step) {
  frame.requests.arrange([=](app::Desk& desk) {
    desk.cutting.word = word;
    desk.cutting.step = step;
  });
}

std::string_view algorithm_key(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::kByteLevelBpe:
      return "cutting.byte_level";
    case Algorithm::kBpe:
      return "cutting.bpe";
    case Algorithm::kWordPiece:
      return "cutting.word_piece";
    case Algorithm::kUnigram:
      return "cutting.unigram";
    case Algorithm::kWordLevel:
      break;
  }
  return "cutting.word_level";
}

// The right ends of the columns of the pieces that fit, and the widths of their headings.
struct PathColumns {
  float probability, best;
  float probability_width, best_width;
};

PathColumns path_columns(const Frame& frame, float width) {
  const auto& style = frame.style;
  const auto head = [&](const char* key) { return ui::text_size(frame.tr(key), style.small()).x; };
  PathColumns columns{};
  columns.best_width = std::min(head("cutting.best"), width * 0.34f);
  columns.probability_width = std::min(head("cutting.log_probability"), width * 0.3f);
  columns.best = width - style.px(8);
  columns.probability = columns.best - columns.best_width - style.px(16);
  return columns;
}

class CutWord {
 public:
  CutWord(const Frame& frame, const WordSteps& word, Algorithm algorithm, float width)
      : frame_(frame), style_(frame.style), word_(word), algorithm_(algorithm), width_(width) {}

  void draw() const {
    if (algorithm_ != Algorithm::kUnigram && !word_.symbols.empty())
      line("", frame_.tr("cutting.begins"), word_.symbols, "");
    const size_t done = steps_done(frame_, word_);
    for (size_t i = 0; i < done; ++i) step(word_.steps[i], i + 1 == done);
    if (done == word_.steps.size()) result();
  }

 private:
  bool is_bpe() const { return algorithm_ == Algorithm::kByteLevelBpe || algorithm_ == Algorithm::kBpe; }

  void step(const Step& step, bool last) const {
    if (is_bpe()) {
      const auto rank = frame_.tr("cutting.rank", {{"rank", look::whole_number(step.rank)}});
      return line(rank, step.left + " + " + step.right, step.symbols, step.tried, last);
    }
    if (algorithm_ == Algorithm::kUnigram) return path_step(step);
    const std::string found = frame_.tr(step.chosen ? "cutting.known" : "cutting.unknown");
    line(found, step.tried, step.symbols, step.chosen ? step.tried : "", last);
  }

  // A piece that fits, its probability, and the score of the best path to its end.
  void path_step(const Step& step) const {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float height = style_.px(26);
    if (step.chosen)
      list.AddRectFilled(at, {at.x + width_, at.y + height}, style_.colours.selected, style_.px(4));
    const ui::TextStyle type = step.chosen ? style_.strong() : style_.quiet();
    const ui::TextStyle small = step.chosen ? style_.small_strong() : style_.small();
    const PathColumns columns = path_columns(frame_, width_);
    const float room = columns.probability - ui::text_size("−100.00", small).x - style_.px(16);
    ui::draw_text(list, {at.x + style_.px(8), at.y + style_.px(3)},
                  ui::ellipsise(app::quotable(step.tried), room, type), type);
    const float y = at.y + style_.px(5);
    ui::draw_number(list, {at.x + columns.probability, y}, step.log_probability, 2, small);
    ui::draw_number(list, {at.x + columns.best, y}, step.best, 2, small);
    ImGui::Dummy({width_, height});
  }

  // A remark, what was done, and the symbols after it, with the new one marked.
  void line(const std::string& remark, const std::string& what, const std::vector<std::string>& symbols,
            const std::string& made, bool last = false) const {
    const ui::TextStyle type = style_.text();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float column = style_.px(96);
    const float second = column + std::min(style_.px(150), width_ * 0.3f);
    ui::draw_text(list, {at.x, at.y + style_.px(5)},
                  ui::ellipsise(remark, column - style_.px(8), style_.small()), style_.small());
    ui::draw_text(list, {at.x + column, at.y + style_.px(4)},
                  ui::ellipsise(app::quotable(what), second - column - style_.px(8), style_.small_ink()),
                  style_.small_ink());
    float x = at.x + second;
    float y = at.y;
    const float height = style_.px(25);
    bool marked = made.empty();
    for (const std::string& symbol : symbols) {
      const std::string face = app::quotable(symbol);
      const float chip = std::max(ui::text_size(face, type).x + style_.px(12), style_.px(20));
      if (x + chip > at.x + width_ && x > at.x + second) {
        x = at.x + second;
        y += height + style_.px(3);
      }
      const bool is_new = !marked && symbol == made;
      marked = marked || is_new;
      list.AddRectFilled({x, y}, {x + chip, y + height},
                         is_new ? style_.colours.selected : style_.colours.chip, style_.px(5));
      if (is_new && last) list.AddRect({x, y}, {x + chip, y + height}, style_.colours.accent, style_.px(5));
      ui::draw_text_centred(list, {x + chip / 2, y + style_.px(3)}, face, type);
      x += chip + style_.px(3);
    }
    ImGui::Dummy({width_, y + height - at.y + style_.px(5)});
  }

  // The resulting pieces of the word.
  void result() const {
    std::string ids;
    for (const engine::Index id : word_.ids)
      ids.append(ids.empty() ? "" : " · ")
          .append(app::quotable(frame_.facts.label({engine::Axis::kVocabulary}, id)))
          .append(" ")
          .append(std::to_string(id));
    ImGui::Dummy({0, style_.px(2)});
    ui::paragraph(frame_.tr("cutting.result", {{"pieces", ids}}), width_, style_.strong());
  }

  const Frame& frame_;
  const ui::Style& style_;
  const WordSteps& word_;
  Algorithm algorithm_;
  float width_;
};

// The word, or, while merges are missing, what it is cut into.
std::string word_face(const Frame& frame, const WordSteps& word) {
  const size_t learned = steps_learned(frame, word);
  if (learned == word.steps.size()) return word.word;
  std::string face;
  for (const std::string& symbol : learned == 0 ? word.symbols : word.steps[learned - 1].symbols)
    face.append(face.empty() ? "" : "·").append(symbol);
  return face;
}

// How the subwords were made: a slider from the bytes alone to all merges, and the newest merge.
void learned_slider(const Frame& frame, float width) {
  const text::ModelTokenizer& tokenizer = *frame.facts.tokenizer();
  const engine::Index all = tokenizer.merges();
  if (all == 0) return;
  engine::Index learned = merges_learned(frame);
  ImGui::SetNextItemWidth(std::min(width, frame.style.px(320)));
  if (ui::slider(frame.style, "##merges learned", learned, 0, all)) {
    frame.requests.arrange([=](app::Desk& desk) {
      desk.cutting.step = std::nullopt;
      desk.cutting.learned = learned == all ? std::nullopt : std::optional(learned);
    });
  }
  ui::tip(frame.style, frame.tr("cutting.learned.tip"));
  std::string said = frame.tr("cutting.learned",
                              {{"learned", look::whole_number(learned)}, {"all", look::whole_number(all)}});
  if (learned > 0) {
    const text::MergedPair newest = tokenizer.merge(learned - 1);
    said += " " + frame.tr("cutting.newest", {{"left", app::quotable(newest.left)},
                                              {"right", app::quotable(newest.right)},
                                              {"merged", app::quotable(newest.merged)}});
  }
  ui::paragraph(said, width, frame.style.small_ink());
}

// The words as buttons, and the steps of the chosen one.
void word_buttons(const Frame& frame, const std::vector<WordSteps>& words, float width) {
  const auto& style = frame.style;
  const size_t chosen = chosen_word(frame, words);
  ui::Flow flow(style.px(4));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(style.px(7), style.px(3)));
  const float lines = 2.4f * (ImGui::GetFrameHeight() + style.px(4));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(4), style.px(4)));
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, lines});
  if (ImGui::BeginChild("words", {width, 0}, ImGuiChildFlags_AutoResizeY, ImGuiWindowFlags_NoBackground)) {
    for (size_t i = 0; i < words.size(); ++i) {
      const std::string face = app::quotable(word_face(frame, words[i]));
      flow.next(ui::text_size(face, style.text()).x + style.px(14));
      const auto kind = i == chosen ? ui::ButtonKind::kOutline : ui::ButtonKind::kFlat;
      if (ui::button(style, (face + "##word " + std::to_string(i)).c_str(), kind))
        set_cutting(frame, i, std::nullopt);
      ui::tip(style, frame.tr("cutting.word.tip"));
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
}

void step_buttons(const Frame& frame, const WordSteps& word) {
  const auto& style = frame.style;
  if (steps_learned(frame, word) == 0) return;
  const auto arrow = [&](const char* face, const char* tip, int by) {
    if (ui::button(style, face, ui::ButtonKind::kOutline, can_cut(frame, by))) cut(frame, by);
    ui::tip(style, frame.tr(tip));
    ImGui::SameLine(0, style.px(6));
  };
  arrow("←##cut back", "cutting.back.tip", -1);
  arrow("→##cut on", "cutting.on.tip", 1);
  ImGui::AlignTextToFramePadding();
  ui::plain(frame.tr("cutting.step", {{"step", std::to_string(steps_done(frame, word))},
                                      {"steps", std::to_string(steps_learned(frame, word))}}));
}

// Headings of the columns of the pieces that fit.
void path_heads(const Frame& frame, float width) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const PathColumns columns = path_columns(frame, width);
  const auto head = [&](const char* key, float room) {
    return ui::ellipsise(frame.tr(key), room, style.small());
  };
  const float first = columns.probability - columns.probability_width - style.px(24);
  ui::draw_text(list, {at.x + style.px(8), at.y}, head("cutting.fits", first), style.small());
  ui::draw_text_right(list, {at.x + columns.probability, at.y},
                      head("cutting.log_probability", columns.probability_width), style.small());
  ui::draw_text_right(list, {at.x + columns.best, at.y}, head("cutting.best", columns.best_width),
                      style.small());
  ImGui::Dummy({width, style.px(20)});
}

}  // namespace

bool can_cut(const Frame& frame, int by) {
  const int stage = frame.session.trace() ? frame.session.focused_stage() : -1;
  if (stage < 0 || frame.session.document().focus.view != "pieces") return false;
  const int tokens = nearest_tokens(frame, stage);
  const auto* const words = tokens == stage ? words_of(frame, stage) : nullptr;
  if (words == nullptr) return false;
  const WordSteps& word = (*words)[chosen_word(frame, *words)];
  const size_t done = steps_done(frame, word);
  return by < 0 ? done > 0 : done < steps_learned(frame, word);
}

void cut(const Frame& frame, int by) {
  const auto& words = *words_of(frame, frame.session.focused_stage());
  const size_t chosen = chosen_word(frame, words);
  const size_t done = steps_done(frame, words[chosen]);
  set_cutting(frame, chosen, by < 0 ? done - 1 : done + 1);
}

void draw_cutting(const Frame& frame, int stage, ImVec2 room) {
  const auto& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(6)));
  if (ImGui::BeginChild("cutting", room, 0, ImGuiWindowFlags_NoBackground)) {
    const float width = room.x - style.px(14);
    const text::ModelTokenizer* const tokenizer = frame.facts.tokenizer();
    const auto* const words = words_of(frame, stage);
    if (tokenizer == nullptr) {
      ui::paragraph(frame.tr("cutting.own_rule"), width, style.text());
    } else if (words == nullptr) {
      const auto& steps = frame.facts.word_steps(text_of(frame, stage));
      ui::paragraph(steps ? frame.tr("cutting.no_words") : frame.tr(steps.error()), width, style.text());
    } else {
      const WordSteps& word = (*words)[chosen_word(frame, *words)];
      ui::paragraph(frame.tr(algorithm_key(tokenizer->algorithm())), width, style.quiet());
      learned_slider(frame, width);
      word_buttons(frame, *words, width);
      step_buttons(frame, word);
      if (tokenizer->algorithm() == Algorithm::kUnigram) path_heads(frame, width);
      CutWord(frame, word, tokenizer->algorithm(), width).draw();
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace views
