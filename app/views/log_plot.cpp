// log_plot.cpp: places curves, ticks and names on logarithmic scales.
#include "app/views/log_plot.h"

#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "engine/formula.h"

namespace views {
namespace {

// From numbers to pixels.
struct LogScale {
  double left = 0, right = 1, low = 0, high = 1;  // logarithms
  ImVec2 corner, size;                            // of the plot's inside

  float x(double value) const {
    return corner.x + size.x * static_cast<float>((std::log10(value) - left) / (right - left));
  }
  float y(double value) const {
    const double share = (std::log10(value) - low) / (high - low);
    return corner.y + size.y * static_cast<float>(1 - std::clamp(share, -0.1, 1.1));
  }
};

LogScale log_scale_of(const LogPlot& plot, ImVec2 corner, ImVec2 size) {
  LogScale scale{1e9, -1e9, 1e9, -1e9, corner, size};
  for (const LogCurve& curve : plot.curves) {
    for (size_t i = 0; i < curve.x.size(); ++i) {
      scale.left = std::min(scale.left, std::log10(curve.x[i]));
      scale.right = std::max(scale.right, std::log10(curve.x[i]));
      if (curve.is_dashed) continue;
      scale.low = std::min(scale.low, std::log10(curve.y[i]));
      scale.high = std::max(scale.high, std::log10(curve.y[i]));
    }
  }
  if (scale.high < scale.low) scale.low = scale.high = 0;
  scale.low -= 0.12;
  scale.high += 0.12;
  if (scale.right - scale.left < 1e-6) scale.right = scale.left + 1;
  return scale;
}

// 1, 2, 5, 10, ... where few decades are shown, else the decades.
std::vector<double> log_ticks(const LogScale& scale) {
  const bool is_wide = scale.high - scale.low > 1.6;
  const double step = std::max(1.0, std::ceil((scale.high - scale.low) / 5));
  std::vector<double> ticks;
  for (int decade = static_cast<int>(std::floor(scale.low)); decade <= static_cast<int>(scale.high) + 1;
       ++decade) {
    if (is_wide && decade % static_cast<int>(step) != 0) continue;
    for (const double part : {1.0, 2.0, 5.0}) {
      const double value = part * std::pow(10.0, decade);
      const bool is_inside = std::log10(value) >= scale.low && std::log10(value) <= scale.high;
      if (is_inside && (part == 1.0 || !is_wide)) ticks.push_back(value);
    }
  }
  return ticks;
}

std::string tick_text(const LogPlot& plot, double value) {
  return plot.tick ? plot.tick(value) : engine::number_markup(value, 4);
}

void draw_log_grid(const Frame& frame, const LogPlot& plot, const LogScale& scale) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float line = ui::text_size("0", style.small()).y;
  for (const double tick : log_ticks(scale)) {
    const float y = std::round(scale.y(tick));
    list.AddLine({scale.corner.x, y}, {scale.corner.x + scale.size.x, y}, style.colours.hairline);
    ui::draw_text_right(list, {scale.corner.x - style.px(6), y - line / 2}, tick_text(plot, tick),
                        style.small());
  }
  const float below = scale.corner.y + scale.size.y;
  list.AddLine({scale.corner.x, below}, {scale.corner.x + scale.size.x, below}, style.colours.muted);
  if (plot.curves.empty()) return;
  float free = -1e9f;
  for (const double value : plot.curves.front().x) {
    const std::string text = engine::number_markup(value, 0);
    const float half = ui::text_size(text, style.small()).x / 2;
    list.AddLine({scale.x(value), below}, {scale.x(value), below + style.px(3)}, style.colours.muted);
    if (scale.x(value) - half < free) continue;
    ui::draw_text_centred(list, {scale.x(value), below + style.px(4)}, text, style.small());
    free = scale.x(value) + half + style.px(10);
  }
}

void draw_log_dashes(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 colour, const ui::Style& style) {
  const ImVec2 way(to.x - from.x, to.y - from.y);
  const float length = std::hypot(way.x, way.y);
  const float dash = style.px(6);
  const int dashes = static_cast<int>(length / (2 * dash)) + 1;
  for (int i = 0; i < dashes; ++i) {
    const float start = static_cast<float>(2 * i) * dash / std::max(length, 1.0f);
    const float end = std::min(start + dash / std::max(length, 1.0f), 1.0f);
    if (start >= 1) break;
    list.AddLine({from.x + way.x * start, from.y + way.y * start},
                 {from.x + way.x * end, from.y + way.y * end}, colour, style.px(2));
  }
}

void draw_log_curve(const Frame& frame, const LogScale& scale, const LogCurve& curve) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (size_t i = 0; i < curve.x.size(); ++i) {
    const ImVec2 here(scale.x(curve.x[i]), scale.y(curve.y[i]));
    if (i > 0) {
      const ImVec2 before(scale.x(curve.x[i - 1]), scale.y(curve.y[i - 1]));
      if (curve.is_dashed) {
        draw_log_dashes(list, before, here, curve.colour, style);
      } else {
        list.AddLine(before, here, curve.colour, style.px(2));
      }
    }
    if (curve.is_dashed) continue;
    if (i < curve.deviation.size()) {
      const double least = std::max(curve.y[i] - curve.deviation[i], curve.y[i] * 0.05);
      list.AddLine({here.x, scale.y(curve.y[i] + curve.deviation[i])}, {here.x, scale.y(least)}, curve.colour,
                   style.px(1));
    }
    list.AddCircleFilled(here, style.px(3.5f), curve.colour);
  }
}

