// stage_mouse.cpp: a cell of the stage pointed at, pinned, zoomed into.
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/export/labels.h"
#include "app/ui/widgets.h"
#include "app/views/mask_brush.h"
#include "app/views/stage_parts.h"

namespace views {
namespace {

// Which matrix of the layout is under the mouse, and its cell.
std::optional<engine::Cell> cell_under_mouse(const StageLayout& layout) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (const PlacedMatrix& matrix : layout.matrices) {
    if (auto cell = matrix.frame.cell_at(mouse)) return cell;
  }
  return std::nullopt;
}

// A click pins the cell; on an operand it goes to that operand's own stage.
void pin(const Frame& frame, const engine::Cell& cell) {
  const std::string address = frame.trace().stage(cell.stage).address;
  frame.requests.edit("", [address, cell](app::State& state) {
    app::Focus& focus = state.document.focus;
    const bool unpin = focus.stage == address && focus.pinned == std::pair(cell.row, cell.column);
    if (focus.stage != address) app::focus_on(state, address);
    focus.pinned.reset();
    if (!unpin) focus.pinned = {cell.row, cell.column};
  });
}

// Keeps the visible block inside the stage.
app::Viewport inside(app::Viewport viewport) {
  viewport.left = std::clamp(viewport.left, 0.0, 1.0 - viewport.width);
  viewport.top = std::clamp(viewport.top, 0.0, 1.0 - viewport.height);
  return viewport;
}

void zoom_and_pan(const Frame& frame, const StageLayout& layout, const engine::Stage& stage, bool painting) {
  const ui::MatrixFrame& result = layout.result().frame;
  const ImGuiIO& io = ImGui::GetIO();
  app::Viewport viewport = frame.session.viewport();
  if (io.MouseWheel != 0 && result.contains(io.MousePos)) {
    const double factor = std::pow(0.85, static_cast<double>(io.MouseWheel));
    const auto x = static_cast<double>((io.MousePos.x - result.corner.x) / result.size.x);
    const auto y = static_cast<double>((io.MousePos.y - result.corner.y) / result.size.y);
    frame.requests.zoom(zoomed(viewport, factor, x, y, stage));
  } else if (!painting && ImGui::IsItemActive() && ImGui::IsMouseDragging(0) && !viewport.whole()) {
    viewport.left -= viewport.width * static_cast<double>(io.MouseDelta.x / result.size.x);
    viewport.top -= viewport.height * static_cast<double>(io.MouseDelta.y / result.size.y);
    frame.requests.zoom(inside(viewport));
  }
  if (!painting && ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) frame.requests.zoom({});
}

}  // namespace

app::Viewport zoomed(const app::Viewport& from, double factor, double x, double y,
                     const engine::Stage& stage) {
  const double closest = std::min(1.0, 2.0 / static_cast<double>(std::min(stage.rows, stage.columns)));
  const double size = std::clamp(from.width * factor, closest, 1.0);
  app::Viewport to;
  to.left = from.left + x * (from.width - size);
  to.top = from.top + y * (from.height - size);
  to.width = to.height = size;
  return inside(to);
}

void handle_stage_mouse(const Frame& frame, const StageLayout& layout, ImVec2 corner, ImVec2 room) {
  const engine::Stage& stage = frame.trace().stage(layout.result().frame.stage);
  ImGui::SetCursorScreenPos(corner);
  const bool released = ImGui::InvisibleButton("stage canvas", room);
  // Elsewhere the wheel scrolls the page.
  if (layout.result().frame.contains(ImGui::GetIO().MousePos)) ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
  const bool painting = paints(frame, layout.result().frame.stage);
  zoom_and_pan(frame, layout, stage, painting);
  if (painting) handle_brush(frame, layout);
  const auto cell = cell_under_mouse(layout);
  if (!cell || !ImGui::IsItemHovered()) return;
  frame.hover(*cell);
  const ImVec2 dragged = ImGui::GetMouseDragDelta(0);
  const bool second_of_two = ImGui::GetIO().MouseClickedLastCount[0] > 1;
  if (!painting && released && !second_of_two && dragged.x == 0 && dragged.y == 0) pin(frame, *cell);
  // The weights beside the mask say what a stroke does.
  if (painting && ImGui::IsItemActive()) return;
  if (!ui::begin_tooltip(frame.style)) return;
  const engine::Stage& shown = frame.trace().stage(cell->stage);
  const std::string row = frame.facts.label(shown.rows_are(), cell->row);
  const std::string column = frame.facts.label(shown.columns_are(), cell->column);
  ui::label(exporter::stage_name(frame.tr, shown.address) + "  " + row +
                (shown.column_axis == engine::Axis::kKeys ? " → " : ", ") + column,
            frame.style.small());
  ui::label("[" + std::to_string(cell->row) + ", " + std::to_string(cell->column) +
                "] = " + ui::fixed_number(frame.trace().at(cell->stage, cell->row, cell->column), 4),
            frame.style.small_strong());
  ui::end_tooltip();
}

}  // namespace views
