// line_plot.cpp: maps values to positions between two axes.
#include "app/views/core/line_plot.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/widgets.h"
#include "engine/core/formula.h"

namespace views {
namespace {

double placed_on(const PlotSide& side, double value) {
  return side.is_log ? std::log10(std::max(value, 1e-300)) : value;
}

// The position of a value between the ends: 0 to 1, or beyond.
float share_of(const PlotSide& side, double value) {
  const double low = placed_on(side, side.low);
  const double span = std::max(placed_on(side, side.high) - low, 1e-12);
  return static_cast<float>((placed_on(side, value) - low) / span);
}

// Powers of ten, with 2 and 5 in between if there are few.
std::vector<double> log_ticks(const PlotSide& side, int most) {
  const int first = static_cast<int>(std::floor(std::log10(side.low) + 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(side.high) + 1e-9));
  const bool is_narrow = std::log10(side.high / side.low) < 1.6;
  const int step = std::max((last - first + most) / std::max(most, 1), 1);
  std::vector<double> ticks;
  for (int power = first; power <= last; power += step) {
    for (const double part : {1.0, 2.0, 5.0}) {
      const double tick = part * std::pow(10.0, power);
      const bool is_within = tick >= side.low * (1 - 1e-9) && tick <= side.high * (1 + 1e-9);
      if (is_within && (part == 1.0 || is_narrow)) ticks.push_back(tick);
    }
  }
  return ticks;
}

// Multiples of `step` within the range.
std::vector<double> multiples_within(const PlotSide& side, double step) {
  std::vector<double> ticks;
  const auto first = static_cast<int64_t>(std::ceil(side.low / step - 1e-9));
  const auto last = static_cast<int64_t>(std::floor(side.high / step + 1e-9));
  for (int64_t tick = first; tick <= last; ++tick) ticks.push_back(static_cast<double>(tick) * step);
  return ticks;
}

// Round numbers within the range: the largest step that gives about `most`, or the next smaller one where
// fewer than three would be left.
std::vector<double> ticks_of(const PlotSide& side, int most) {
  constexpr size_t kFewest = 3;
  constexpr std::array<double, 4> kNice = {10, 5, 2, 1};
  if (!side.ticks.empty()) return side.ticks;
  if (side.is_log) return log_ticks(side, most);
  const double rough = std::max(side.high - side.low, 1e-12) / std::max(most, 1);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  std::vector<double> ticks;
  for (const double nice : kNice) {
    const double step = side.is_whole ? std::max(nice * power, 1.0) : nice * power;
    if (nice * power < rough && ticks.size() >= kFewest) break;
    ticks = multiples_within(side, step);
  }
  return ticks;
}

// "10⁻⁶" if there would be too many digits, or none.
std::string tick_label(const PlotSide& side, double value) {
  if (side.label) return side.label(value);
  constexpr std::array<const char*, 10> kRaised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  if (value <= 0 || (value >= 1e-3 && value < 1e5)) return engine::number_markup(value, 3);
  const auto power = std::lround(std::log10(value));
  std::string text = power < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(power)))
    text += kRaised.at(static_cast<size_t>(digit - '0'));
  return text;
}

constexpr float kBesidePoint = 9;  // between a point and a line's name, pixels at 100 %
constexpr float kTitle = 28;       // the title and the gap below it
constexpr float kAboveName = 4;    // between the labels of the ticks and the axis's name below them

class PlotPainter {
 public:
  PlotPainter(const Frame& frame, const LinePlot& plot, ImVec2 at, ImVec2 room)
      : style_(frame.style), plot_(plot), list_(*ImGui::GetWindowDrawList()) {
    names_ = plot.least.y;
    for (const PlotLine& line : plot.lines) {
      if (!line.is_name_wrapped) names_ = std::max(names_, ui::text_size(line.name, style_.small_strong()).x);
    }
    names_ = std::min(names_, room.x * 0.38f);
    height_ = ui::text_size("0", style_.small()).y;
    place_down(at.y, room.y);
    float left = std::max(style_.px(40), plot.least.x);
    for (const double tick : ticks_of(plot.y, most_down()))
      left = std::max(left, ui::text_size(tick_label(plot.y, tick), style_.small()).x + style_.px(8));
    corner_.x = at.x + left;
    size_.x = std::max(room.x - left - names_ - style_.px(12 + plot.beside_ends), style_.px(40));
    // The y axis is named after the title.
    const std::string title = ui::ellipsise(plot.title, room.x, style_.strong());
    ui::draw_text(list_, at, title, style_.strong());
    const float taken = title.empty() ? 0 : ui::text_size(title, style_.strong()).x + style_.px(12);
    const float drop = (ui::text_size("0", style_.strong()).y - height_) * 0.7f;
    const std::string name = ui::ellipsise(plot.y.name, std::max(room.x - taken, 0.0f), style_.small());
    ui::draw_text(list_, {at.x + taken, at.y + drop}, name, style_.small());
    title_end_ = at.x + taken + ui::text_size(name, style_.small()).x;
  }

