// stage_mouse.cpp: hovering, pinning and zooming cells of the stage.
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/session/exploring.h"
#include "app/views/core/folding.h"
#include "app/views/stage/mask_brush.h"
#include "app/views/stage/number_edit.h"
#include "app/views/stage/small_map.h"
#include "app/views/stage/stage_parts.h"
#include "engine/core/address.h"

namespace views {
namespace {

// The cell under the mouse, in any matrix of the layout; if cells are smaller than a pixel, the largest of
// those on it.
std::optional<PixelPeak> cell_under_mouse(const Frame& frame, const StageLayout& layout) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (const PlacedMatrix& matrix : layout.matrices) {
    if (auto cell = matrix.frame.cell_at(mouse)) return largest_under_pixel(frame, matrix.frame, *cell);
  }
  return std::nullopt;
}

// Whether a film of the stage has not reached the cell yet.
bool is_covered(const Frame& frame, const engine::Cell& cell) {
  const auto plan = cell.stage == frame.session.focused_stage() ? frame.session.play_plan() : std::nullopt;
  return plan && !plan->shows(cell, frame.session.desk().playback.position);
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
}

// The cell of the previous click: the first of a double-click may go to another stage, with another cell
// under the mouse.
engine::Cell click_before(const engine::Cell& now) {
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  int& stage = *storage.GetIntRef(ImGui::GetID("clicked stage"), -1);
  int& row = *storage.GetIntRef(ImGui::GetID("clicked row"), 0);
  int& column = *storage.GetIntRef(ImGui::GetID("clicked column"), 0);
  const engine::Cell before{stage, row, column};
  stage = now.stage;
  row = static_cast<int>(now.row);
  column = static_cast<int>(now.column);
  return before;
}

// A double-click edits a cell; outside all cells it fits the stage into its space again.
void handle_double_click(const Frame& frame, const std::optional<engine::Cell>& cell) {
  if (!ImGui::IsItemHovered() || !ImGui::IsMouseClicked(0)) return;
  const engine::Cell before = click_before(cell.value_or(engine::Cell{}));
  if (!ImGui::IsMouseDoubleClicked(0)) return;
  if (before.stage < 0 || before.stage >= frame.trace().size()) {
    frame.requests.zoom({});
    return;
  }
  const engine::Stage& stage = frame.trace().stage(before.stage);
  if (before.row >= stage.rows || before.column >= stage.columns) return;
  frame.requests.edit("", [before, address = stage.address](app::State& state) {
    app::focus_on(state, address);
    state.document.focus.pinned = {before.row, before.column};
  });
  if (engine::may_be_typed(stage.address)) open_number(frame, before);
}

}  // namespace

void pin_cell(const Frame& frame, const engine::Cell& cell) {
  const std::string address = frame.trace().stage(cell.stage).address;
  frame.requests.edit("", [address, cell](app::State& state) {
    app::Focus& focus = state.document.focus;
    const bool unpin = focus.stage == address && focus.pinned == std::pair(cell.row, cell.column);
    if (focus.stage != address) app::focus_on(state, address);
    focus.pinned.reset();
    if (!unpin) focus.pinned = {cell.row, cell.column};
  });
}

app::Viewport inside(app::Viewport viewport) {
  viewport.left = std::clamp(viewport.left, 0.0, 1.0 - viewport.width);
  viewport.top = std::clamp(viewport.top, 0.0, 1.0 - viewport.height);
  return viewport;
}

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
  const auto under = cell_under_mouse(frame, layout);
  const auto cell = under ? std::optional(under->cell) : std::nullopt;
  if (!painting) handle_double_click(frame, cell);
  if (!cell || !ImGui::IsItemHovered() || is_covered(frame, *cell)) return;
  frame.hover(*cell);
  const ImVec2 dragged = ImGui::GetMouseDragDelta(0);
  const bool second_of_two = ImGui::GetIO().MouseClickedLastCount[0] > 1;
  if (!painting && released && !second_of_two && dragged.x == 0 && dragged.y == 0) pin_cell(frame, *cell);
  // The weights next to the mask show what a stroke does.
  if (painting && ImGui::IsItemActive()) return;
  // Where the card or the line of a presentation says it, no box covers the cells around it.
  const bool is_said = frame.session.desk().presenting.is_on || shows_card(frame);
  if (is_said && under->rows * under->columns == 1) return;
  const app::PresentationState& presenting = frame.session.desk().presenting;
  if (presenting.magnifier || presenting.laser || presenting.is_blank) return;
  // The card says it too; but not which of many cells under one pixel it is.
  const bool is_one = under->rows == 1 && under->columns == 1;
  if (is_one && !presenting.is_on && frame.panel_rects.of("card")) return;
  cell_tooltip(frame, *cell, under->rows, under->columns);
}

}  // namespace views
