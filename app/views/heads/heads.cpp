// heads.cpp: every head's picture of the same stage, large and side by side, on one colour scale.
#include "app/views/heads/heads.h"

#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/core/merged_frame.h"
#include "app/views/core/outline.h"
#include "app/views/heads/head_patterns.h"
#include "app/views/stage/matrix_view.h"

namespace views {
namespace {

// The number of columns that gives the largest pictures of this shape.
int best_columns(int count, ImVec2 room, float aspect, float beside, float above) {
  int best = 1;
  float largest = 0;
  for (int columns = 1; columns <= count; ++columns) {
    const int rows = (count + columns - 1) / columns;
    const float width = room.x / static_cast<float>(columns) - beside;
    const float height = room.y / static_cast<float>(rows) - above;
    const float size = std::min(width, height * aspect);
    if (size > largest) {
      largest = size;
      best = columns;
    }
  }
  return best;
}

// `maps`: the frame itself, or that of the same maps between words.
void draw_one(const Frame& frame, const Frame& maps, int of, int head, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const int stage = maps.trace().find(frame.trace().stage(of).address).value_or(of);
  const engine::Stage& drawn = maps.trace().stage(stage);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float labels = row_label_width(maps, drawn.rows_are(), drawn.rows);
  const auto rows = static_cast<float>(drawn.rows);
  const auto columns = static_cast<float>(drawn.columns);
  const auto fit = [&](float above) {
    const ImVec2 size(room.x - labels - style.px(20), room.y - above - style.px(16));
    if (drawn.column_axis != engine::Axis::kKeys) return size;
    const float cell = std::min(size.x / columns, size.y / rows);
    return ImVec2(cell * columns, cell * rows);
  };
  float above = style.px(26) + column_label_height(maps, drawn.columns_are(), drawn.columns);
  ImVec2 size = fit(above);
  if (size.x / columns >= row_label_width(maps, drawn.columns_are(), drawn.columns) - style.px(6)) {
    above = style.px(26) + flat_label_height(frame);
    size = fit(above);
  }
  ui::MatrixFrame matrix;
  matrix.stage = stage;
  matrix.rows = static_cast<double>(rows);
  matrix.columns = static_cast<double>(columns);
  matrix.corner = {std::round(at.x + labels), std::round(at.y + above)};
  matrix.size = {std::floor(std::max(size.x, 8.0f)), std::floor(std::max(size.y, 8.0f))};
  if (head == frame.session.focused_head() && engine::head_of(frame.here())) {
    list.AddRect({matrix.corner.x - 3, matrix.corner.y - 3},
                 {matrix.corner.x + matrix.size.x + 3, matrix.corner.y + matrix.size.y + 3},
                 style.colours.ink, style.px(3), 0, style.px(2));
  }
  const std::string name = frame.tr("head.name", {{"head", std::to_string(head + 1)}});
  ui::draw_text(list, at, name, style.strong());
  const float name_width = ui::text_size(name, style.strong()).x + style.px(10);
  const std::string habit =
      ui::ellipsise(head_pattern_sentence(frame, of), room.x - name_width - style.px(14), style.small());
  ui::draw_text(list, {at.x + name_width, at.y + style.px(2)}, habit, style.small());
  draw_matrix(maps, matrix, frame.facts.scale(of), lit_blocks(maps));
  draw_row_labels(maps, matrix, maps.explained_cell());
  draw_column_labels(maps, matrix, maps.explained_cell());
  ImGui::SetCursorScreenPos(matrix.corner);
  if (ImGui::InvisibleButton(("map " + std::to_string(head + 1)).c_str(), matrix.size)) {
    frame.requests.edit("", [address = drawn.address](app::State& state) {
      app::focus_on(state, address);
      state.document.focus.view = "stage";
    });
  }
  const auto cell = matrix.cell_at(ImGui::GetIO().MousePos);
  if (cell && ImGui::IsItemHovered()) maps.hover(*cell);
}

// If the focus is in no head: the attention nearest to it.
std::string whose_heads(const Frame& frame, const engine::Stage& stage) {
  const engine::StageAddress place = engine::parse_address(stage.address);
  if (!frame.facts.has_layers() || place.layer < 0 || engine::head_of(frame.here())) return "";
  return layer_name(frame, place) + " › " + sublayer_name(frame, place) + " · ";
}

}  // namespace

void draw_heads(const Frame& frame) {
  const int focused = frame.session.focused_stage();
  if (focused < 0) return;
  const auto& style = frame.style;
  const std::string near = frame.facts.attention_near(frame.trace().stage(focused).address);
  const int like = frame.trace().find(near).value_or(focused);
  const engine::Stage& stage = frame.trace().stage(like);
  ui::label(frame.tr("heads.title", {{"stage", look::stage_name(frame.tr, stage)}}), style.title());
  ui::label(look::axis_title(frame.tr, stage, frame.style.predicted_rows) + "   ·   " + frame.tr("heads.why"),
            style.quiet());
  ui::label(whose_heads(frame, stage) + memory_sentence(frame, stage), style.small());
  ImGui::Dummy({0, style.px(6)});
  const auto stages = app::across_heads(frame.trace(), like);
  const auto merged = merged_frame(frame, stages);
  if (merged) ui::paragraph(frame.tr("merged.why"), ImGui::GetContentRegionAvail().x, style.small());
  const ImVec2 start = ImGui::GetCursorScreenPos();
  ImVec2 room = ImGui::GetContentRegionAvail();
  room.x -= style.px(70);
  const bool is_map = stage.column_axis == engine::Axis::kKeys;
  const float aspect = is_map ? static_cast<float>(stage.columns) / static_cast<float>(stage.rows) : 1.6f;
  const float beside = row_label_width(frame, stage.rows_are(), stage.rows) + style.px(20);
  const float above = column_label_height(frame, stage.columns_are(), stage.columns) + style.px(34);
  const int columns = best_columns(static_cast<int>(stages.size()), room, aspect, beside, above);
  const int rows = (static_cast<int>(stages.size()) + columns - 1) / columns;
  const ImVec2 each(room.x / static_cast<float>(columns), room.y / static_cast<float>(rows));
  for (int head = 0; head < static_cast<int>(stages.size()); ++head) {
    const int row = head / columns;
    const int column = head % columns;
    const ImVec2 at(start.x + each.x * static_cast<float>(column),
                    start.y + each.y * static_cast<float>(row));
    draw_one(frame, merged ? *merged : frame, stages[static_cast<size_t>(head)], head, at, each);
  }
  draw_colour_bar(frame, frame.facts.scale(like), {start.x + room.x + style.px(8), start.y + style.px(40)},
                  std::min(style.px(190), room.y - style.px(50)));
}

}  // namespace views
