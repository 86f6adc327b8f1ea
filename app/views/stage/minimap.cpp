// minimap.cpp: an overview for orientation.
#include "app/views/stage/minimap.h"

#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/stage/stage_parts.h"

namespace views {
namespace {

constexpr engine::Index kManyTokens = 200;  // from here up single cells are hard to find
constexpr double kCloseCells = 12;          // visible per side after a jump: their values are readable
constexpr float kLeastFrame = 5;            // minimum side of the frame in pixels, so that it is visible

// The whole map in this width, in its own proportions as far as both sides stay visible.
ImVec2 size_of(const Frame& frame, const ui::MatrixFrame& result, float width) {
  const engine::Stage& stage = frame.trace().stage(result.stage);
  const float shape = static_cast<float>(stage.rows) / static_cast<float>(stage.columns);
  return {width, std::round(width * std::clamp(shape, 0.3f, 1.2f))};
}

// The visible part centred on another point of the map, given in fractions of it; if all of the map was
// visible, a quarter.
app::Viewport seen_about(app::Viewport viewport, double x, double y) {
  constexpr double kQuarter = 0.25;
  if (viewport.whole()) viewport.width = viewport.height = kQuarter;
  viewport.left = x - viewport.width / 2;
  viewport.top = y - viewport.height / 2;
  return inside(viewport);
}

void go_where_pressed(const Frame& frame, ImVec2 at, ImVec2 size) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const double x = std::clamp(static_cast<double>((mouse.x - at.x) / size.x), 0.0, 1.0);
  const double y = std::clamp(static_cast<double>((mouse.y - at.y) / size.y), 0.0, 1.0);
  // One press is one movement: starting from the whole map does not zoom again in every frame.
  const app::Viewport to = seen_about(frame.session.viewport(), x, y);
  if (to != frame.session.viewport()) frame.requests.zoom(to);
}

void draw_frame_of_sight(const Frame& frame, ImVec2 at, ImVec2 size) {
  const app::Viewport& seen = frame.session.viewport();
  const auto side = [&](float from, double first, double count, float length) {
    const float middle = from + static_cast<float>(first + count / 2) * length;
    const float half = std::max(static_cast<float>(count) * length, frame.style.px(kLeastFrame)) / 2;
    return std::pair(std::max(middle - half, from), std::min(middle + half, from + length));
  };
  const auto [left, right] = side(at.x, seen.left, seen.width, size.x);
  const auto [top, bottom] = side(at.y, seen.top, seen.height, size.y);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float thick = frame.style.px(2);
  list.AddRect({left - 1, top - 1}, {right + 1, bottom + 1}, frame.style.colours.panel, 0, 0, 2 * thick);
  list.AddRect({left, top}, {right, bottom}, frame.style.colours.accent, 0, 0, thick);
}

const std::vector<engine::RowPeak>* peaks_here(const Frame& frame) {
  const int stage = frame.session.trace() ? frame.session.focused_stage() : -1;
  return stage < 0 ? nullptr : frame.facts.peaks(stage);
}

}  // namespace

bool has_minimap(const Frame& frame, const ui::MatrixFrame& result) {
  if (frame.derived || result.stage != frame.session.focused_stage()) return false;
  const engine::Stage& stage = frame.trace().stage(result.stage);
  if (stage.column_axis == engine::Axis::kIds || result.rows <= 1) return false;
  return !frame.session.viewport().whole() || std::min(stage.rows, stage.columns) > kManyTokens;
}

float minimap_height(const Frame& frame, const ui::MatrixFrame& result, float width) {
  return size_of(frame, result, width).y + frame.style.px(36);
}

void draw_minimap(const Frame& frame, const ui::MatrixFrame& result, const look::ColourScale& scale,
                  ImVec2 at, float width) {
  const engine::Stage& stage = frame.trace().stage(result.stage);
  at = {std::round(at.x), std::round(at.y)};
  const ImVec2 size = size_of(frame, result, width);
  ui::MatrixFrame whole;
  whole.stage = result.stage;
  whole.corner = at;
  whole.size = size;
  whole.rows = static_cast<double>(stage.rows);
  whole.columns = static_cast<double>(stage.columns);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  frame.heatmaps.draw(list, frame.trace_pointer(), whole, scale, frame.style, frame.derived_name);
  list.AddRect({at.x - 1, at.y - 1}, {at.x + size.x + 1, at.y + size.y + 1}, frame.style.colours.hairline);
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton("minimap", size);
  if (ImGui::IsItemActive()) go_where_pressed(frame, at, size);
  ui::tip(frame.style, frame.tr("minimap.tip"));
  draw_frame_of_sight(frame, at, size);
  ImGui::SetCursorScreenPos({at.x, at.y + size.y + frame.style.px(6)});
  const bool can = can_jump(frame);
  const std::string name = frame.tr("minimap.jump") + "##jump";
  if (ui::button(frame.style, name.c_str(), ui::ButtonKind::kOutline, can)) jump_to_largest(frame);
  ui::tip(frame.style, frame.tr(can ? "action.jump_largest.tip" : "needs.large_map"));
}

bool can_jump(const Frame& frame) {
  const auto* const peaks = peaks_here(frame);
  return peaks != nullptr && !peaks->empty();
}

void jump_to_largest(const Frame& frame) {
  const std::vector<engine::RowPeak>& peaks = *peaks_here(frame);
  const auto& pinned = frame.session.document().focus.pinned;
  const auto here = std::find_if(peaks.begin(), peaks.end(), [&](const engine::RowPeak& peak) {
    return pinned && *pinned == std::pair(peak.row, peak.column);
  });
  const bool goes_on = here != peaks.end() && here + 1 != peaks.end();
  const engine::RowPeak to = goes_on ? *(here + 1) : peaks.front();
  const engine::Stage& stage = frame.trace().stage(frame.session.focused_stage());
  frame.requests.edit("jump", [to, address = stage.address](app::State& state) {
    app::Focus& focus = state.document.focus;
    if (focus.stage != address) app::focus_on(state, address);
    focus.pinned = {to.row, to.column};
  });
  app::Viewport seen;
  seen.width = seen.height =
      std::min(1.0, kCloseCells / static_cast<double>(std::min(stage.rows, stage.columns)));
  const auto middle = [](engine::Index cell, engine::Index cells) {
    return (static_cast<double>(cell) + 0.5) / static_cast<double>(cells);
  };
  seen.left = middle(to.column, stage.columns) - seen.width / 2;
  seen.top = middle(to.row, stage.rows) - seen.height / 2;
  frame.requests.zoom(inside(seen));
}

}  // namespace views
