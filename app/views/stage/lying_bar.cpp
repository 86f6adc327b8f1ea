// lying_bar.cpp: draws a colour bar in a line, and those of a product's or a step's operands.
#include "app/views/stage/lying_bar.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/ui/text.h"
#include "app/views/stage/matrix_view.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

constexpr float kThick = 10;   // pixels at 100 %
constexpr float kOwnBar = 36;  // length of an operand's

// An end of the scale, as the standing bar writes it.
std::string end_of(const look::ColourScale& scale, float value) {
  if (value == 0) return "0";
  const int decimals = std::abs(scale.high) >= 100 ? 0 : std::abs(scale.high) >= 10 ? 1 : 2;
  return engine::number_markup(value, decimals);
}

bool is_same(const look::ColourScale& one, const look::ColourScale& other) {
  return one.map == other.map && one.low == other.low && one.high == other.high;
}

// Whose colours are amounts, and which is high enough to be more than a band.
bool has_amounts(const engine::Stage& stage) {
  return stage.column_axis != engine::Axis::kIds && stage.kind != engine::StageKind::kMask &&
         !(stage.row_axis == engine::Axis::kDimensions && stage.rows == 1);
}

// Where an operand's bar has room.
std::optional<ImVec2> bar_place(const Frame& frame, const StageLayout& layout, const PlacedMatrix& placed,
                                const LayoutMetrics& sizes, float width, float below) {
  const auto& style = frame.style;
  const ui::MatrixFrame& matrix = placed.frame;
  const float line = ui::text_size("0", style.small()).y;
  const float right = matrix.corner.x + matrix.size.x;
  if (placed.name_beside) {
    // Behind its name, where the numbers that are read in it are named below that.
    if (sizes.factor_lines > 0) {
      const float edge =
          ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - ImGui::GetStyle().WindowPadding.x;
      const float behind = right + style.px(20) + matrix_name_width(frame, matrix.stage, matrix.transposed);
      const ImVec2 at(behind, matrix.corner.y - sizes.caption + style.px(1));
      return behind + width <= edge ? std::optional(at) : std::nullopt;
    }
    const float down = style.px(20);
    const ImVec2 at(right + style.px(10), matrix.corner.y + down);
    const float edge = ImGui::GetWindowPos().x + ImGui::GetWindowWidth();
    // Numbers beside the result begin above its first row.
    const float most = matrix.size.y + (below > 0 ? 0 : sizes.gap);
    return at.x + width <= edge && down + line <= most ? std::optional(at) : std::nullopt;
  }
  ImVec2 at(matrix.corner.x, matrix.corner.y - sizes.caption + style.px(1));
  if (placed.column_labels) at.y -= sizes.column_labels - style.px(6);
  at.y -= sizes.factor_lines;
  const float behind =
      matrix_name_width(frame, matrix.stage, matrix.transposed, words_of_matrix(frame, layout, placed)) +
      style.px(10);
  if (behind + width <= std::max(matrix.size.x, placed.column_labels ? matrix.size.x + sizes.joint / 2 : 0))
    return ImVec2(at.x + behind, at.y);
  const ui::MatrixFrame& result = layout.result().frame;
  const bool is_product = layout.matrices[1].name_beside;
  // Above the name; it ends with its matrix where it is wider: on the right are another's labels.
  if (is_product) return ImVec2(std::min(at.x, right - width), at.y - line - style.px(2));
  const float end = result.corner.y + result.size.y;
  const bool is_beside = matrix.corner.y + matrix.size.y == end && right < result.corner.x;
  if (is_beside && width < result.corner.x - at.x) return ImVec2(at.x, end + style.px(6) + below);
  return std::nullopt;
}

}  // namespace

float lying_bar_width(const Frame& frame, const look::ColourScale& scale, float length) {
  const ui::TextStyle type = frame.style.small();
  return ui::text_size(end_of(scale, scale.low), type).x + ui::text_size(end_of(scale, scale.high), type).x +
         length + frame.style.px(12);
}

void draw_lying_colours(const Frame& frame, ImVec2 at, float length,
                        const std::function<look::Rgb(double share)>& colour_of) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float left = std::round(at.x);
  const float top = std::round(at.y);
  const float bottom = top + std::round(frame.style.px(kThick));
  const int lines = static_cast<int>(length);
  for (int i = 0; i < lines; ++i) {
    const float x = left + static_cast<float>(i);
    const look::Rgb colour = colour_of((i + 0.5) / lines);
    list.AddRectFilled({x, top}, {x + 1, bottom}, ui::pack(colour));
  }
  list.AddRect({left - 1, top - 1}, {left + static_cast<float>(lines) + 1, bottom + 1},
               frame.style.colours.hairline);
}

void draw_lying_bar(const Frame& frame, const look::ColourScale& scale, ImVec2 at, float line, float length) {
  const auto& style = frame.style;
  const ui::TextStyle type = style.small();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float words = std::round(at.y + (line - ui::text_size("0", type).y) / 2);
  const std::string low = end_of(scale, scale.low);
  ui::draw_text(list, {at.x, words}, low, type);
  const float left = std::round(at.x + ui::text_size(low, type).x + style.px(6));
  const auto colours = look::lookup(scale.map);
  draw_lying_colours(frame, {left, at.y + (line - style.px(kThick)) / 2}, length,
                     [&](double share) { return colours[static_cast<size_t>(share * look::kMapEntries)]; });
  const float right = left + std::floor(length);
  ui::draw_text(list, {right + style.px(6), words}, end_of(scale, scale.high), type);
}

void draw_own_bars(const Frame& frame, const StageLayout& layout, const LayoutMetrics& sizes,
                   const std::vector<look::ColourScale>& scales, float below) {
  const float line = ui::text_size("0", frame.style.small()).y;
  const float length = frame.style.px(kOwnBar);
  for (size_t i = 0; i + 1 < layout.matrices.size(); ++i) {
    const PlacedMatrix& placed = layout.matrices[i];
    const look::ColourScale& scale = scales[i];
    if (!has_amounts(frame.trace().stage(placed.frame.stage))) continue;
    // Before a class nobody looks for the scale of an operand at the result.
    const bool presents = frame.session.desk().presenting.is_on && layout.result().name_beside;
    if (scale.is_open() || (is_same(scale, scales.back()) && !presents)) continue;
    const float width = lying_bar_width(frame, scale, length);
    if (const auto at = bar_place(frame, layout, placed, sizes, width, below))
      draw_lying_bar(frame, scale, *at, line, length);
  }
}

}  // namespace views
