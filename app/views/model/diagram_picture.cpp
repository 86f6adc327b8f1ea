// diagram_picture.cpp: a stage as the picture in a block, with marks where the explained cell's tokens are.
#include <algorithm>
#include <cmath>

#include "app/views/core/explained_tokens.h"
#include "app/views/core/next_tokens.h"
#include "app/views/core/thumbnail.h"
#include "app/views/model/diagram.h"

namespace views {
namespace {

// A pointer at the picture's left edge: rows may be thinner than any frame.
void point_at_row(const ui::Style& style, const Box& box, engine::Index row, engine::Index rows) {
  const float pitch = box.size().y / static_cast<float>(rows);
  const float y = box.low.y + (static_cast<float>(row) + 0.5f) * pitch;
  const float half = std::clamp(pitch / 2, style.px(3), style.px(5));
  draw_row_pointer(style, {box.low.x - 1, y}, half);
}

// The rows and columns of a picture, and one of its cells.
struct CellsOf {
  engine::Index rows, columns;
};
struct CellAt {
  engine::Index row, column;
};

// A frame around a picture's cell, with a rim of the panel's, however small the cell is; all of it in the
// picture.
void frame_cell(const ui::Style& style, const Box& box, CellsOf all, CellAt at) {
  const ImVec2 cell(box.size().x / static_cast<float>(all.columns),
                    box.size().y / static_cast<float>(all.rows));
  const ImVec2 centre(box.low.x + (static_cast<float>(at.column) + 0.5f) * cell.x,
                      box.low.y + (static_cast<float>(at.row) + 0.5f) * cell.y);
  const ImVec2 half(std::max(cell.x / 2, style.px(3)), std::max(cell.y / 2, style.px(3)));
  const ImVec2 size(std::min(std::ceil(2 * half.x), box.size().x - 2),
                    std::min(std::ceil(2 * half.y), box.size().y - 2));
  const ImVec2 low(std::clamp(std::floor(centre.x - half.x), box.low.x + 1, box.high.x - 1 - size.x),
                   std::clamp(std::floor(centre.y - half.y), box.low.y + 1, box.high.y - 1 - size.y));
  const ImVec2 high(low.x + size.x, low.y + size.y);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, style.colours.panel);
  list.AddRect(low, high, style.colours.ink);
}

}  // namespace

void draw_row_pointer(const ui::Style& style, ImVec2 tip, float half) {
  const float left = tip.x - 1.5f * half;
  ImGui::GetWindowDrawList()->AddTriangleFilled(tip, {left, tip.y - half}, {left, tip.y + half},
                                                style.colours.query);
}

void draw_block_picture(const DiagramScene& scene, int stage, const Box& box) {
  const auto& style = scene.frame.style;
  draw_thumbnail(scene.frame, stage, box.low, box.size());
  const engine::Stage& drawn = scene.frame.trace().stage(stage);
  const auto query = explained_row(scene, stage);
  if (!query || static_cast<float>(drawn.rows) > box.size().y) return;
  if (drawn.column_axis != engine::Axis::kKeys) return point_at_row(style, box, *query, drawn.rows);
  const auto key = explained_tokens(scene.frame).key;
  if (key && key->sequence == drawn.columns_are().sequence)
    frame_cell(style, box, {drawn.rows, drawn.columns}, {*query, key->position});
}

std::optional<engine::Index> explained_row(const DiagramScene& scene, int stage) {
  const engine::Stage& drawn = scene.frame.trace().stage(stage);
  const engine::AxisRef rows = drawn.rows_are();
  const auto query = explained_tokens(scene.frame).query;
  const bool has_row = rows.counts_tokens() && drawn.row_axis != engine::Axis::kKeys && query &&
                       query->sequence == rows.sequence;
  return has_row ? std::optional(query->position) : std::nullopt;
}

void draw_block_row(const DiagramScene& scene, int stage, engine::Index row, const Box& box, float beside) {
  const auto& style = scene.frame.style;
  const engine::Stage& drawn = scene.frame.trace().stage(stage);
  draw_row_thumbnail(scene.frame, stage, row, box.low, box.size());
  if (drawn.kind == engine::StageKind::kProbabilities)
    frame_cell(style, box, {1, drawn.columns}, {0, likeliest_token(scene.frame.trace(), stage, row).token});
  ui::TextStyle type = style.small_strong();
  type.colour = style.word_colour(style.colours.query);
  const std::string name = scene.frame.facts.label(drawn.rows_are(), row);
  const ImVec2 size = ui::text_size(name, type);
  const float gap = style.px(7);
  if (size.x + gap > beside) return draw_row_pointer(style, {box.low.x - 1, box.centre().y}, style.px(5));
  ui::draw_text_right(*ImGui::GetWindowDrawList(), {box.low.x - gap, std::floor(box.centre().y - size.y / 2)},
                      name, type);
}

}  // namespace views
