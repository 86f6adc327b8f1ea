// scale_plots.cpp: variance and largest weight by the width of a head, averaged over many drawn queries.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/core/line_plot.h"
#include "app/views/labs/experiments/experiments.h"
#include "engine/analysis/spread.h"

namespace views {
namespace {

using engine::SpreadPoint;

constexpr engine::Index kKeyCount = 16;
constexpr engine::Index kDraws = 256;

// The same for every sentence, so measured once.
const std::vector<SpreadPoint>& spread_points() {
  constexpr std::array<engine::Index, 9> kWidths = {1, 2, 4, 8, 16, 32, 64, 128, 256};
  static const std::vector<SpreadPoint> kPoints = engine::measure_spread(kWidths, kKeyCount, kDraws, 0);
  return kPoints;
}

const SpreadPoint& spread_near(double d_k) {
  const auto steps = static_cast<size_t>(std::lround(std::log2(std::max(d_k, 1.0))));
  return spread_points().at(std::min(steps, spread_points().size() - 1));
}

std::string spread_tip(const Frame& frame, const SpreadPoint& point) {
  const auto two = [](double value) { return ui::fixed_number(value, 2); };
  return frame.tr("experiment.scale.point", {{"d_k", std::to_string(point.d_k)},
                                             {"variance", two(point.plain.variance)},
                                             {"scaled_variance", two(point.scaled.variance)},
                                             {"entropy", two(point.plain.entropy)},
                                             {"scaled_entropy", two(point.scaled.entropy)},
                                             {"peak", two(point.plain.peak)},
                                             {"scaled_peak", two(point.scaled.peak)}});
}

// One measure over the widths, without and with the division.
LinePlot spread_plot(const Frame& frame, const char* title, double SpreadPoint::Way::*measure) {
  LinePlot plot{.title = frame.tr(title),
                .x = {.name = "dₖ", .low = 1, .high = 256, .is_log = true},
                .y = {.low = 0, .high = 1}};
  plot.x.ticks = {1, 4, 16, 64, 256};
  PlotLine plain{.name = frame.tr("experiment.scale.off"), .colour = frame.style.colours.accent};
  PlotLine scaled{.name = frame.tr("experiment.scale.on"), .colour = frame.style.colours.query};
  for (const SpreadPoint& point : spread_points()) {
    const auto d_k = static_cast<double>(point.d_k);
    plain.points.emplace_back(d_k, point.plain.*measure);
    scaled.points.emplace_back(d_k, point.scaled.*measure);
  }
  plain.has_dots = scaled.has_dots = true;
  plot.lines = {std::move(plain), std::move(scaled)};
  plot.mark = static_cast<double>(frame.session.desk().experiment.d_k);
  return plot;
}

void draw_spread(const Frame& frame, const char* id, const LinePlot& plot, ImVec2 at, ImVec2 room) {
  const auto here = draw_line_plot(frame, id, plot, at, room);
  if (!here || !ui::begin_tooltip(frame.style)) return;
  ui::paragraph(spread_tip(frame, spread_near(*here)), frame.style.px(320), frame.style.small_ink());
  ui::end_tooltip();
}

}  // namespace

void draw_scale_plots(const Frame& frame, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const std::string drawn = frame.tr(
      "experiment.scale.draws", {{"draws", std::to_string(kDraws)}, {"keys", std::to_string(kKeyCount)}});
  const float remark = ui::paragraph_height(drawn, room.x, style.small()) + style.px(8);
  const ImVec2 each(room.x, std::floor((room.y - remark - style.px(8)) / 2));
  LinePlot variances = spread_plot(frame, "experiment.scale.variances", &SpreadPoint::Way::variance);
  variances.y = {.low = 0.5, .high = 512, .is_log = true, .ticks = {1, 4, 16, 64, 256}};
  // Wider than what is measured, which lies on it.
  constexpr float kTheory = 6;
  for (const double end : {256.0, 1.0})
    variances.lines.insert(variances.lines.begin(), {.colour = ui::with_alpha(style.colours.muted, 0.6f),
                                                     .points = {{1, 1}, {256, end}},
                                                     .is_dashed = true,
                                                     .width = kTheory});
  draw_spread(frame, "variance plot", variances, at, each);
  LinePlot peaks = spread_plot(frame, "experiment.scale.peaks", &SpreadPoint::Way::peak);
  peaks.y.ticks = {0, 0.5, 1};
  draw_spread(frame, "largest weight plot", peaks, {at.x, at.y + each.y + style.px(8)}, each);
  ui::draw_paragraph(*ImGui::GetWindowDrawList(), {at.x, at.y + 2 * each.y + style.px(14)}, room.x, drawn,
                     style.small());
}

}  // namespace views
