// experiment_plot.cpp: curves over a few steps, each labelled at its end.
#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/labs/experiments/experiments.h"
#include "engine/core/formula.h"

namespace views {
namespace {

// From values to pixels.
struct Scale {
  double low = 0, high = 1;
  bool log = false;
  ImVec2 corner, size;  // of the plot's inside

  double placed(double value) const { return log ? std::log10(std::max(value, 1e-3)) : value; }
  float y(double value) const {
    const double share = (placed(value) - low) / std::max(high - low, 1e-9);
    return corner.y + size.y * static_cast<float>(1 - std::clamp(share, 0.0, 1.0));
  }
  float x(size_t step, size_t count) const {
    const float share = count < 2 ? 0 : static_cast<float>(step) / static_cast<float>(count - 1);
    return corner.x + size.x * share;
  }
};

Scale scale_of(std::span<const Curve> curves, bool log, ImVec2 corner, ImVec2 size) {
  Scale scale{0, 0, log, corner, size};
  double least = 1e9;
  double most = -1e9;
  for (const Curve& curve : curves) {
    for (const double value : curve.values) {
      least = std::min(least, scale.placed(value));
      most = std::max(most, scale.placed(value));
    }
  }
  scale.low = log ? std::floor(least) : 0;
  scale.high = log ? std::ceil(most) : most * 1.05;
  if (scale.high <= scale.low) scale.high = scale.low + 1;
  return scale;
}

void draw_plot_grid(const Frame& frame, const Scale& scale, std::span<const std::string> steps) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float line = ui::text_size("0", style.small()).y;
  const int first = static_cast<int>(std::ceil(scale.low));
  const int last = static_cast<int>(std::floor(scale.high));
  for (int tick = first; tick <= last; ++tick) {
    const double value = scale.log ? std::pow(10.0, tick) : tick;
    const float y = std::round(scale.y(value));
    list.AddLine({scale.corner.x, y}, {scale.corner.x + scale.size.x, y}, style.colours.hairline);
    ui::draw_text_right(list, {scale.corner.x - style.px(6), y - line / 2}, engine::number_markup(value, 3),
                        style.small());
  }
  for (size_t step = 0; step < steps.size(); ++step) {
    ui::draw_text_centred(list, {scale.x(step, steps.size()), scale.corner.y + scale.size.y + style.px(6)},
                          steps[step], style.small());
  }
}

void draw_curve(const Frame& frame, const Scale& scale, const Curve& curve) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const size_t count = curve.values.size();
  for (size_t step = 0; step < count; ++step) {
    const ImVec2 here(scale.x(step, count), scale.y(curve.values[step]));
    if (step > 0)
      list.AddLine({scale.x(step - 1, count), scale.y(curve.values[step - 1])}, here, curve.colour,
                   style.px(2));
    list.AddCircleFilled(here, style.px(3.5f), curve.colour);
  }
}

// Names on the right, spread out where the curves end close together.
void draw_names(const Frame& frame, const Scale& scale, std::span<const Curve> curves) {
  const auto& style = frame.style;
  const float line = ui::text_size("0", style.small()).y;
  std::vector<std::pair<float, const Curve*>> ends;
  for (const Curve& curve : curves) ends.emplace_back(scale.y(curve.values.back()), &curve);
  std::sort(ends.begin(), ends.end());
  float lowest = -1e9f;
  for (const auto& [y, curve] : ends) {
    const float at = std::max(y - line / 2, lowest);
    lowest = at + line;
    ui::TextStyle type = style.small_strong();
    type.colour = curve->colour;
    ui::draw_text(*ImGui::GetWindowDrawList(), {scale.corner.x + scale.size.x + style.px(9), at}, curve->name,
                  type);
  }
}

}  // namespace

void draw_plot(const Frame& frame, const char* id, const std::string& title,
               std::span<const std::string> steps, std::span<const std::string> tips,
               std::span<const Curve> curves, bool log, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_text(list, at, ui::ellipsise(title, room.x, style.strong()), style.strong());
  float names = 0;
  for (const Curve& curve : curves)
    names = std::max(names, ui::text_size(curve.name, style.small_strong()).x + style.px(12));
  const ImVec2 corner(at.x + style.px(44), at.y + style.px(30));
  const ImVec2 size(std::max(room.x - style.px(44) - names, style.px(40)),
                    std::max(room.y - style.px(56), style.px(30)));
  const Scale scale = scale_of(curves, log, corner, size);
  draw_plot_grid(frame, scale, steps);
  for (const Curve& curve : curves) draw_curve(frame, scale, curve);
  draw_names(frame, scale, curves);
  ImGui::SetCursorScreenPos({corner.x - style.px(8), corner.y});
  ImGui::InvisibleButton(id, {size.x + style.px(16), size.y});
  if (!ImGui::IsItemHovered() || steps.size() < 2) return;
  const float share = (ImGui::GetIO().MousePos.x - corner.x) / size.x;
  const auto step = static_cast<size_t>(std::clamp(std::round(share * static_cast<float>(steps.size() - 1)),
                                                   0.0f, static_cast<float>(steps.size() - 1)));
  const float x = scale.x(step, steps.size());
  list.AddLine({x, corner.y}, {x, corner.y + size.y}, style.colours.muted);
  if (!ui::begin_tooltip(style)) return;
  ui::paragraph(tips[step], style.px(320), style.small_ink());
  ui::end_tooltip();
}

}  // namespace views
