// glide.cpp: draws the matrix that is under way over an empty place.
#include "app/views/stage/glide.h"

#include <utility>

#include "app/ui/large_maps.h"
#include "app/views/core/motion.h"
#include "engine/core/address.h"

namespace views {
namespace {

ImVec2 end_of(const ui::MatrixFrame& matrix) {
  return {matrix.corner.x + matrix.size.x, matrix.corner.y + matrix.size.y};
}

// A large map would be measured anew for every size; a result that a film has not shown yet stays covered.
bool may_glide(const Frame& frame, const StagePlace& goal) {
  const bool is_covered = goal.frame.stage == frame.session.focused_stage() && frame.session.play_plan();
  return !is_covered && !ui::is_large_map(frame.trace(), goal.frame.stage);
}

void draw_under_way(const Frame& frame, const StagePlace& place, const StagePlace& goal) {
  const auto& colours = frame.style.colours;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(goal.frame.corner, end_of(goal.frame), colours.panel);
  const ImVec2 low = place.frame.corner;
  const ImVec2 high = end_of(place.frame);
  if (frame.trace().stage(place.frame.stage).column_axis == engine::Axis::kIds) {
    list.AddRectFilled(low, high, colours.chip);
  } else {
    frame.heatmaps.draw(list, frame.trace_pointer(), place.frame, place.scale, frame.style,
                        frame.derived_name);
  }
  list.AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, colours.muted);
}

}  // namespace

void outline_folded_row(const Frame& frame, const ui::MatrixFrame& matrix) {
  const engine::Stage& stage = frame.trace().stage(matrix.stage);
  const auto row = frame.motion.folded_row(stage.address);
  if (!row || *row >= stage.rows || frame.motion.folding()) return;
  const auto [low, high] = matrix.box({matrix.stage, *row, 0}, {matrix.stage, *row, stage.columns - 1});
  if (high.y - low.y <= 0) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 colour = frame.style.head(engine::head_of(stage.address).value_or(0));
  list.AddRect({low.x - 2, low.y - 2}, {high.x + 2, high.y + 2}, frame.style.colours.panel, frame.style.px(3),
               0, frame.style.px(4));
  list.AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, colour, frame.style.px(2), 0,
               frame.style.px(2));
}

void draw_glide(const Frame& frame, const StageLayout& layout, const std::vector<look::ColourScale>& scales) {
  std::vector<StagePlace> places;
  places.reserve(layout.matrices.size());
  for (size_t i = 0; i < layout.matrices.size(); ++i) {
    const ui::MatrixFrame& matrix = layout.matrices[i].frame;
    places.push_back({frame.trace().stage(matrix.stage).address, matrix, scales[i]});
  }
  frame.motion.place_stage(frame.trace_pointer(), std::move(places));
  outline_folded_row(frame, layout.result().frame);
  const auto& place = frame.motion.gliding();
  if (place && may_glide(frame, frame.motion.goal())) draw_under_way(frame, *place, frame.motion.goal());
}

}  // namespace views
