// line_plot.cpp: places numbers between two axes.
#include "app/views/line_plot.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/widgets.h"
#include "engine/formula.h"

namespace views {
namespace {

double placed_on(const PlotSide& side, double value) {
  return side.is_log ? std::log10(std::max(value, 1e-300)) : value;
}

// Where a value lies between the ends: 0 to 1, or beyond.
float share_of(const PlotSide& side, double value) {
  const double low = placed_on(side, side.low);
  const double span = std::max(placed_on(side, side.high) - low, 1e-12);
  return static_cast<float>((placed_on(side, value) - low) / span);
}

// Round numbers within the side, at most about `most`.
std::vector<double> ticks_of(const PlotSide& side, int most) {
  std::vector<double> ticks;
  if (side.is_log) {
    const int first = static_cast<int>(std::ceil(std::log10(side.low) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log10(side.high) + 1e-9));
    const int step = std::max((last - first + most) / std::max(most, 1), 1);
    for (int power = first; power <= last; power += step) ticks.push_back(std::pow(10.0, power));
    return ticks;
  }
  const double rough = std::max(side.high - side.low, 1e-12) / std::max(most, 1);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double nice : {1.0, 2.0, 5.0}) {
    if (nice * power >= rough) {
      step = nice * power;
      break;
    }
  }
  const auto first = static_cast<int64_t>(std::ceil(side.low / step - 1e-9));
  const auto last = static_cast<int64_t>(std::floor(side.high / step + 1e-9));
  for (int64_t tick = first; tick <= last; ++tick) ticks.push_back(static_cast<double>(tick) * step);
  return ticks;
}

// "10⁻⁶" where digits would be many, or none.
std::string tick_label(double value) {
  constexpr std::array<const char*, 10> kRaised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (value <= 0 || (value >= 1e-3 && value < 1e5)) return engine::number_markup(value, 3);
  const auto power = std::lround(std::log10(value));
  std::string text = power < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(power)))
    text += kRaised.at(static_cast<size_t>(digit - '0'));
  return text;
}

class PlotPainter {
 public:
  PlotPainter(const Frame& frame, const LinePlot& plot, ImVec2 at, ImVec2 room)
      : style_(frame.style), plot_(plot), list_(*ImGui::GetWindowDrawList()) {
    float names = style_.px(10);
    for (const PlotLine& line : plot.lines)
      names = std::max(names, ui::text_size(line.name, style_.small_strong()).x + style_.px(12));
    height_ = ui::text_size("0", style_.small()).y;
    const float left = style_.px(52);
    corner_ = {at.x + left, at.y + style_.px(28)};
    size_ = {std::max(room.x - left - names, style_.px(40)),
             std::max(room.y - style_.px(28) - 2 * height_ - style_.px(10), style_.px(30))};
    // What stands upright is named behind the title.
    const std::string title = ui::ellipsise(plot.title, room.x, style_.strong());
    ui::draw_text(list_, at, title, style_.strong());
    const float taken = ui::text_size(title, style_.strong()).x + style_.px(12);
    const float drop = (ui::text_size("0", style_.strong()).y - height_) * 0.7f;
    ui::draw_text(list_, {at.x + taken, at.y + drop},
                  ui::ellipsise(plot.y.name, std::max(room.x - taken, 0.0f), style_.small()), style_.small());
  }

  void draw() const {
    draw_axes();
    if (plot_.mark) {
      const float x = across(*plot_.mark);
      list_.AddLine({x, corner_.y}, {x, corner_.y + size_.y}, style_.colours.muted, style_.px(1.5f));
    }
    for (const PlotLine& line : plot_.lines) draw_one(line);
    for (const PlotPoint& point : plot_.points) draw_point(point);
    draw_ends();
  }

  // The plot's inside as an item; the x under the mouse.
  std::optional<double> item(const char* id) const {
    ImGui::SetCursorScreenPos(corner_);
    ImGui::InvisibleButton(id, size_);
    if (!ImGui::IsItemHovered()) return std::nullopt;
    const double share =
        std::clamp<double>(static_cast<double>((ImGui::GetIO().MousePos.x - corner_.x) / size_.x), 0.0, 1.0);
    const double low = placed_on(plot_.x, plot_.x.low);
    const double value = low + share * (placed_on(plot_.x, plot_.x.high) - low);
    return plot_.x.is_log ? std::pow(10.0, value) : value;
  }

