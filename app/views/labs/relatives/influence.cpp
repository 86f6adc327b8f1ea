// influence.cpp: the measured influence of every input on every output: three maps side by side, and how it
// falls off with distance.
#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/core/line_plot.h"
#include "app/views/labs/relatives/pages.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

using engine::Index;
using engine::Relative;

std::string influence_name(Relative kind, const char* what) {
  return std::string(engine::name_of(kind)) + what;
}

// One curve per relative, where it is above 0: nothing reaches from elsewhere.
PlotLine influence_curve(const Frame& frame, Relative kind) {
  PlotLine line{.name = relative_name(frame, kind),
                .colour = relative_colour(frame, kind),
                .points = {},
                .has_dots = true};
  const int stage = relatives_stage(frame, influence_name(kind, ".distance"));
  if (stage < 0) return line;
  const engine::Matrix means = frame.trace().read_column(stage, 0);
  for (Index offset = 0; offset < means.rows(); ++offset) {
    if (means(offset, 0) > 0)
      line.points.emplace_back(static_cast<double>(offset), static_cast<double>(means(offset, 0)));
  }
  return line;
}

// From the smallest to the largest of the curves, in powers of ten.
std::pair<double, double> powers_around(const LinePlot& plot) {
  double low = HUGE_VAL;
  double high = 0;
  for (const PlotLine& line : plot.lines) {
    for (const auto& [offset, mean] : line.points) {
      low = std::min(low, mean);
      high = std::max(high, mean);
    }
  }
  if (high <= 0) return {0.1, 1};
  constexpr double kLeast = 1e-8;  // below that, a curve is as good as 0
  const double bottom = std::pow(10.0, std::floor(std::log10(std::max(low, high * kLeast))));
  return {bottom, std::max(std::pow(10.0, std::ceil(std::log10(high))), bottom * 10)};
}

void draw_influence_curves(const Frame& frame, ImVec2 at, ImVec2 room) {
  LinePlot plot{.title = frame.tr("relatives.influence.curve"), .x = {}, .y = {}, .lines = {}};
  for (const Relative kind : kRelativesShown) plot.lines.push_back(influence_curve(frame, kind));
  const auto tokens = static_cast<double>(relatives_tokens(frame).size());
  const auto [low, high] = powers_around(plot);
  plot.x = {
      .name = frame.tr("relatives.influence.distance"), .high = std::max(tokens - 1, 1.0), .is_whole = true};
  plot.y = {"", low, high, true};
  const auto here = draw_line_plot(frame, "influence curves", plot, at, room);
  if (!here || !ui::begin_tooltip(frame.style)) return;
  const auto offset = static_cast<Index>(std::lround(*here));
  ui::label(frame.tr("relatives.influence.at", {{"offset", std::to_string(offset)}}), frame.style.small());
  for (const PlotLine& line : plot.lines) {
    for (const auto& [x, mean] : line.points) {
      if (static_cast<Index>(x) == offset)
        ui::label(line.name + "  " + ui::difference_number(mean), frame.style.small_strong());
    }
  }
  ui::end_tooltip();
}

// A map, and what its brightest colour is: each has a range of its own.
void draw_influence_map(const Frame& frame, Relative kind, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const int stage = relatives_stage(frame, influence_name(kind, ".influence"));
  const float line = ui::text_size("0", style.small()).y + style.px(6);
  const auto map = draw_relatives_map(frame, stage, relative_name(frame, kind), at, {room.x, room.y - line});
  if (!map) return;
  const double high = static_cast<double>(frame.facts.scale(stage).high);
  const std::string range = frame.tr("relatives.influence.range", {{"high", engine::number_markup(high, 2)}});
  ui::draw_text(*ImGui::GetWindowDrawList(), {map->corner.x, map->corner.y + map->size.y + style.px(6)},
                ui::ellipsise(range, at.x + room.x - map->corner.x, style.small()), style.small());
}

}  // namespace

void draw_relatives_influence(const Frame& frame) {
  const auto& style = frame.style;
  draw_recurrence_fields(frame);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = style.px(24);
  // In a low space the curves are next to the maps, not below.
  const bool is_low = room.x > 2.6f * room.y;
  const ImVec2 plot(is_low ? std::floor(room.x * 0.4f) : room.x,
                    is_low ? room.y - style.px(6) : std::max(style.px(170), room.y * 0.4f));
  const float maps = is_low ? room.x - plot.x - gap : room.x;
  const ImVec2 each(std::floor((maps - 2 * gap) / 3), is_low ? plot.y : room.y - plot.y - style.px(22));
  for (size_t i = 0; i < kRelativesShown.size(); ++i) {
    const Relative kind = kRelativesShown.at(i);
    draw_influence_map(frame, kind,
                       {corner.x + static_cast<float>(i) * (each.x + gap), corner.y + style.px(6)}, each);
  }
  draw_influence_curves(frame, {corner.x + room.x - plot.x, corner.y + room.y - plot.y}, plot);
}

}  // namespace views
