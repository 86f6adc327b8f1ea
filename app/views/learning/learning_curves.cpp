// learning_curves.cpp: losses, what is right, heads' habits and the rate, over the steps.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/widgets.h"
#include "app/views/core/line_plot.h"
#include "app/views/learning/learning_parts.h"
#include "app/views/stage/picture_words.h"
#include "engine/core/number_text.h"
#include "engine/training/adamw.h"

namespace views {
namespace {

constexpr size_t kMostLossPoints = 300;
constexpr int kRatePoints = 160;

double step_as_number(int step) {
  return static_cast<double>(step);
}

PlotSide steps_side(const Frame& frame, const LearningScene& scene) {
  int steps = 1;
  for (const engine::Plan& plan : scene.plans) steps = std::max(steps, plan.recipe.steps);
  return {.name = frame.tr("learning.steps"), .low = 0, .high = step_as_number(steps), .is_whole = true};
}

// A dot where the shown step is on a line, or at its end while that step is not measured.
void mark_step(LinePlot& plot, const PlotLine& line) {
  if (line.points.empty()) return;
  const auto after =
      std::ranges::lower_bound(line.points, plot.mark.value(), {}, &std::pair<double, double>::first);
  auto [x, y] = after == line.points.end() ? line.points.back() : *after;
  if (after != line.points.end() && after != line.points.begin()) {
    const auto& [before, low] = *std::prev(after);
    y = std::lerp(low, y, (*plot.mark - before) / (x - before));
    x = *plot.mark;
  }
  plot.points.push_back({.x = x, .y = y, .is_filled = true});
}

// The loss of a model that gives every token the same probability.
double loss_of_chance(const engine::Plan& plan) {
  return std::log(static_cast<double>(plan.task->labels()));
}

// Rings at the steps of the small maps, once there are some. Behind the last are the names of the lines.
void name_telling_steps(LinePlot& plot, const app::RecordedRun& run) {
  const auto measured = run.measured();
  const std::vector<int> steps = telling_steps(run);
  if (steps.size() < 2) return;
  for (const int step : steps) {
    const auto found = std::ranges::find(*measured, step, &app::MeasuredMoment::step);
    if (found == measured->end()) continue;
    plot.points.push_back({.name = std::to_string(step),
                           .x = step_as_number(step),
                           .y = found->figures.loss,
                           .is_right = step != steps.back()});
  }
}

LinePlot loss_plot(const Frame& frame, const LearningScene& scene) {
  const bool is_alone = scene.plans.size() == 1;
  const double chance = loss_of_chance(scene.plan());
  LinePlot plot{
      .title = frame.tr("learning.loss"),
      .x = steps_side(frame, scene),
      .y = {.name = frame.tr("learning.loss.axis", {{"count", std::to_string(scene.plan().task->labels())}}),
            .low = 0,
            .high = chance * 1.08},
      .mark = step_as_number(scene.step)};
  plot.lines.push_back({.colour = frame.style.colours.muted,
                        .points = {{plot.x.low, chance}, {plot.x.high, chance}},
                        .is_dashed = true});
  PlotLine shown;
  for (size_t i = 0; i < scene.runs.size(); ++i) {
    // Wider than the other, which often lies on it.
    PlotLine trained{.name = is_alone ? frame.tr("learning.loss.training") : "",
                     .colour = is_alone ? frame.style.head(1) : ui::with_alpha(run_colour(frame, i), 0.35f),
                     .width = is_alone ? 5.0f : 2.0f};
    for (const app::LossPoint& point : scene.runs[i]->losses(kMostLossPoints)) {
      trained.points.emplace_back(step_as_number(point.step + 1), point.loss);
      plot.y.high = std::max(plot.y.high, std::min(point.loss * 1.08, chance * 2));
    }
    PlotLine unseen{.name = is_alone ? frame.tr("learning.loss.unseen") : run_name(frame, scene, i),
                    .colour = run_colour(frame, i)};
    for (const app::MeasuredMoment& moment : *scene.runs[i]->measured())
      unseen.points.emplace_back(step_as_number(moment.step), moment.figures.loss);
    if (i == scene.shown) shown = unseen;
    plot.lines.push_back(std::move(trained));
    plot.lines.push_back(std::move(unseen));
  }
  if (is_alone && scene.run() != nullptr) name_telling_steps(plot, *scene.run());
  mark_step(plot, shown);
  return plot;
}

LinePlot exact_plot(const Frame& frame, const LearningScene& scene) {
  LinePlot plot{.title = frame.tr("learning.exact"),
                .x = steps_side(frame, scene),
                .y = {.name = frame.tr("learning.exact.axis"),
                      .low = 0,
                      .high = 1,
                      .label = [](double share) { return engine::fixed_digits(100 * share, 0) + " %"; }},
                .mark = step_as_number(scene.step)};
  for (size_t i = 0; i < scene.runs.size(); ++i) {
    PlotLine line{.colour = run_colour(frame, i)};
    for (const app::MeasuredMoment& moment : *scene.runs[i]->measured())
      line.points.emplace_back(step_as_number(moment.step), moment.figures.exact);
    if (!line.points.empty()) line.name = measured_percent(line.points.back().second);
    if (i == scene.shown) mark_step(plot, line);
    plot.lines.push_back(std::move(line));
  }
  return plot;
}

// The first measured step at which a head has half of its weight where it should.
void name_half(const Frame& frame, LinePlot& plot, const PlotLine& line) {
  constexpr double kHalf = 0.5;
  const auto half =
      std::ranges::find_if(line.points, [](const auto& point) { return point.second >= kHalf; });
  if (half == line.points.begin() || half == line.points.end()) return;
  // The line rises: its name is clear of it below right, or above left.
  const bool is_early = half->first < (plot.x.low + plot.x.high) / 2;
  plot.points.push_back(
      {.name = frame.tr("learning.habits.half", {{"step", std::to_string(std::lround(half->first))}}),
       .x = half->first,
       .y = half->second,
       .is_below = is_early});
}

// What the weight is on: of the letter tasks that letter.
std::string habits_axis(const Frame& frame, const engine::Task& task) {
  const bool is_of_letters = task.aims().size() == 1;
  return frame.tr(is_of_letters ? "learning.habits.letter" : "learning.habits.axis");
}

// Of each habit that the task teaches: the head that has it most in the end.
LinePlot habits_plot(const Frame& frame, const LearningScene& scene) {
  LinePlot plot{.title = frame.tr("learning.habits"),
                .x = steps_side(frame, scene),
                .y = {.name = habits_axis(frame, *scene.plan().task), .low = 0, .high = 1},
                .mark = step_as_number(scene.step)};
  const engine::Task& task = *scene.plan().task;
  if (scene.run() == nullptr) return plot;
  const auto measured = scene.run()->measured();
  if (measured->empty()) return plot;
  for (size_t i = 0; i < task.aims().size(); ++i) {
    const engine::AimFigure& newest = measured->back().figures.aims[i];
    if (newest.rows == 0) continue;
    const std::string& head = newest.best_head().head;
    PlotLine line{.name = frame.tr("task.aim." + std::string(task.aims()[i].name) + ".short"),
                  .colour = frame.style.head(static_cast<int>(i))};
    for (const app::MeasuredMoment& moment : *measured) {
      for (const engine::HeadFigure& figure : moment.figures.aims[i].heads) {
        if (figure.head == head) line.points.emplace_back(step_as_number(moment.step), figure.weight);
      }
    }
    if (task.aims().size() == 1) name_half(frame, plot, line);
    mark_step(plot, line);
    plot.lines.push_back(std::move(line));
  }
  return plot;
}

LinePlot rate_plot(const Frame& frame, const LearningScene& scene) {
  LinePlot plot{
      .title = frame.tr("learning.rate"),
      .x = steps_side(frame, scene),
      .y = {.name = "", .low = 0, .high = 1e-9, .label = [](double rate) { return decimal_text(rate, 2); }},
      .mark = step_as_number(scene.step)};
  for (size_t i = 0; i < scene.plans.size(); ++i) {
    const engine::Recipe& recipe = scene.plans[i].recipe;
    const auto rate = [&](int step) {
      return engine::learning_rate(recipe.optimiser, step, recipe.steps, recipe.config.d_model);
    };
    PlotLine line{.colour = run_colour(frame, i)};
    const int gap = std::max(1, recipe.steps / kRatePoints);
    for (int step = 0; step < recipe.steps; step += gap)
      line.points.emplace_back(step_as_number(step + 1), rate(step));
    for (const auto& [step, value] : line.points) plot.y.high = std::max(plot.y.high, value * 1.08);
    // Of the step that led to the shown model.
    const int taken = std::max(scene.step - 1, 0);
    if (i == scene.shown) {
      plot.y.name = frame.tr("learning.rate.at", {{"rate", decimal_text(rate(taken), 3)}});
      mark_step(plot, line);
    }
    plot.lines.push_back(std::move(line));
  }
  return plot;
}

// A click goes to the step under the mouse.
void draw_curve(const Frame& frame, const LearningScene& scene, const char* id, const LinePlot& plot,
                ImVec2 at, ImVec2 room) {
  const auto pointed = draw_line_plot(frame, id, plot, at, room);
  ui::tip(frame.style, frame.tr("learning.curve.tip"));
  if (!pointed || scene.run() == nullptr || !ImGui::IsItemActive()) return;
  go_to_step(frame, scene, scene.shown, nearest_kept(*scene.run(), static_cast<int>(std::lround(*pointed))));
}

}  // namespace

void draw_loss_curve(const Frame& frame, const LearningScene& scene, ImVec2 at, ImVec2 room) {
  draw_curve(frame, scene, "loss curve", loss_plot(frame, scene), at, room);
}

void draw_learning_curves(const Frame& frame, const LearningScene& scene, ImVec2 at, ImVec2 room,
                          bool with_loss) {
  std::vector<std::pair<const char*, LinePlot>> plots;
  if (with_loss) plots.emplace_back("loss curve", loss_plot(frame, scene));
  plots.emplace_back("exact curve", exact_plot(frame, scene));
  if (!scene.plan().task->aims().empty()) plots.emplace_back("habit curves", habits_plot(frame, scene));
  plots.emplace_back("rate curve", rate_plot(frame, scene));
  float names = 0;
  for (const auto& [id, plot] : plots) {
    for (const PlotLine& line : plot.lines)
      names = std::max(names, ui::text_size(line.name, frame.style.small_strong()).x);
  }
  // All axes are of one width, so that a step stands at one place.
  for (auto& [id, plot] : plots) plot.least = {frame.style.px(52), names};
  const float gap = frame.style.px(12);
  // The steps are named once, below the last of each column.
  const float line = with_loss ? ui::text_size("0", frame.style.small()).y : 0;
  for (size_t i = 0; i + 2 < plots.size(); ++i) plots[i].second.x.name = "";
  const ImVec2 each((room.x - gap) / 2, (room.y - gap + line) / 2);
  for (size_t i = 0; i < plots.size(); ++i) {
    const size_t across = i % 2;
    const size_t down = i / 2;
    const ImVec2 corner(at.x + static_cast<float>(across) * (each.x + gap),
                        at.y + static_cast<float>(down) * (each.y - line + gap));
    draw_curve(frame, scene, plots[i].first, plots[i].second, corner, each);
  }
}

}  // namespace views