// Names at the right end, apart from each other where the curves end close together.
void draw_log_names(const Frame& frame, const LogPlot& plot, const LogScale& scale, float width) {
  const auto& style = frame.style;
  const float line = ui::text_size("0", style.small()).y;
  std::vector<std::pair<float, const LogCurve*>> ends;
  float whole = 0;
  for (const LogCurve& curve : plot.curves) {
    if (curve.y.empty()) continue;
    ends.emplace_back(scale.y(curve.y.back()), &curve);
    whole += line * static_cast<float>(ui::wrap_text(curve.name, width, style.small_strong()).size());
  }
  std::sort(ends.begin(), ends.end());
  float lowest = scale.corner.y - line / 2;
  const float bottom = scale.corner.y + scale.size.y + line / 2;
  for (const auto& [y, curve] : ends) {
    ui::TextStyle type = style.small_strong();
    type.colour = curve->colour;
    const auto lines = ui::wrap_text(curve->name, width, type);
    float at = std::max(std::min(y - line / 2, bottom - whole), lowest);
    for (const std::string& text : lines) {
      ui::draw_text(*ImGui::GetWindowDrawList(), {scale.corner.x + scale.size.x + style.px(9), at}, text,
                    type);
      at += line;
      whole -= line;
    }
    lowest = at;
  }
}

// What is said of the x that is pointed at.
void explain_point(const Frame& frame, const LogPlot& plot, const LogScale& scale) {
  const auto& style = frame.style;
  ImGui::SetCursorScreenPos({scale.corner.x - style.px(8), scale.corner.y});
  ImGui::InvisibleButton(plot.id, {scale.size.x + style.px(16), scale.size.y + style.px(18)});
  if (!ImGui::IsItemHovered() || plot.curves.empty() || !plot.tip) return;
  const float mouse = ImGui::GetIO().MousePos.x;
  const auto& all = plot.curves.front().x;
  const auto near = std::min_element(all.begin(), all.end(), [&](double a, double b) {
    return std::abs(scale.x(a) - mouse) < std::abs(scale.x(b) - mouse);
  });
  if (near == all.end()) return;
  const float x = scale.x(*near);
  ImGui::GetWindowDrawList()->AddLine({x, scale.corner.y}, {x, scale.corner.y + scale.size.y},
                                      style.colours.muted);
  if (!ui::begin_tooltip(style)) return;
  ui::paragraph(plot.tip(*near), style.px(340), style.small_ink());
  ui::end_tooltip();
}

}  // namespace

void draw_log_plot(const Frame& frame, const LogPlot& plot, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float names = 0;
  for (const LogCurve& curve : plot.curves)
    names = std::max(names, ui::text_size(curve.name, style.small_strong()).x);
  names = std::min(names, room.x * 0.38f);
  const float axis = style.px(58);
  const float top = style.px(24);
  const float below = style.px(40);
  const ImVec2 corner(at.x + axis, at.y + top);
  const ImVec2 size(std::max(room.x - axis - names - style.px(14), style.px(60)),
                    std::max(room.y - top - below, style.px(30)));
  const LogScale scale = log_scale_of(plot, corner, size);
  ui::draw_text(list, at, plot.y_name, style.small());
  ui::draw_text_right(list, {corner.x + size.x, corner.y + size.y + style.px(21)}, plot.x_name,
                      style.small());
  draw_log_grid(frame, plot, scale);
  for (const LogCurve& curve : plot.curves) draw_log_curve(frame, scale, curve);
  draw_log_names(frame, plot, scale, std::max(names, style.px(40)));
  explain_point(frame, plot, scale);
}

}  // namespace views
