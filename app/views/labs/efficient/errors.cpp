// errors.cpp: how the error falls with a parameter of the method, compared with theory.
#include <algorithm>
#include <cmath>
#include <functional>

#include "app/text/sentence.h"
#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/core/line_plot.h"
#include "app/views/labs/efficient/plots.h"

namespace views {
namespace {

using app::EfficientSweep;
using engine::Fit;
using engine::Index;

std::string number_words(const Frame& frame, const engine::MethodNumber& number) {
  return frame.tr("setting." + std::string(number.name));
}

// "−0.49 ± 0.01"; the error if it is known.
std::string slope_words(const Fit& fit) {
  const std::string slope = ui::fixed_number(fit.slope, 2);
  return fit.error ? slope + " ± " + ui::fixed_number(*fit.error, 2) : slope;
}

constexpr float kDrawsWidth = 130;  // of the slider of draws, with its number

// The method's first parameter that affects its error.
const engine::MethodNumber* swept_number(const engine::AttentionMethod& method) {
  const engine::MethodParameters& used = engine::row_of(method.kind).parameters;
  if (method.kind == engine::AttentionKind::kTiled) return nullptr;
  for (const engine::MethodNumber& number : engine::method_numbers()) {
    if (used.*number.used) return &number;
  }
  return nullptr;
}

// Whether a measured head is still the current one: its vectors, mask and scale.
bool is_same_head(const engine::MeasuredHead& measured, const EfficientHead& head) {
  if (measured.address != head.address) return false;
  if (head.drawn) return true;
  const Frame& frame = head.frame;
  const auto now = engine::measured_head(frame.trace(), head.address, frame.session.trace_document().config);
  return now && now->q == measured.q && now->k == measured.k && now->v == measured.v &&
         now->rule == measured.rule && now->masked.size() == measured.masked.size() &&
         (now->masked.array() == measured.masked.array()).all() && now->scoring == measured.scoring;
}

// The same method except for the swept parameter, and for the first draw.
bool is_same_sweep(const EfficientSweep& run, const EfficientHead& head, engine::AttentionMethod method) {
  engine::AttentionMethod swept = run.sweep.method;
  swept.*run.sweep.number->field = method.*run.sweep.number->field = 0;
  swept.seed = method.seed;
  return swept == method && run.drawn == head.drawn && is_same_head(run.heads.front(), head);
}

class EfficientErrors {
 public:
  explicit EfficientErrors(const EfficientHead& head)
      : head_(head), frame_(head.frame), style_(frame_.style), method_(efficient_method(frame_)) {}

  void draw(ImVec2 at, ImVec2 room) const {
    const engine::MethodNumber* const number = swept_number(method_);
    if (number == nullptr) return;
    const std::string title =
        frame_.tr("cheaper.errors.by", {{"number", app::inside_sentence(number_words(frame_, *number))}});
    const auto& run = frame_.session.desk().efficient.sweep;
    const bool is_its = run && is_same_sweep(*run, head_, method_);
    if (start_button(frame_, "cheaper.sweep", at, room.x)) start_sweep(*number);
    float controls = ui::button_width(style_, frame_.tr("cheaper.sweep")) + style_.px(8);
    if (engine::row_of(method_.kind).parameters.seed) {
      draw_draws({at.x + room.x - controls, at.y - style_.px(4)});
      controls += style_.px(kDrawsWidth + 8);
    }
    const bool fits = ui::text_size(title, style_.strong()).x <= room.x - controls;
    plot_title(frame_, fits ? title : frame_.tr("cheaper.errors.title"), at, room.x - controls);
    const auto* const made = is_its ? run->result->get() : nullptr;
    if (made == nullptr || !*made) {
      const bool failed = is_its && run->result->failed();
      const char* const why = failed ? "error.out_of_memory" : "cheaper.errors.empty";
      return empty_plot(frame_, frame_.tr(why), at, room.x);
    }
    draw_sweep(*run, **made, at, room);
  }

 private:
  // The number of draws to average errors over: a slider that ends at `right`.
  void draw_draws(ImVec2 right) const {
    constexpr Index kMost = 64;
    const float width = style_.px(kDrawsWidth);
    Index draws = std::min(frame_.session.document().efficient.draws, kMost);
    ImGui::SetCursorScreenPos({right.x - width, right.y});
    ImGui::SetNextItemWidth(width);
    const std::string format = frame_.tr("cheaper.draws", {{"draws", "%lld"}});
    if (ui::slider(style_, "##cheaper cheaper.draws", draws, 1, kMost, format.c_str(),
                   ui::SliderScale::kLogarithmic))
      frame_.requests.edit("cheaper.draws",
                           [draws](app::State& state) { state.document.efficient.draws = draws; });
    ui::tip(style_, frame_.tr("cheaper.draws.tip"));
  }

  void start_sweep(const engine::MethodNumber& number) const {
    auto numbers = numbers_of(head_);
    if (!numbers) return;
    auto run = std::make_shared<EfficientSweep>();
    const bool counts_tokens = number.name == "rank" || number.name == "window";
    run->sweep.method = method_;
    run->sweep.number = &number;
    run->sweep.values = app::sweep_values(number, counts_tokens             ? numbers->k.rows()
                                                  : number.name == "rounds" ? engine::kMaxRounds
                                                                            : engine::kMaxBuckets);
    run->sweep.draws = frame_.session.document().efficient.draws;
    run->drawn = head_.drawn;
    run->heads.push_back(*std::move(numbers));
    frame_.requests.arrange([run](app::Desk& desk) { desk.efficient.sweep = run; });
  }

