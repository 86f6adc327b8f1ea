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

// A frame around a map's cell, with a rim of the panel's, however small the cell is; all of it in the
// picture.
void frame_cell(const ui::Style& style, const Box& box, const engine::Stage& stage, engine::Index row,
                engine::Index column) {
  const ImVec2 cell(box.size().x / static_cast<float>(stage.columns),
                    box.size().y / static_cast<float>(stage.rows));
  const ImVec2 centre(box.low.x + (static_cast<float>(column) + 0.5f) * cell.x,
                      box.low.y + (static_cast<float>(row) + 0.5f) * cell.y);
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
  const ExplainedTokens tokens = explained_tokens(scene.frame);
  const engine::AxisRef rows = drawn.rows_are();
  const bool shows_row = rows.counts_tokens() && tokens.query && tokens.query->sequence == rows.sequence &&
                         static_cast<float>(drawn.rows) <= box.size().y;
  if (!shows_row || drawn.row_axis == engine::Axis::kKeys) return;
  const engine::AxisRef columns = drawn.columns_are();
  if (drawn.column_axis != engine::Axis::kKeys) {
    point_at_row(style, box, tokens.query->position, drawn.rows);
    if (drawn.kind == engine::StageKind::kProbabilities) {
      const engine::Index query = tokens.query->position;
      frame_cell(style, box, drawn, query, likeliest_token(scene.frame.trace(), stage, query).token);
    }
  } else if (tokens.key && tokens.key->sequence == columns.sequence) {
    frame_cell(style, box, drawn, tokens.query->position, tokens.key->position);
  }
}

}  // namespace views
