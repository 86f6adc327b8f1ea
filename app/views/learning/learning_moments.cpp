// learning_moments.cpp: the map of now as it was at a few steps of the run, small, each a way to that step.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/document/document_line.h"
#include "app/ui/widgets.h"
#include "app/views/core/thumbnail.h"
#include "app/views/learning/learning_parts.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

constexpr size_t kMostMoments = 4;
// Of their pictures, each in its place.
constexpr std::array<const char*, kMostMoments> kMomentNames = {"moment 0", "moment 1", "moment 2",
                                                                "moment 3"};
constexpr float kMomentGap = 8;  // pixels at 100 %

std::string moment_label(const Frame& frame, int step) {
  return frame.tr("learning.moment", {{"step", std::to_string(step)}});
}

float moment_line(const Frame& frame) {
  return ui::text_size("0", frame.style.small()).y + frame.style.px(5);  // clear of the shown one's frame
}

float moment_heading(const Frame& frame) {
  return moment_line(frame) + frame.style.px(4);
}

// What the window would show at that step; null while it is computed.
const Derivations::Derived* derived_moment(const Frame& frame, const app::RecordedRun& run, int step) {
  const app::RecordedRun::Shared moment = run.at(step);
  if (!moment) return nullptr;
  app::Document document = frame.session.trace_document();
  document.config.checkpoint = moment->path;
  document.focus = {};
  document.gradient.reset();
  return frame.derivations.find(
      app::to_line(document), {}, frame.style,
      [document]() -> TracePtr {
        auto trace = app::make_trace(document);
        return trace ? std::move(trace).value() : nullptr;
      },
      frame.session.background());
}

// The map in the upper left corner of a square of this side; returns its size.
ImVec2 draw_moment_map(const Frame& frame, const app::RecordedRun& run, int step, size_t place, ImVec2 at,
                       float side) {
  const auto* const derived = derived_moment(frame, run, step);
  const auto stage = derived == nullptr ? std::nullopt : derived->trace->find(frame.here());
  if (!stage) return {side, side};
  const engine::Stage& drawn = derived->trace->stage(*stage);
  const float cell = side / static_cast<float>(std::max(drawn.rows, drawn.columns));
  const ImVec2 size(std::round(cell * static_cast<float>(drawn.columns)),
                    std::round(cell * static_cast<float>(drawn.rows)));
  draw_thumbnail(frame.over(derived->trace, *derived->facts, kMomentNames.at(place)), *stage, at, size);
  return size;
}

// "Step 50. Loss 2.03." and what a click does.
std::string moment_tip(const Frame& frame, const app::RecordedRun& run, int step) {
  const auto measured = run.measured();
  const auto found = std::ranges::find(*measured, step, &app::MeasuredMoment::step);
  if (found == measured->end()) return frame.tr("learning.moment.tip", {{"step", std::to_string(step)}});
  const std::string loss = engine::significant_digits(found->figures.loss, 3);
  return frame.tr("learning.moment.tip.loss", {{"step", std::to_string(step)}, {"loss", loss}});
}

}  // namespace

std::vector<int> telling_steps(const app::RecordedRun& run) {
  const auto measured = run.measured();
  std::vector<int> steps = {run.kept().front()};
  const int last = run.kept().back();
  if (!measured->empty()) {
    const auto loss = [](const app::MeasuredMoment& moment) { return moment.figures.loss; };
    const double first = loss(measured->front());
    const double least = loss(*std::ranges::min_element(*measured, {}, loss));
    for (const double share : {1.0 / 3, 2.0 / 3}) {
      const double enough = first - share * (first - least);
      const auto found =
          std::ranges::find_if(*measured, [&](const auto& moment) { return loss(moment) <= enough; });
      if (found != measured->end() && found->step > steps.back() && found->step < last)
        steps.push_back(found->step);
    }
  }
  if (last > steps.back()) steps.push_back(last);
  return steps;
}

LearningMoments plan_moments(const Frame& frame, const LearningScene& scene, ImVec2 room, float spare) {
  constexpr float kShareOfSide = 0.23f;
  constexpr float kNearlyAsLarge = 0.8f;
  constexpr float kLeastSide = 32;
  LearningMoments plan;
  if (scene.run() == nullptr) return plan;
  plan.steps = telling_steps(*scene.run());
  if (plan.steps.size() < 2) return plan;
  const auto& style = frame.style;
  const float gap = style.px(kMomentGap);
  const float line = moment_line(frame);
  const float heading = moment_heading(frame);
  const auto side_of = [&](size_t rows) {
    const auto count = static_cast<float>(rows);
    return std::floor((room.y - heading - (count - 1) * gap) / count - line);
  };
  const float wanted = std::floor(std::max(kShareOfSide * std::min(room.x, room.y), (spare - gap) / 2));
  // One below the other, where that leaves them about as large as two in a row.
  const bool is_column = side_of(plan.steps.size()) >= kNearlyAsLarge * wanted;
  const size_t columns = is_column ? 1 : 2;
  const size_t rows = (plan.steps.size() + columns - 1) / columns;
  plan.side = std::min(wanted, side_of(rows));
  if (plan.side < style.px(kLeastSide)) return plan;
  plan.columns = columns;
  plan.each = std::max(plan.side, ui::text_size(frame.tr("learning.moments"), style.small_strong()).x /
                                      static_cast<float>(columns));
  for (const int step : plan.steps)
    plan.each = std::max(plan.each, ui::text_size(moment_label(frame, step), style.small_strong()).x);
  plan.width = static_cast<float>(columns) * (plan.each + gap) - gap;
  return plan;
}

void draw_learning_moments(const Frame& frame, const LearningScene& scene, const LearningMoments& plan,
                           ImVec2 at) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float gap = style.px(kMomentGap);
  const float line = moment_line(frame);
  const float heading = moment_heading(frame);
  ui::draw_text(list, at, ui::ellipsise(frame.tr("learning.moments"), plan.width, style.small_strong()),
                style.small_strong());
  for (size_t i = 0; i < plan.steps.size(); ++i) {
    const int step = plan.steps[i];
    const size_t down = i / plan.columns;
    const ImVec2 corner(at.x + static_cast<float>(i % plan.columns) * (plan.each + gap),
                        at.y + heading + static_cast<float>(down) * (plan.side + line + gap));
    const ImVec2 map(corner.x, corner.y + line);
    const bool is_shown = step == scene.step;
    const ui::TextStyle type = is_shown ? style.small_strong() : style.small();
    ui::draw_text(list, corner, moment_label(frame, step), type);
    const ImVec2 size = draw_moment_map(frame, *scene.run(), step, i, map, plan.side);
    ImGui::SetCursorScreenPos(corner);
    const std::string id = "moment of step " + std::to_string(step);
    if (ImGui::InvisibleButton(id.c_str(), {plan.each, line + plan.side}))
      go_to_step(frame, scene, scene.shown, step);
    const float around = style.px(2);
    if (is_shown || ImGui::IsItemHovered())
      list.AddRect({map.x - around, map.y - around}, {map.x + size.x + around, map.y + size.y + around},
                   is_shown ? style.colours.ink : style.colours.muted, style.px(3), 0, style.px(1.5f));
    ui::tip(style, moment_tip(frame, *scene.run(), step));
  }
}

}  // namespace views
