// inside_view.cpp: one step, opened: its examples with their losses, the gradient by block, and the way of
// one number of the model to its next value.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "app/look/labels.h"
#include "app/session/inside_step.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/core/translated_button.h"
#include "app/views/learning/learning.h"
#include "app/views/learning/learning_parts.h"
#include "engine/core/formula.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

using app::InsideStep;
using engine::Index;
using engine::StepDetail;
using engine::WeightUpdate;

constexpr int kDigits = 4;
constexpr int kDigitsOfResult = 5;

// As markup: digits that count, so that the arithmetic can be done again by hand.
std::string number(double value, int digits = kDigits) {
  constexpr double kSmall = 1e-4;
  if (value != 0 && std::abs(value) < kSmall) {
    const int power = static_cast<int>(std::floor(std::log10(std::abs(value))));
    return number(value / std::pow(10.0, power), digits) + " · 10^{−" + std::to_string(-power) + "}";
  }
  std::string text = decimal_text(std::abs(value), digits);
  return value < 0 ? "−" + text : text;
}

std::string words_of(const std::vector<Index>& ids, const engine::TaskVocabulary& vocabulary) {
  std::string text;
  for (const Index id : ids) {
    if (id == vocabulary.padding || id == vocabulary.start || id == vocabulary.end) continue;
    if (!text.empty()) text += ' ';
    text += vocabulary.tokens[static_cast<size_t>(id)];
  }
  return text;
}

// "the red house → la maison rouge", or what it reads.
std::string example_words(const Frame& frame, const engine::TaskCase& example, const engine::Task& task) {
  if (example.source.empty()) {
    const auto label = static_cast<size_t>(std::max<Index>(0, example.labels.front()));
    return frame.tr("learning.inside.picture", {{"label", task.vocabulary().tokens[label]}});
  }
  std::string text = words_of(example.source, task.vocabulary());
  if (!example.target.empty()) text += " → " + words_of(example.target, task.vocabulary());
  return text;
}

void draw_heading(const Frame& frame, const char* key, float width) {
  ui::label(frame.tr(key), frame.style.strong());
  ui::paragraph(frame.tr(std::string(key) + ".why"), width, frame.style.small());
}

