// chip_arcs.cpp: draws the arcs, where they are at rest and on their way into the row.
#include "app/views/window/chip_arcs.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/stage/picture_words.h"
#include "engine/core/address.h"

namespace views {
namespace {

using engine::Index;

ImU32 mixed_colour(ImU32 from, ImU32 to, float share) {
  const ImVec4 a = ui::vec4(from);
  const ImVec4 b = ui::vec4(to);
  return ImGui::ColorConvertFloat4ToU32(
      {std::lerp(a.x, b.x, share), std::lerp(a.y, b.y, share), std::lerp(a.z, b.z, share), 1});
}

ImU32 head_colour(const ArcMap& map) {
  return map.frame.style.head(engine::head_of(map.map().address).value_or(0));
}

// Thinner than a pixel means paler.
void draw_curve(ImDrawList& list, const std::vector<ImVec2>& points, ImU32 colour, ImU32 ground,
                float width) {
  const ImU32 ink = width < 1 ? mixed_colour(ground, colour, width) : colour;
  list.AddPolyline(points.data(), static_cast<int>(points.size()), ink, 0, std::max(width, 1.0f));
}

// The row of the map with this token.
std::optional<Index> row_of(const ArcMap& map, Index token) {
  const Index row = map.queries.word_of(token);
  return row < map.map().rows ? std::optional(row) : std::nullopt;
}

std::optional<Index> pinned_row(const Frame& frame, const ArcMap& map) {
  const auto& pinned = frame.session.document().focus.pinned;
  return pinned ? row_of(map, pinned->first) : std::nullopt;
}

// The query that is looked at: of a cell of the map, or of the scores that it is made of.
std::optional<Index> looked_at(const Frame& frame, const ArcMap& map) {
  if (frame.session.hovered()) {
    const bool is_here = frame.session.hovered() == map.frame.derived;
    const Index row = frame.session.hover().row;
    return is_here && row < map.map().rows ? std::optional(row) : std::nullopt;
  }
  const engine::Cell cell = frame.session.explained_cell();
  const int focused = frame.session.focused_stage();
  if (cell.stage < 0 || focused < 0) return std::nullopt;
  const engine::Stage& stage = frame.session.trace()->stage(focused);
  const engine::Stage& pointed = frame.session.trace()->stage(cell.stage);
  const bool is_input = std::find(stage.inputs.begin(), stage.inputs.end(), cell.stage) != stage.inputs.end();
  const bool is_same = cell.stage == focused || (is_input && pointed.column_axis == engine::Axis::kKeys);
  return is_same ? row_of(map, cell.row) : std::nullopt;
}

void explain_row(const ArcMap& map, Index row) {
  map.frame.hover({map.stage, row, strongest_key(map.frame, map.stage, row)});
}

// Pins the row, and shows its matrix, with every row of it.
void fold_arcs(const Frame& frame, const ArcMap& map, Index row) {
  const Index key = strongest_key(map.frame, map.stage, row);
  const Index query = map.queries.first_of(row);
  const Index read = map.keys.first_of(key);
  const bool is_pinned = pinned_row(frame, map) == row;
  frame.requests.edit("token", [query, read, is_pinned](app::State& state) {
    app::Focus& focus = state.document.focus;
    focus.view = "stage";
    focus.token.reset();
    if (!is_pinned) focus.pinned = {query, read};
  });
  frame.motion.fold(map.map().address, row);
}

// Below the arcs: above them it would hide the words that they lead to.
void arcs_tip(const Frame& frame) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_DelayNormal)) return;
  const float width = frame.style.px(300);
  const float last = ImGui::GetIO().DisplaySize.x - width - frame.style.px(32);
  const float left = std::max(std::min(ImGui::GetIO().MousePos.x, last), 0.0f);
  ImGui::SetNextWindowPos({left, ImGui::GetItemRectMax().y + frame.style.px(8)});
  if (!ui::begin_tooltip(frame.style)) return;
  ui::paragraph(frame.tr("arcs.tip"), width, frame.style.small_ink());
  ui::end_tooltip();
}

