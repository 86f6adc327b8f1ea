// learning_says.cpp: what the shown model says, word by word, and what would be right; or what it writes.
#include <cmath>
#include <string>
#include <vector>

#include "app/document/continued.h"
#include "app/text/quotable.h"
#include "app/ui/widgets.h"
#include "app/views/learning/learning_parts.h"
#include "engine/gradients/attribution.h"

namespace views {
namespace {

// What the model says, word by word, and what would be right; nothing where that is not known.
struct Translation {
  std::vector<engine::Index> said, right;
  bool is_right_at(size_t word) const { return word < right.size() && said[word] == right[word]; }
};

constexpr float kBetweenSaid = 5;  // words, pixels at 100 %
constexpr float kBelowWriting = 6;
constexpr float kBeforeVerdict = 8;  // more than that

const std::string& word_of(const engine::Task& task, engine::Index id) {
  return task.vocabulary().tokens[static_cast<size_t>(id)];
}

// That every word is right, or what would be.
std::string verdict_of(const Frame& frame, const engine::Task& task, const Translation& found) {
  if (found.said == found.right) return frame.tr("learning.says.right");
  std::string verdict = frame.tr("learning.says.instead");
  for (const engine::Index id : found.right) verdict.append(" ").append(word_of(task, id));
  return verdict;
}

Translation translation_now(const Frame& frame, const engine::Task& task) {
  const std::vector<std::string> inputs = engine::input_stages(frame.trace());
  Translation found;
  if (inputs.size() != 2) return found;
  const auto ids = [&](const std::string& input) {
    return frame.trace().sequence(frame.trace().stage(frame.trace().find(input).value()).row_sequence).ids;
  };
  found.right = task.answer(ids(inputs.front()));
  if (found.right.empty()) return found;
  const engine::TaskVocabulary& words = task.vocabulary();
  for (const engine::Index id : ids(inputs.back())) {
    if (id == words.end || id == words.padding) break;
    if (id != words.start) found.said.push_back(id);
  }
  return found;
}

// A word of the translation; a wrong one is struck out in the accent's colour.
void draw_said_word(const Frame& frame, const std::string& word, bool is_right) {
  const auto& style = frame.style;
  ui::TextStyle type = style.text();
  if (!is_right) type.colour = style.colours.accent;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::label(word, type);
  const ImVec2 end = ImGui::GetItemRectMax();
  const float middle = (at.y + end.y) / 2 + style.px(1);
  if (!is_right)
    ImGui::GetWindowDrawList()->AddLine({at.x, middle}, {end.x, middle}, type.colour, style.px(1.5f));
}

// What a model that goes on with texts writes of itself, in a sentence; empty of other models.
const std::string& writing_now(const Frame& frame, const engine::Task& task) {
  return frame.facts.derived().get<std::string>({"writing"}, [&]() -> std::string {
    constexpr size_t kTokens = 28;
    const loaders::Checkpoint* const checkpoint = frame.facts.checkpoint();
    const bool writes = checkpoint != nullptr && task.counted() == engine::Counted::kRows &&
                        checkpoint->config.predicts == engine::Prediction::kNextToken;
    if (!writes) return "";
    const std::string written = app::written_freely(*checkpoint, kTokens);
    return frame.tr("learning.writes", {{"text", app::quotable(written, written.size())}});
  });
}

}  // namespace

float what_it_says_height(const Frame& frame, const engine::Task& task, float width) {
  const auto& style = frame.style;
  if (const std::string& writing = writing_now(frame, task); !writing.empty())
    return ui::paragraph_height(writing, width, style.text()) + style.px(kBelowWriting);
  const Translation found = translation_now(frame, task);
  if (found.right.empty()) return 0;
  float whole = ui::text_size(frame.tr("learning.says"), style.quiet()).x +
                ui::text_size(verdict_of(frame, task, found), style.quiet()).x;
  for (const engine::Index id : found.said)
    whole += ui::text_size(word_of(task, id), style.text()).x + style.px(kBetweenSaid);
  whole += style.px(kBetweenSaid + kBeforeVerdict);
  // A line that ends early takes room, too.
  const float lines = whole <= width ? 1 : std::ceil(whole / width + 0.25f);
  return lines * (ui::text_size("0", style.text()).y + ImGui::GetStyle().ItemSpacing.y) + style.px(4);
}

void draw_what_it_says(const Frame& frame, const engine::Task& task, float width) {
  const auto& style = frame.style;
  if (const std::string& writing = writing_now(frame, task); !writing.empty()) {
    ui::draw_paragraph(*ImGui::GetWindowDrawList(), ImGui::GetCursorScreenPos(), width, writing,
                       style.text());
    return;
  }
  const Translation found = translation_now(frame, task);
  if (found.right.empty()) return;
  ImGui::BeginChild("translation", {width, 0}, ImGuiChildFlags_AutoResizeY);
  ui::Flow flow(style.px(kBetweenSaid));
  flow.next(0);
  ui::label(frame.tr("learning.says"), style.quiet());
  for (size_t i = 0; i < found.said.size(); ++i) {
    const std::string& word = word_of(task, found.said[i]);
    flow.next(ui::text_size(word, style.text()).x);
    draw_said_word(frame, word, found.is_right_at(i));
  }
  const std::string verdict = verdict_of(frame, task, found);
  flow.next(ui::text_size(verdict, style.quiet()).x + style.px(kBeforeVerdict));
  if (ImGui::GetCursorPosX() > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + style.px(kBeforeVerdict));
  ui::paragraph(verdict, width, style.quiet());
  ImGui::EndChild();
}

}  // namespace views