// A line with a name, a bar as long as its share of the largest, and a number.
bool bar_row(const Frame& frame, const std::string& id, const std::string& name, double value, double largest,
             float width, bool is_chosen) {
  const auto& style = frame.style;
  const float height = style.px(20);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton(id.c_str(), {width, height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_chosen || ImGui::IsItemHovered())
    list.AddRectFilled(at, {at.x + width, at.y + height}, style.colours.selected, style.px(3));
  const float numbers = style.px(64);
  const auto share = static_cast<float>(largest > 0 ? std::abs(value) / largest : 0);
  const float bars = width * 0.25f;
  const float left = at.x + width - numbers - bars;
  list.AddRectFilled({left, at.y + style.px(5)}, {left + bars * share, at.y + height - style.px(5)},
                     value < 0 ? style.head(1) : style.head(0));
  ui::draw_text(list, {at.x + style.px(4), at.y + style.px(2)},
                ui::ellipsise(name, width - numbers - bars - style.px(12), style.small_ink()),
                style.small_ink());
  ui::draw_number(list, {at.x + width - style.px(4), at.y + style.px(2)}, value, 3, style.small_ink());
  return pressed;
}

// An example becomes the sentence that the whole window shows.
void show_example(const Frame& frame, const engine::TaskCase& example, const engine::Task& task) {
  if (example.source.empty()) return;
  frame.requests.edit("", [text = words_of(example.source, task.vocabulary())](app::State& state) {
    app::set_text(state, text);
  });
}

void draw_batch(const Frame& frame, const InsideStep& inside, const StepDetail& detail, float width) {
  draw_heading(frame, "learning.inside.batch", width);
  const engine::Task& task = *inside.before().task;
  double largest = 0;
  for (const engine::BatchLoss& loss : detail.losses) largest = std::max(largest, loss.mean());
  if (ImGui::BeginChild("examples", {width, 0})) {
    const float inner = ImGui::GetContentRegionAvail().x;
    for (size_t i = 0; i < detail.batch.size(); ++i) {
      if (bar_row(frame, "example " + std::to_string(i), example_words(frame, detail.batch[i], task),
                  detail.losses[i].mean(), largest, inner, false))
        show_example(frame, detail.batch[i], task);
      ui::tip(frame.style, example_words(frame, detail.batch[i], task));
    }
  }
  ImGui::EndChild();
}

// Looks at the number of these parameters whose gradient is largest.
void choose_in(const Frame& frame, const std::shared_ptr<InsideStep>& inside, const StepDetail& detail,
               const engine::ParameterBlock& block) {
  const engine::WeightPlace place = app::largest_gradient(detail, block.tensors);
  frame.requests.arrange([inside, place](app::Desk& desk) {
    desk.learning.inside = std::make_shared<InsideStep>(*inside, place);
  });
}

void draw_blocks(const Frame& frame, const std::shared_ptr<InsideStep>& inside, const StepDetail& detail,
                 float width) {
  draw_heading(frame, "learning.inside.gradient", width);
  double largest = 0;
  for (const engine::ParameterBlock& block : detail.blocks) largest = std::max(largest, block.gradient);
  const auto row = [&](const engine::ParameterBlock& block, const std::string& indent) {
    const auto place = inside->place();
    const bool is_here = place && std::ranges::count(block.tensors, place->tensor) > 0;
    if (bar_row(frame, "block " + block.name, indent + block.name, block.gradient, largest,
                ImGui::GetContentRegionAvail().x, is_here && block.parts.empty()))
      choose_in(frame, inside, detail, block);
    ui::tip(frame.style,
            frame.tr("learning.inside.block.tip", {{"count", look::whole_number(block.numbers)},
                                                   {"change", engine::significant_digits(block.change, 3)}}));
  };
  const float foot = ImGui::GetFrameHeight() + frame.style.px(8);
  if (ImGui::BeginChild("blocks", {width, -foot})) {
    for (const engine::ParameterBlock& block : detail.blocks) {
      row(block, "");
      for (const engine::ParameterBlock& part : block.parts) row(part, "    ");
    }
  }
  ImGui::EndChild();
  if (button(frame, "learning.inside.depth", ui::ButtonKind::kFlat))
    frame.requests.edit("", [](app::State& state) {
      state.document.focus.view = "depth";
      state.document.labs.depth.shown = "gradients";
    });
}

std::string in_brackets(double value) {
  return value < 0 ? "(" + number(value) + ")" : number(value);
}

// The numbers in the place of the letters: so many terms and the last.
std::string filled_in(const engine::Explanation& explanation, size_t most) {
  std::string text;
  for (size_t i = 0; i < std::min(most, explanation.terms.size()); ++i) {
    const engine::Term& term = explanation.terms[i];
    const bool is_less = !text.empty() && term.left < 0;
    if (!text.empty()) text += is_less ? " − " : " + ";
    text += number(is_less ? -term.left : term.left);
    if (term.has_right) text += " · " + in_brackets(term.right);
  }
  if (explanation.terms.size() > most) {
    const double last = explanation.terms.back().left;
    text += (last < 0 ? " + … − " : " + … + ") + number(std::abs(last));
  }
  if (explanation.arithmetic == engine::Arithmetic::kQuotient) text += " ÷ " + number(explanation.divisor());
  return text;
}

// Formula, numbers and result, with as many terms as the width has room for.
void draw_line_of_update(const Frame& frame, const engine::Explanation& explanation, float width) {
  const auto& style = frame.style;
  const ui::MathStyle math{.fonts = &style.fonts,
                           .size = style.px(16),
                           .ink = style.colours.ink,
                           .query = style.colours.ink,
                           .key = style.colours.ink,
                           .value = style.colours.ink};
  constexpr std::array<size_t, 3> kTerms = {3, 2, 1};
  ui::MathLayout layout;
  for (const size_t most : kTerms) {
    layout = ui::layout_math(explanation.formula.pattern + " = " + filled_in(explanation, most) + " = " +
                                 number(explanation.result, kDigitsOfResult),
                             math, width);
    if (layout.width <= width || explanation.terms.size() <= kTerms.front()) break;
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ui::draw_math(*ImGui::GetWindowDrawList(), {at.x, at.y + layout.ascent}, layout);
  ImGui::Dummy({width, layout.ascent + layout.descent + style.px(2)});
}

const char* name_of_line(engine::UpdateLine line) {
  switch (line) {
    case engine::UpdateLine::kGradient:
      return "learning.line.gradient";
    case engine::UpdateLine::kClipped:
      return "learning.line.clipped";
    case engine::UpdateLine::kMean:
      return "learning.line.mean";
    case engine::UpdateLine::kSquare:
      return "learning.line.square";
    case engine::UpdateLine::kWholeMean:
      return "learning.line.whole_mean";
    case engine::UpdateLine::kWholeSquare:
      return "learning.line.whole_square";
    case engine::UpdateLine::kDirection:
      return "learning.line.direction";
    case engine::UpdateLine::kPull:
      return "learning.line.pull";
    case engine::UpdateLine::kNumber:
      return "learning.line.number";
  }
  return "";
}

void draw_update(const Frame& frame, const WeightUpdate& update, float width) {
  draw_heading(frame, "learning.inside.update", width);
  ui::label(update.tensor + " " + frame.tr.cell(update.place.row, update.place.column),
            frame.style.small_strong());
  if (ImGui::BeginChild("lines", {width, 0})) {
    const float inner = ImGui::GetContentRegionAvail().x;
    for (const engine::ExplainedLine& line : update.lines) {
      ui::label(frame.tr(name_of_line(line.line)), frame.style.small());
      draw_line_of_update(frame, line.explanation, inner);
      if (!line.explanation.note.empty())
        ui::paragraph(frame.tr(line.explanation.note), inner, frame.style.small());
    }
  }
  ImGui::EndChild();
}

// The step that the page opens; requested where it is not there yet.
std::shared_ptr<InsideStep> wanted_step(const Frame& frame, const LearningScene& scene) {
  const auto before = scene.run() == nullptr ? nullptr : scene.run()->before();
  auto inside = frame.session.desk().learning.inside;
  if (scene.is_playing) return inside;
  if (!before || before->state.steps + 1 != scene.step) return nullptr;
  if (!inside || !inside->is_of(before)) {
    // Of the same run the same number.
    const bool is_same = inside && inside->before().recipe == before->recipe;
    inside = std::make_shared<InsideStep>(before, is_same ? inside->place() : std::nullopt);
    frame.requests.arrange([inside](app::Desk& desk) { desk.learning.inside = inside; });
  }
  if (!inside->is_done() && !inside->has_failed())
    frame.session.background().want_measured(inside, app::Urgency::kLookedAt);
  return inside;
}

}  // namespace

void draw_inside_step(const Frame& frame, const LearningScene& scene, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  ImGui::SetCursorScreenPos(at);
  const auto inside = wanted_step(frame, scene);
  const auto detail = inside ? inside->detail() : nullptr;
  if (!detail) {
    const bool has_failed = inside && inside->has_failed();
    ui::paragraph(frame.tr(has_failed ? "error.out_of_memory" : "learning.inside.none"), room.x,
                  style.quiet());
    return;
  }
  const float gap = style.px(18);
  const float each = std::floor((room.x - 2 * gap) / 3);
  const auto update = inside->update();
  for (int column = 0; column < 3; ++column) {
    ImGui::SetCursorScreenPos({at.x + static_cast<float>(column) * (each + gap), at.y});
    ImGui::BeginChild(("inside " + std::to_string(column)).c_str(), {each, room.y});
    if (column == 0) draw_batch(frame, *inside, *detail, each);
    if (column == 1) draw_blocks(frame, inside, *detail, each);
    if (column == 2 && update) draw_update(frame, *update, each);
    ImGui::EndChild();
  }
}

}  // namespace views
