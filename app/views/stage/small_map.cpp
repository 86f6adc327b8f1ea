// small_map.cpp: places a stage with its caption and its labels.
#include "app/views/stage/small_map.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/look/labels.h"
#include "app/ui/widgets.h"

namespace views {
namespace {

// Space above the matrix: the caption, and horizontal labels if they fit.
struct Head {
  float height = 0;
  ImVec2 size;         // of the matrix
  bool labels = true;  // including those above the matrix
};

ImVec2 sized(const Frame& frame, const engine::Stage& stage, ImVec2 room, float widest_cell) {
  const auto rows = static_cast<float>(stage.rows);
  const auto columns = static_cast<float>(stage.columns);
  const ImVec2 size(std::max(room.x, 8.0f), std::max(room.y, 8.0f));
  constexpr float kWidest = 64;        // pixels of a cell
  constexpr float kWidestOfMap = 160;  // whose cells are square, and whose numbers grow with them
  const float widest = frame.style.px(is_map(stage) ? kWidestOfMap : kWidest);
  if (!is_map(stage)) return {std::min(size.x, columns * widest), std::min(size.y, rows * widest)};
  const float cell = std::min({size.x / columns, size.y / rows, widest});
  return {std::min({size.x / columns, widest_cell * cell, widest}) * columns, cell * rows};
}

Head fit(const Frame& frame, const engine::Stage& stage, ImVec2 room, float labels, const SmallMap& map) {
  const auto& style = frame.style;
  const float caption = style.px(24);
  const auto sized_below = [&](float head) {
    return sized(frame, stage, {room.x - labels, room.y - head}, map.widest_cell);
  };
  if (!map.column_labels) return {caption, sized_below(caption), false};
  const float flat = caption + flat_label_height(frame);
  const ImVec2 low = sized_below(flat);
  const float widest = row_label_width(frame, stage.columns_are(), stage.columns) - style.px(6);
  if (!stage.columns_are().counts_tokens() || low.x / static_cast<float>(stage.columns) >= widest)
    return {flat, low};
  const float tilted = caption + column_label_height(frame, stage.columns_are(), stage.columns);
  return {tilted, sized_below(tilted)};
}

}  // namespace

engine::Cell pointed_at(const ui::MatrixFrame& matrix) {
  const auto cell = matrix.cell_at(ImGui::GetIO().MousePos);
  return cell && ImGui::IsWindowHovered() ? *cell : engine::Cell{};
}

int picture_columns(size_t count, ImVec2 room) {
  int best = 1;
  float largest = 0;
  for (int columns = 1; columns <= static_cast<int>(count); ++columns) {
    const int rows = (static_cast<int>(count) + columns - 1) / columns;
    const float size = std::min(room.x / static_cast<float>(columns), room.y / static_cast<float>(rows));
    if (size > largest) best = columns;
    largest = std::max(largest, size);
  }
  return best;
}

look::ColourScale shared_scale(const look::ColourScale& one, const look::ColourScale& other) {
  return {one.map, std::min(one.low, other.low), std::max(one.high, other.high)};
}

look::ColourScale difference_scale(const look::ColourScale& own, const look::ColourScale& of) {
  constexpr float kLeast = 0.01f;
  const float high = std::max(own.high, kLeast * std::max(of.high, -of.low));
  return {own.map, -high, high};
}

PixelPeak largest_under_pixel(const Frame& frame, const ui::MatrixFrame& matrix, const engine::Cell& cell) {
  if (matrix.cell_width() >= 1 && matrix.cell_height() >= 1) return {cell};
  const engine::Stage& stage = frame.trace().stage(matrix.stage);
  // The range of cells across or down that the pixel covers.
  const auto span = [](float mouse, float corner, double first, float cell_size, engine::Index cells) {
    const double from = first + static_cast<double>((std::floor(mouse) - corner) / cell_size);
    const auto low = std::clamp<engine::Index>(static_cast<engine::Index>(from), 0, cells - 1);
    const auto end = static_cast<engine::Index>(std::ceil(from + 1 / static_cast<double>(cell_size)));
    return std::pair(low, std::clamp<engine::Index>(end, low + 1, cells) - low);
  };
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  auto across = span(mouse.x, matrix.corner.x, matrix.first_column, matrix.cell_width(),
                     matrix.transposed ? stage.rows : stage.columns);
  auto down = span(mouse.y, matrix.corner.y, matrix.first_row, matrix.cell_height(),
                   matrix.transposed ? stage.columns : stage.rows);
  if (matrix.transposed) std::swap(across, down);
  const engine::Matrix numbers =
      frame.trace().read(matrix.stage, down.first, across.first, down.second, across.second);
  const auto peak = engine::peak_of(numbers, look::is_signed(stage));
  if (!peak) return {cell};
  return {{matrix.stage, down.first + peak->row, across.first + peak->column}, down.second, across.second};
}

void cell_tooltip(const Frame& frame, const engine::Cell& cell, engine::Index rows, engine::Index columns) {
  if (!ui::begin_tooltip(frame.style)) return;
  const engine::Stage& shown = frame.trace().stage(cell.stage);
  const std::string row = frame.facts.label(shown.rows_are(), cell.row);
  const std::string column = frame.facts.label(shown.columns_are(), cell.column);
  ui::label(look::stage_name(frame.tr, shown) + "  " + row +
                (shown.column_axis == engine::Axis::kKeys ? " → " : ", ") + column,
            frame.style.small());
  ui::label(frame.tr.cell(cell.row, cell.column) + " = " +
                ui::fixed_number(frame.trace().at(cell.stage, cell.row, cell.column), 4),
            frame.style.small_strong());
  if (rows * columns > 1)
    ui::label(
        frame.tr("cell.largest_of", {{"rows", std::to_string(rows)}, {"columns", std::to_string(columns)}}),
        frame.style.small());
  ui::end_tooltip();
}

ui::MatrixFrame draw_small_map(const Frame& frame, const SmallMap& map, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const engine::Stage& stage = frame.trace().stage(map.stage);
  const Frame named_frame =
      map.names != nullptr ? frame.over(frame.derived, *map.names, frame.derived_name) : frame;
  float labels = map.row_labels ? row_label_width(named_frame, stage.rows_are(), stage.rows) : 0;
  Head head = fit(named_frame, stage, room, labels, map);
  const float caption = style.px(26);
  const ImVec2 bare = sized(frame, stage, {room.x, room.y - caption}, map.widest_cell);
  if (map.may_drop_labels && head.size.y < 0.7f * bare.y) {
    head = {caption, bare, false};
    labels = 0;
  }
  ui::MatrixFrame matrix;
  matrix.stage = map.stage;
  matrix.rows = static_cast<double>(stage.rows);
  matrix.columns = static_cast<double>(stage.columns);
  matrix.corner = {std::round(at.x + labels), std::round(at.y + head.height)};
  matrix.size = {std::max(8.0f, std::floor(head.size.x)), std::max(8.0f, std::floor(head.size.y))};
  // A caption wider than the matrix begins above the row labels.
  const float width = std::max(room.x, style.px(60));
  const float beside = std::max(width - ui::text_size(map.caption, style.strong()).x, 0.0f);
  ui::draw_text(*ImGui::GetWindowDrawList(), {std::min(matrix.corner.x, std::round(at.x + beside)), at.y},
                ui::ellipsise(map.caption, width, style.strong()), style.strong());
  std::vector<LitBlock> lit;
  if (map.lit.stage >= 0 && map.lights_row)
    lit.push_back({{map.lit.stage, map.lit.row, 0},
                   {map.lit.stage, map.lit.row, stage.columns - 1},
                   style.colours.query});
  if (map.lit.stage >= 0)
    lit.push_back({map.lit, map.lit, map.lit_colour != 0 ? map.lit_colour : style.colours.ink});
  draw_matrix(frame, matrix, map.scale, map.lit.stage >= 0 ? lit : lit_blocks(frame));
  const engine::Cell named = map.lit.stage >= 0 ? map.lit : frame.explained_cell();
  if (map.row_labels && (head.labels || !map.column_labels))
    draw_row_labels(named_frame, matrix, named, map.crowded, map.kept_row);
  if (head.labels) draw_column_labels(named_frame, matrix, named, map.crowded);
  const engine::Cell cell = map.explains ? pointed_at(matrix) : engine::Cell{};
  if (cell.stage >= 0) {
    frame.hover(cell);
    cell_tooltip(named_frame, cell);
  }
  return matrix;
}

}  // namespace views
