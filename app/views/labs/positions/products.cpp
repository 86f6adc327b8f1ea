// products.cpp: every position's vector times every other's, and the same sorted by distance.
#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/positions/pages.h"
#include "app/views/stage/small_map.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using engine::Index;

// One sentence: how much the products at one distance differ at most.
std::string spread_sentence(const Frame& frame, const std::vector<OffsetRange>& ranges) {
  const auto widest =
      std::max_element(ranges.begin(), ranges.end(), [](const OffsetRange& one, const OffsetRange& other) {
        return one.largest - one.smallest < other.largest - other.smallest;
      });
  const auto count = static_cast<Index>(ranges.size());
  return frame.tr(
      positions_lab(frame).d_model % 2 == 0 ? "lab.positions.products.same" : "lab.positions.products.odd",
      {{"pairs", std::to_string(count * (count + 1) / 2)},
       {"offsets", std::to_string(count)},
       {"difference", ui::difference_number(widest->largest - widest->smallest)}});
}

void draw_offsets(const Frame& frame, int products, const std::vector<OffsetRange>& ranges, ImVec2 at,
                  ImVec2 room) {
  const auto& style = frame.style;
  const auto last = static_cast<double>(std::max<size_t>(ranges.size() - 1, 1));
  double low = 0;
  double high = 0;
  for (const OffsetRange& range : ranges) {
    low = std::min(low, range.smallest);
    high = std::max(high, range.largest);
  }
  LinePlot plot{.title = frame.tr("lab.positions.by_offset"),
                .x = {frame.tr("lab.positions.offset"), 0, last},
                .y = {frame.tr("lab.positions.product"), low, high * 1.05 + 1e-9}};
  PlotLine& mean = plot.lines.emplace_back();
  mean.colour = style.colours.accent;
  for (const OffsetRange& range : ranges)
    mean.points.emplace_back(static_cast<double>(range.offset), range.mean);
  // Every pair of positions is a dot: those at the same distance overlap.
  PlotLine& dots = plot.lines.emplace_back();
  dots.colour = style.colours.ink;
  dots.has_line = false;
  dots.has_dots = true;
  for (const OffsetRange& range : ranges) {
    for (const double value : {range.smallest, range.largest})
      dots.points.emplace_back(static_cast<double>(range.offset), value);
  }
  const engine::Cell hovered = frame.session.hover();
  if (hovered.stage == products && !frame.session.hovered())
    plot.mark = static_cast<double>(std::abs(hovered.row - hovered.column));
  const auto here = draw_line_plot(frame, "positions by offset", plot, at, room);
  if (!here || !ui::begin_tooltip(style)) return;
  const auto& range = ranges.at(std::min(static_cast<size_t>(std::lround(*here)), ranges.size() - 1));
  ui::paragraph(frame.tr("lab.positions.by_offset.tip",
                         {{"offset", std::to_string(range.offset)},
                          {"pairs", std::to_string(static_cast<Index>(ranges.size()) - range.offset)},
                          {"smallest", six(range.smallest)},
                          {"largest", six(range.largest)}}),
                style.px(320), style.small_ink());
  ui::end_tooltip();
}

}  // namespace

void draw_positions_products(const Frame& frame) {
  const auto& style = frame.style;
  const int products = positions_stage(frame, "products");
  const auto ranges = products_read(frame, products);
  finding(frame, spread_sentence(frame, ranges), ImGui::GetContentRegionAvail().x);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float bar = style.px(64);
  const float side = std::min(room.y - style.px(4), std::floor(room.x * 0.5f) - bar);
  const look::ColourScale& scale = frame.facts.scale(products);
  const auto matrix = draw_small_map(
      frame, {.stage = products, .caption = frame.tr("lab.positions.page.products"), .scale = scale},
      {at.x, at.y + style.px(4)}, {side, side});
  ImGui::SetCursorScreenPos(matrix.corner);
  const bool pressed = ImGui::InvisibleButton("positions products", matrix.size);
  const engine::Cell cell = pointed_at(matrix);
  if (pressed && cell.stage >= 0) go_to_cell(frame, cell);
  draw_colour_bar(frame, scale, {matrix.corner.x + matrix.size.x + style.px(8), matrix.corner.y},
                  matrix.size.y);
  const float left = matrix.corner.x + matrix.size.x + bar + style.px(20) - at.x;
  draw_offsets(frame, products, ranges, {at.x + left, at.y + style.px(4)},
               {room.x - left, room.y - style.px(8)});
}

}  // namespace views