 private:
  float across(double x) const { return corner_.x + size_.x * share_of(plot_.x, x); }
  float down(double y) const { return corner_.y + size_.y * (1 - share_of(plot_.y, y)); }
  bool is_inside(const std::pair<double, double>& point) const {
    constexpr float kEdge = 1e-4f;
    const float x = share_of(plot_.x, point.first);
    const float y = share_of(plot_.y, point.second);
    return x >= -kEdge && x <= 1 + kEdge && y >= -kEdge && y <= 1 + kEdge;
  }

  void draw_axes() const {
    const int most_down = std::clamp(static_cast<int>(size_.y / (2.2f * height_)), 2, 8);
    for (const double tick : ticks_of(plot_.y, most_down)) {
      const float y = std::round(down(tick));
      list_.AddLine({corner_.x, y}, {corner_.x + size_.x, y}, style_.colours.hairline);
      ui::draw_text_right(list_, {corner_.x - style_.px(6), y - height_ / 2}, tick_label(tick),
                          style_.small());
    }
    const float below = corner_.y + size_.y + style_.px(4);
    const int most_across = std::clamp(static_cast<int>(size_.x / style_.px(70)), 2, 10);
    for (const double tick : ticks_of(plot_.x, most_across)) {
      const float x = std::round(across(tick));
      list_.AddLine({x, corner_.y + size_.y}, {x, corner_.y + size_.y + style_.px(3)}, style_.colours.muted);
      ui::draw_text_centred(list_, {x, below}, tick_label(tick), style_.small());
    }
    list_.AddLine({corner_.x, corner_.y + size_.y}, {corner_.x + size_.x, corner_.y + size_.y},
                  style_.colours.muted);
    ui::draw_text_right(list_, {corner_.x + size_.x, below + height_},
                        ui::ellipsise(plot_.x.name, size_.x, style_.small()), style_.small());
  }

  void draw_one(const PlotLine& line) const {
    const std::pair<double, double>* before = nullptr;
    for (const auto& point : line.points) {
      if (!is_inside(point)) {
        before = nullptr;
        continue;
      }
      const ImVec2 here(across(point.first), down(point.second));
      if (line.has_line && before != nullptr)
        list_.AddLine({across(before->first), down(before->second)}, here, line.colour, style_.px(2));
      if (line.has_dots) list_.AddCircleFilled(here, style_.px(2.5f), line.colour);
      before = &point;
    }
  }

  // A ring and its name; below also where there is no room above.
  void draw_point(const PlotPoint& point) const {
    if (!is_inside({point.x, point.y})) return;
    const ImVec2 here(across(point.x), down(point.y));
    list_.AddCircleFilled(here, style_.px(4), style_.colours.panel);
    list_.AddCircle(here, style_.px(4), style_.colours.ink, 0, style_.px(1.5f));
    const float width = ui::text_size(point.name, style_.small_strong()).x;
    const bool fits = !point.is_below && here.x - width - style_.px(8) > corner_.x;
    const ImVec2 at = fits ? ImVec2(here.x - width - style_.px(8), here.y - height_ - style_.px(2))
                           : ImVec2(here.x + style_.px(8), here.y + style_.px(2));
    ui::draw_text(list_, at, point.name, style_.small_strong());
  }

  // Names at the right end, apart from each other where lines end close together.
  void draw_ends() const {
    std::vector<std::pair<float, const PlotLine*>> ends;
    for (const PlotLine& line : plot_.lines) {
      if (line.points.empty() || line.name.empty()) continue;
      ends.emplace_back(std::clamp(down(line.points.back().second), corner_.y, corner_.y + size_.y), &line);
    }
    std::sort(ends.begin(), ends.end());
    float lowest = -1e9f;
    for (const auto& [y, line] : ends) {
      const float top = std::max(y - height_ / 2, lowest);
      lowest = top + height_;
      ui::TextStyle type = style_.small_strong();
      type.colour = line->colour;
      ui::draw_text(list_, {corner_.x + size_.x + style_.px(7), top}, line->name, type);
    }
  }

  const ui::Style& style_;
  const LinePlot& plot_;
  ImDrawList& list_;
  ImVec2 corner_, size_;  // of the plot's inside
  float height_ = 0;      // of a line of small text
};

}  // namespace

std::optional<double> draw_line_plot(const Frame& frame, const char* id, const LinePlot& plot, ImVec2 at,
                                     ImVec2 room) {
  const PlotPainter painter(frame, plot, at, room);
  painter.draw();
  return painter.item(id);
}

}  // namespace views