  // A curve of one error; empty if it has no value above 0.
  PlotLine error_curve(const engine::SweepResult& made, const char* name, const std::optional<Fit>& fit,
                       ImU32 colour,
                       const std::function<engine::DrawnMean(const engine::SweepPoint&)>& of) const {
    PlotLine curve{.name = named(name, fit), .colour = colour, .points = {}, .has_dots = true};
    for (const engine::SweepPoint& point : made.points) {
      const engine::DrawnMean mean = of(point);
      if (!(mean.mean > 0) || !std::isfinite(mean.mean)) continue;
      curve.points.emplace_back(static_cast<double>(point.value), mean.mean);
      curve.deviations.push_back(mean.deviation);
    }
    return curve;
  }

  std::string named(const char* key, const std::optional<Fit>& fit) const {
    const std::string name = frame_.tr(key);
    return fit ? frame_.tr("cheaper.slope", {{"name", name}, {"slope", slope_words(*fit)}}) : name;
  }

  // The line of theory through the middle of a curve.
  PlotLine theory_line(const PlotLine& curve, double slope) const {
    PlotLine line{.name = frame_.tr("cheaper.theory", {{"slope", ui::fixed_number(slope, 1)}}),
                  .colour = style_.colours.muted,
                  .points = {},
                  .is_dashed = true};
    double height = 0;
    for (const auto& [x, y] : curve.points)
      height += (std::log(y) - slope * std::log(x)) / static_cast<double>(curve.points.size());
    for (const auto& point : curve.points)
      line.points.emplace_back(point.first, std::exp(height + slope * std::log(point.first)));
    return line;
  }

  // The errors of map and output; the part due to randomness alone, if a method has other errors; and theory.
  std::vector<PlotLine> curves_of(const engine::SweepResult& made) const {
    PlotLine map = error_curve(made, "cheaper.curve.map", made.map, style_.colours.accent,
                               [](const engine::SweepPoint& point) { return point.map; });
    PlotLine output = error_curve(made, "cheaper.curve.output", made.output, style_.colours.query,
                                  [](const engine::SweepPoint& point) { return point.output; });
    PlotLine chance = error_curve(
        made, "cheaper.curve.chance", made.by_chance, style_.colours.value,
        [](const engine::SweepPoint& point) { return point.by_chance.value_or(engine::DrawnMean{}); });
    const PlotLine& follows = chance.points.empty() ? map : chance;
    PlotLine theory;
    if (made.theory && !follows.points.empty()) theory = theory_line(follows, *made.theory);
    std::vector<PlotLine> curves = {std::move(map), std::move(output), std::move(chance), std::move(theory)};
    std::erase_if(curves, [](const PlotLine& curve) { return curve.points.empty(); });
    return curves;
  }

  void draw_sweep(const EfficientSweep& run, const engine::SweepResult& made, ImVec2 at, ImVec2 room) const {
    LinePlot plot{.title = {},
                  .x = {.name = number_words(frame_, *run.sweep.number)},
                  .y = {.name = frame_.tr("cheaper.errors.axis")},
                  .lines = curves_of(made),
                  .snaps = true};
    if (plot.lines.empty()) return empty_plot(frame_, frame_.tr("cheaper.errors.zero"), at, room.x);
    for (const auto& point : plot.lines.front().points) plot.x.ticks.push_back(point.first);
    fit_log_sides(plot);
    const float taken = plot_finding(frame_, sweep_finding(run, made), at, room.x);
    const auto pointed =
        draw_line_plot(frame_, "cheaper errors", plot, {at.x, at.y + taken}, {room.x, room.y - taken});
    if (pointed) plot_tip(frame_, sweep_tip(made, *pointed));
  }

  // What doubling the number leaves of the map's error, measured and by theory.
  std::string sweep_finding(const EfficientSweep& run, const engine::SweepResult& made) const {
    if (!made.map) return "";
    const auto left = [](double slope) { return ui::fixed_number(100 * std::exp2(slope), 0); };
    const std::string number = app::inside_sentence(number_words(frame_, *run.sweep.number));
    if (!made.theory)
      return frame_.tr("cheaper.errors.found", {{"number", number}, {"left", left(made.map->slope)}});
    return frame_.tr("cheaper.errors.found_theory",
                     {{"number", number}, {"left", left(made.map->slope)}, {"theory", left(*made.theory)}});
  }

  std::string sweep_tip(const engine::SweepResult& made, double x) const {
    for (const engine::SweepPoint& point : made.points) {
      if (static_cast<double>(point.value) != x) continue;
      return frame_.tr("cheaper.errors.point",
                       {{"value", std::to_string(point.value)},
                        {"draws", std::to_string(made.draws)},
                        {"map", ui::fixed_number(point.map.mean, 4)},
                        {"map_deviation", ui::fixed_number(point.map.deviation, 4)},
                        {"output", ui::fixed_number(point.output.mean, 4)},
                        {"output_deviation", ui::fixed_number(point.output.deviation, 4)},
                        {"missed", ui::fixed_number(100 * point.missed.mean, 1)}});
    }
    return "";
  }

  const EfficientHead& head_;
  const Frame& frame_;
  const ui::Style& style_;
  engine::AttentionMethod method_;
};

}  // namespace

bool has_errors_to_sweep(const Frame& frame) {
  return swept_number(efficient_method(frame)) != nullptr;
}

void draw_efficient_errors(const EfficientHead& head, ImVec2 at, ImVec2 room) {
  EfficientErrors(head).draw(at, room);
}

}  // namespace views