  void draw() const {
    draw_axes();
    if (plot_.mark) draw_mark(*plot_.mark);
    if (plot_.mark) draw_mark_name(across(*plot_.mark));
    const float edge = style_.px(4);
    list_.PushClipRect({corner_.x - edge, corner_.y - edge},
                       {corner_.x + size_.x + edge, corner_.y + size_.y + edge}, true);
    for (const PlotLine& line : plot_.lines) draw_one(line);
    list_.PopClipRect();
    for (const PlotPoint& point : plot_.points) draw_point(point);
    for (const PlotLine& line : plot_.lines) draw_name_beside(line);
    draw_ends();
  }

  // The plot's inside as an item; returns the x under the mouse.
  std::optional<double> item(const char* id) const {
    ImGui::SetCursorScreenPos(corner_);
    ImGui::InvisibleButton(id, size_);
    if (!ImGui::IsItemHovered()) return std::nullopt;
    const float mouse = ImGui::GetIO().MousePos.x;
    if (plot_.snaps) return snapped(mouse);
    const double share = std::clamp<double>(static_cast<double>((mouse - corner_.x) / size_.x), 0.0, 1.0);
    const double low = placed_on(plot_.x, plot_.x.low);
    const double value = low + share * (placed_on(plot_.x, plot_.x.high) - low);
    return plot_.x.is_log ? std::pow(10.0, value) : value;
  }

 private:
  void place_down(float top, float room) {
    const float above = style_.px(kTitle) + (plot_.mark_name.empty() ? 0 : height_ - style_.px(4));
    const float below =
        (plot_.names_x_beside ? height_ : 2 * height_ + style_.px(kAboveName)) + style_.px(10);
    const auto [begin, end] = plot_.inside.value_or(std::pair(top + above, top + room - below));
    corner_.y = begin;
    size_.y = std::max(end - begin, style_.px(30));
  }

  float across(double x) const { return corner_.x + size_.x * share_of(plot_.x, x); }
  float down(double y) const { return corner_.y + size_.y * (1 - share_of(plot_.y, y)); }
  bool is_inside(double x, double y) const {
    constexpr float kEdge = 1e-4f;
    const float right = share_of(plot_.x, x);
    const float up = share_of(plot_.y, y);
    return right >= -kEdge && right <= 1 + kEdge && up >= -kEdge && up <= 1 + kEdge;
  }
  int most_down() const { return std::clamp(static_cast<int>(size_.y / (2.2f * height_)), 2, 8); }

  void draw_mark(double at) const {
    const float x = across(at);
    list_.AddLine({x, corner_.y}, {x, corner_.y + size_.y}, style_.colours.muted, style_.px(1.5f));
  }

  void draw_mark_name(float x) const {
    ui::TextStyle type = style_.small_strong();
    if (plot_.mark_colour != 0) type.colour = plot_.mark_colour;
    const float half = ui::text_size(plot_.mark_name, type).x / 2;
    const float middle =
        std::clamp(x, corner_.x + half, std::max(corner_.x + size_.x - half, corner_.x + half));
    ui::draw_text_centred(list_, {middle, corner_.y - height_ - style_.px(3)}, plot_.mark_name, type);
  }

  std::optional<double> snapped(float mouse) const {
    if (plot_.lines.empty() || plot_.lines.front().points.empty()) return std::nullopt;
    const auto& points = plot_.lines.front().points;
    const auto near = std::min_element(points.begin(), points.end(), [&](const auto& a, const auto& b) {
      return std::abs(across(a.first) - mouse) < std::abs(across(b.first) - mouse);
    });
    draw_mark(near->first);
    return near->first;
  }

