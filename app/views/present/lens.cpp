// lens.cpp: the magnifier: redraws the cells around the mouse, large, with their values and labels.
#include <algorithm>

#include "app/ui/widgets.h"
#include "app/views/present/present_parts.h"
#include "app/views/stage/matrix_view.h"

namespace views {
namespace {

constexpr engine::Index kRows = 3;
constexpr engine::Index kColumns = 5;

// The first of `shown` out of `count`, with `at` in the middle if possible.
double first_shown(engine::Index at, engine::Index shown, engine::Index count) {
  return static_cast<double>(
      std::clamp<engine::Index>(at - shown / 2, 0, std::max<engine::Index>(0, count - shown)));
}

// The cells around the one under the mouse, as a matrix with cells of `cell` pixels.
ui::MatrixFrame cells_around(const ui::DrawnMatrix& drawn, const engine::Cell& under, ImVec2 cell) {
  const engine::Stage& stage = drawn.trace->stage(drawn.frame.stage);
  const bool turned = drawn.frame.transposed;
  const engine::Index rows = turned ? stage.columns : stage.rows;
  const engine::Index columns = turned ? stage.rows : stage.columns;
  ui::MatrixFrame around;
  around.stage = drawn.frame.stage;
  around.transposed = turned;
  const engine::Index shown_rows = std::min(kRows, rows);
  const engine::Index shown_columns = std::min(kColumns, columns);
  around.first_row = first_shown(turned ? under.column : under.row, shown_rows, rows);
  around.first_column = first_shown(turned ? under.row : under.column, shown_columns, columns);
  around.rows = static_cast<double>(shown_rows);
  around.columns = static_cast<double>(shown_columns);
  around.size = {cell.x * static_cast<float>(shown_columns), cell.y * static_cast<float>(shown_rows)};
  return around;
}

// The frame for the matrix's trace: the session's or a derived one.
Frame frame_of(const Frame& frame, const ui::DrawnMatrix& drawn) {
  if (drawn.trace == frame.session.trace()) return frame;
  const Derivations::Derived* const derived = frame.derivations.of(drawn.trace);
  return derived ? frame.over(derived->trace, *derived->facts, drawn.owner) : frame;
}

void draw_inside(const Frame& frame, const ui::DrawnMatrix& drawn, const ui::MatrixFrame& around,
                 const engine::Cell& under) {
  draw_matrix(frame, around, drawn.scale, {{under, under, frame.style.colours.ink}});
  draw_row_labels(frame, around, under);
  draw_column_labels(frame, around, under);
}

}  // namespace

void draw_magnifier(const Frame& frame) {
  if (!ImGui::IsMousePosValid()) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto drawn = frame.heatmaps.under(mouse);
  if (!drawn) return;
  const auto under = drawn->frame.cell_at(mouse);
  const Frame shown = frame_of(frame, *drawn);
  if (!under || (shown.derived == nullptr && drawn->trace != frame.session.trace())) return;
  ui::Style style = frame.style;
  style.numbers.least *= 1.25f;
  style.numbers.widths = 2.3f;
  const Frame large = shown.in(style);
  const engine::Stage& stage = drawn->trace->stage(drawn->frame.stage);
  const engine::AxisRef rows = drawn->frame.transposed ? stage.columns_are() : stage.rows_are();
  const engine::AxisRef columns = drawn->frame.transposed ? stage.rows_are() : stage.columns_are();
  ui::MatrixFrame around = cells_around(*drawn, *under, {style.px(64), style.px(34)});
  const float labels = row_label_width(large, rows, rows.counts_tokens() ? stage.rows : 1000);
  const bool tilted = row_label_width(large, columns, 1000) - style.px(6) > style.px(64);
  const float above = tilted ? column_label_height(large, columns, 1000) : flat_label_height(large);
  const float margin = style.px(8);
  const ImVec2 size(labels + around.size.x + 2 * margin, above + around.size.y + 2 * margin);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const ImVec2 at(std::clamp(mouse.x - size.x / 2, 0.0f, std::max(0.0f, window.x - size.x)),
                  std::clamp(mouse.y - size.y / 2, 0.0f, std::max(0.0f, window.y - size.y)));
  around.corner = {at.x + margin + labels, at.y + margin + above};
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, style.px(8));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 2.0f);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, style.colours.panel);
  ImGui::PushStyleColor(ImGuiCol_Border, style.colours.ink);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                      ImGuiWindowFlags_NoNav;
  if (ImGui::Begin("magnifier", nullptr, kFlags)) draw_inside(large, *drawn, around, *under);
  ImGui::End();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(2);
}

}  // namespace views