// What is clicked: the place of the arcs below the chips, as far as nothing else is there.
void arcs_button(const Frame& frame, const ArcMap& map, Index row, const std::vector<Arc>& arcs) {
  ImVec2 low(FLT_MAX, FLT_MAX);
  ImVec2 high(-FLT_MAX, -FLT_MAX);
  for (const Arc& arc : arcs) {
    for (const ImVec2& point : arc.points) {
      low = {std::min(low.x, point.x), std::min(low.y, point.y)};
      high = {std::max(high.x, point.x), std::max(high.y, point.y)};
    }
  }
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const float last = after.y - frame.style.px(1);
  const ImVec2 size(high.x - low.x, std::min(high.y, last) - low.y);
  if (size.x < 1 || size.y < 1) return;
  ImGui::SetCursorScreenPos(low);
  const bool clicked = ImGui::InvisibleButton("arcs", size);
  if (ImGui::IsItemHovered()) {
    explain_row(map, row);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  arcs_tip(frame);
  if (clicked) fold_arcs(frame, map, row);
  ImGui::SetCursorScreenPos(after);
}

// Folded arcs stay away until another row is pinned, or none.
bool stay_folded(const Frame& frame, const ArcMap& map, Index row) {
  Motion& motion = frame.motion;
  const auto folded = motion.folded_row(map.map().address);
  if (motion.folding()) return folded.has_value();
  if (folded && folded != pinned_row(frame, map)) motion.unfold();
  return folded == row && !motion.points_at_sentence();
}

}  // namespace

void point_at_chip(const Frame& frame, int sequence, Index position) {
  const auto map = arc_map(frame);
  if (!map || map->query_sequence != sequence) return;
  const auto row = row_of(*map, position);
  if (!row) return;
  frame.motion.point_at_sentence();
  explain_row(*map, *row);
}

bool draw_chip_arcs(const Frame& frame) {
  const auto map = arc_map(frame);
  const auto row = map ? looked_at(frame, *map) : std::nullopt;
  if (!map && !frame.motion.folding()) frame.motion.unfold();
  if (!map || !row || stay_folded(frame, *map, *row)) return false;
  std::vector<Arc> arcs = plan_arcs(*map, *row);
  const bool has_arcs = !arcs.empty();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const Arc& arc : arcs)
    draw_curve(list, arc.points, head_colour(*map), frame.style.colours.background, arc.width);
  if (has_arcs) arcs_button(frame, *map, *row, arcs);
  frame.motion.show_arcs(std::move(arcs));
  return has_arcs;
}

void draw_folding_arcs(const Frame& frame) {
  const auto share = frame.motion.folding();
  const auto map = share ? arc_map(frame) : std::nullopt;
  const auto row = map ? frame.motion.folded_row(map->map().address) : std::nullopt;
  if (!row) return;
  const auto& places = frame.motion.places();
  const bool is_drawn = !places.empty() && places.back().address == map->map().address;
  std::vector<Arc> arcs = plan_arcs(*map, *row);
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  for (Arc& arc : arcs) {
    ImU32 colour = head_colour(*map);
    if (is_drawn) {
      const StagePlace& goal = places.back();
      const engine::Cell cell{goal.frame.stage, *row, arc.key};
      const auto [low, high] = goal.frame.box(cell, cell);
      for (size_t i = 0; i < arc.points.size(); ++i) {
        const float along = static_cast<float>(i) / static_cast<float>(arc.points.size() - 1);
        const ImVec2 end(std::lerp(low.x, high.x, along), (low.y + high.y) / 2);
        arc.points[i] = {std::lerp(arc.points[i].x, end.x, *share),
                         std::lerp(arc.points[i].y, end.y, *share)};
      }
      arc.width = std::lerp(arc.width, high.y - low.y, *share);
      colour = mixed_colour(colour, ui::pack(look::colour_of(goal.scale, arc.weight)), *share);
    }
    draw_curve(list, arc.points, colour, frame.style.colours.background, arc.width);
  }
  frame.motion.show_arcs(std::move(arcs));
}

}  // namespace views