  void draw_axes() const {
    const bool has_ring = std::ranges::any_of(
        plot_.points, [&](const PlotPoint& point) { return share_of(plot_.x, point.x) <= 0; });
    const float beside = style_.px(has_ring ? 9 : 6);
    float above = 1e9f;  // where the label before is
    for (const double tick : ticks_of(plot_.y, most_down())) {
      const float y = std::round(down(tick));
      list_.AddLine({corner_.x, y}, {corner_.x + size_.x, y}, style_.colours.hairline);
      if (y + 0.9f * height_ > above) continue;
      ui::draw_text_right(list_, {corner_.x - beside, y - height_ / 2}, tick_label(plot_.y, tick),
                          style_.small());
      above = y;
    }
    const float below = corner_.y + size_.y + style_.px(4);
    const int most_across = std::clamp(static_cast<int>(size_.x / style_.px(70)), 2, 10);
    float free = -1e9f;
    for (const double tick : ticks_of(plot_.x, most_across)) {
      const float x = std::round(across(tick));
      const std::string label = tick_label(plot_.x, tick);
      const float half = ui::text_size(label, style_.small()).x / 2;
      list_.AddLine({x, corner_.y + size_.y}, {x, corner_.y + size_.y + style_.px(3)}, style_.colours.muted);
      if (x - half < free) continue;
      ui::draw_text_centred(list_, {x, below}, label, style_.small());
      free = x + half + style_.px(10);
    }
    list_.AddLine({corner_.x, corner_.y + size_.y}, {corner_.x + size_.x, corner_.y + size_.y},
                  style_.colours.muted);
    if (plot_.names_x_beside) {
      const std::string name = ui::ellipsise(plot_.x.name, names_, style_.small());
      // A last label below the plot's end reaches beyond it.
      const float left = std::max(corner_.x + size_.x + style_.px(7), free);
      return ui::draw_text(list_, {left, below}, name, style_.small());
    }
    const std::string name = ui::ellipsise(plot_.x.name, size_.x, style_.small());
    const float line = below + height_ + style_.px(kAboveName);
    ui::draw_text_right(list_, {corner_.x + size_.x, line}, name, style_.small());
  }

  void draw_one(const PlotLine& line) const {
    float drawn = 0;  // of a dashed line, its length so far
    for (size_t i = 0; i < line.points.size(); ++i) {
      const auto& [x, y] = line.points[i];
      const ImVec2 here(across(x), down(y));
      if (line.has_line && i > 0) {
        const ImVec2 before(across(line.points[i - 1].first), down(line.points[i - 1].second));
        if (line.is_dashed) {
          draw_dashes(before, here, line, drawn);
          drawn += std::hypot(here.x - before.x, here.y - before.y);
        } else {
          list_.AddLine(before, here, line.colour, style_.px(line.width));
        }
      }
      if (line.has_dots) list_.AddCircleFilled(here, style_.px(2.5f), line.colour);
      if (i >= line.deviations.size()) continue;
      // A downward deviation may be as large as the value itself.
      const double least = std::max(y - line.deviations[i], plot_.y.is_log ? plot_.y.low / 2 : plot_.y.low);
      list_.AddLine({here.x, down(y + line.deviations[i])}, {here.x, down(least)}, line.colour, style_.px(1));
    }
  }

  // A part of a dashed line, `start` pixels after its beginning.
  void draw_dashes(ImVec2 from, ImVec2 to, const PlotLine& line, float start) const {
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    const float dash = style_.px(6);
    const auto at = [&](float along) {
      const float part = std::clamp((along - start) / std::max(length, 1e-6f), 0.0f, 1.0f);
      return ImVec2(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
    };
    for (float each = std::floor(start / (2 * dash)) * 2 * dash; each < start + length; each += 2 * dash) {
      if (each + dash > start) list_.AddLine(at(each), at(each + dash), line.colour, style_.px(line.width));
    }
  }

  // A ring and its label; also below if there is no space above.
  void draw_point(const PlotPoint& point) const {
    if (!is_inside(point.x, point.y)) return;
    const ImVec2 here(across(point.x), down(point.y));
    list_.AddCircleFilled(here, style_.px(4), point.is_filled ? style_.colours.ink : style_.colours.panel);
    list_.AddCircle(here, style_.px(4), style_.colours.ink, 0, style_.px(1.5f));
    if (point.name.empty()) return;
    const float width = ui::text_size(point.name, style_.small_strong()).x;
    const bool fits_left = !point.is_below && here.x - width - style_.px(8) > corner_.x;
    ImVec2 at = fits_left ? ImVec2(here.x - width - style_.px(8), here.y - height_ - style_.px(2))
                          : ImVec2(here.x + style_.px(8), here.y + style_.px(2));
    if (point.is_right && here.x + width + style_.px(8) < corner_.x + size_.x)
      at = {here.x + style_.px(8), here.y - height_ + style_.px(3)};
    // Below the plot are the labels of its ticks.
    at.y = std::min(at.y, corner_.y + size_.y - height_);
    // Lines pass behind it.
    list_.AddRectFilled({at.x - style_.px(3), at.y}, {at.x + width + style_.px(3), at.y + height_},
                        ui::with_alpha(style_.colours.panel, 0.85f), style_.px(3));
    ui::draw_text(list_, at, point.name, style_.small_strong());
  }

  // Whether a line is named beside one of its points: on the left only where there is room for its name.
  bool is_named_beside(const PlotLine& line) const {
    if (!line.named_at || *line.named_at >= line.points.size()) return false;
    const float left = across(line.points[*line.named_at].first) - style_.px(kBesidePoint + 4);
    return !line.is_named_left || left - ui::text_size(line.name, style_.small_strong()).x > corner_.x;
  }

  void draw_name_beside(const PlotLine& line) const {
    if (!is_named_beside(line)) return;
    const auto& [x, y] = line.points[*line.named_at];
    ui::TextStyle type = style_.small_strong();
    type.colour = style_.word_colour(line.colour);
    const ImVec2 here(across(x), down(y) - height_ / 2);
    const float gap = style_.px(kBesidePoint);
    if (line.is_named_left) return ui::draw_text_right(list_, {here.x - gap, here.y}, line.name, type);
    ui::draw_text(list_, {here.x + gap, here.y}, line.name, type);
  }

  // Names begin behind the lines' last points; on the right of the plot if they are higher together than its
  // inside, `whole` pixels.
  float names_left(float whole) const {
    float last = corner_.x;
    for (const PlotLine& line : plot_.lines) {
      if (!line.points.empty() && !line.name.empty() && !is_named_beside(line))
        last = std::max(last, across(line.points.back().first));
    }
    const float right = corner_.x + size_.x;
    return (whole <= size_.y ? std::min(last, right) : right) + style_.px(7 + plot_.beside_ends);
  }

  // From a line's end to its name, where that is far away.
  void draw_leader(const PlotLine& line, ImVec2 to) const {
    constexpr float kFar = 24;
    const ImVec2 from(across(line.points.back().first) + style_.px(3), down(line.points.back().second));
    if (to.x - from.x > style_.px(kFar)) list_.AddLine(from, to, ui::with_alpha(line.colour, 0.5f), 1);
  }

  // Names on the right, spread out where lines end close together.
  void draw_ends() const {
    struct End {
      float y;
      const PlotLine* line;
      std::vector<std::string> name;
    };
    std::vector<End> ends;
    float whole = 0;
    for (const PlotLine& line : plot_.lines) {
      if (line.points.empty() || line.name.empty() || is_named_beside(line)) continue;
      End& end = ends.emplace_back(
          End{std::clamp(down(line.points.back().second), corner_.y, corner_.y + size_.y), &line,
              ui::wrap_text(line.name, std::max(names_, style_.px(40)), style_.small_strong())});
      whole += height_ * static_cast<float>(end.name.size());
    }
    std::sort(ends.begin(), ends.end(), [](const End& a, const End& b) { return a.y < b.y; });
    const float bottom = corner_.y + size_.y;  // below it are the labels of the ticks
    const float left = names_left(whole);
    // Many names begin beside the title, where it leaves them room.
    const bool is_free = title_end_ < left;
    const float top = is_free ? std::max(bottom - whole, corner_.y - style_.px(kTitle)) : corner_.y;
    float lowest = std::min(corner_.y - height_ / 2, top);
    for (const End& end : ends) {
      ui::TextStyle type = style_.small_strong();
      type.colour = style_.word_colour(end.line->colour);
      const float own = height_ * static_cast<float>(end.name.size());
      float line = std::max(std::min(end.y - own / 2, bottom - whole), lowest);
      draw_leader(*end.line, {left - style_.px(3), line + own / 2});
      for (const std::string& text : end.name) {
        ui::draw_text(list_, {left, line}, text, type);
        line += height_;
        whole -= height_;
      }
      lowest = line;
    }
  }

  const ui::Style& style_;
  const LinePlot& plot_;
  ImDrawList& list_;
  ImVec2 corner_, size_;  // of the plot's inside
  float height_ = 0;      // of a line of small text
  float title_end_ = 0;   // with the y axis's name
  float names_ = 0;       // the available width for the lines' names
};

}  // namespace

void fit_log_sides(LinePlot& plot) {
  constexpr double kAir = 1.32;  // margin above and below: 0.12 of a power of ten
  double left = HUGE_VAL, right = 0, low = HUGE_VAL, high = 0;
  for (const PlotLine& line : plot.lines) {
    for (const auto& [x, y] : line.points) {
      left = std::min(left, x);
      right = std::max(right, x);
      if (line.is_dashed) continue;
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  plot.x.is_log = plot.y.is_log = true;
  plot.x.low = right > 0 ? left : 1;
  plot.x.high = right > left ? right : 10 * plot.x.low;
  plot.y.low = high > 0 ? low / kAir : 1;
  plot.y.high = high > 0 ? high * kAir : 10;
}

std::optional<double> draw_line_plot(const Frame& frame, const char* id, const LinePlot& plot, ImVec2 at,
                                     ImVec2 room) {
  const PlotPainter painter(frame, plot, at, room);
  painter.draw();
  return painter.item(id);
}

}  // namespace views
