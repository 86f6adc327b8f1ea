// map_points.cpp: marks, names and round numbers of a map of vectors.
#include "app/views/pictures/map_points.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/ui/widgets.h"

namespace views {
namespace {

constexpr float kRing = 6;        // around what is pinned or pointed at, pixels at 100 %
constexpr float kTickLine = 18;   // of numbers below the picture
constexpr float kTickWidth = 40;  // on its left
constexpr float kLine = 20;       // of the words above and below it
// From the outermost points to the edges; on the right is the room of a name.
constexpr float kInsetLeft = 44, kInsetRight = 120, kInset = 24;
constexpr float kTickApart = 44, kTickAbove = 28;  // at least, across and up; pixels at 100 %

// The distance between two round numbers that are at least `pixels` apart.
double round_step(double pixels, double unit) {
  const double wanted = pixels / std::max(unit, 1e-9);
  const double ten = std::pow(10.0, std::floor(std::log10(wanted)));
  return wanted <= ten ? ten : wanted <= 2 * ten ? 2 * ten : wanted <= 5 * ten ? 5 * ten : 10 * ten;
}

class Ticks {
 public:
  Ticks(const ui::Style& style, const MapPlace& place) : style_(style), place_(place) {}

  void draw(bool across) const {
    const auto unit = static_cast<double>(across ? place_.unit.x : place_.unit.y);
    const double step = round_step(static_cast<double>(style_.px(across ? kTickApart : kTickAbove)), unit);
    const int digits = std::clamp(static_cast<int>(-std::floor(std::log10(step))), 0, 6);
    const double first =
        static_cast<double>(across ? place_.low.x - place_.origin.x : place_.origin.y - place_.high.y) / unit;
    const double last =
        static_cast<double>(across ? place_.high.x - place_.origin.x : place_.origin.y - place_.low.y) / unit;
    for (double at = std::ceil(first / step); at * step <= last; ++at)
      draw_one(across, static_cast<float>(at * step * unit), ui::fixed_number(at * step, digits));
  }

 private:
  void draw_one(bool across, float from, const std::string& number) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float line = ui::text_size("0", style_.small()).y;
    const float half = ui::text_size(number, style_.small()).x / 2;
    const float x = place_.origin.x + from;
    const float y = place_.origin.y - from;
    if (across && x - half >= place_.low.x && x + half <= place_.high.x) {
      list.AddLine({x, place_.high.y}, {x, place_.high.y + style_.px(3)}, style_.colours.muted);
      ui::draw_text_centred(list, {x, place_.high.y + style_.px(3)}, number, style_.small());
    }
    if (!across && y - line / 2 >= place_.low.y && y + line / 2 <= place_.high.y) {
      list.AddLine({place_.low.x - style_.px(3), y}, {place_.low.x, y}, style_.colours.muted);
      ui::draw_text_right(list, {place_.low.x - style_.px(6), y - line / 2}, number, style_.small());
    }
  }

  const ui::Style& style_;
  const MapPlace& place_;
};

// Beside its point, or before it at the right end, over whatever is there.
ImVec2 over_others(const ui::Style& style, const MapPlace& place, const PointLabel& label) {
  const float gap = std::max(style.px(kRing), label.mark) + style.px(5);
  const bool fits = label.point.x + gap + label.size.x <= place.high.x;
  const ImVec2 at(label.point.x + (fits ? gap : -gap - label.size.x), label.point.y - label.size.y / 2);
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + label.size.x, at.y + label.size.y},
                                            style.colours.panel, style.px(3));
  return at;
}

// A thin line to a label that does not stand beside its point.
void draw_leader(const ui::Style& style, const PointLabel& label, ImVec2 place) {
  const ImVec2 end(place.x + label.size.x - style.px(4), place.y + label.size.y);
  const bool is_level = label.point.y > place.y && label.point.y < end.y;
  const float aside = std::max(place.x - label.point.x, label.point.x - end.x);
  if (is_level && aside < style.px(14) + label.mark) return;
  const ImVec2 to(std::clamp(label.point.x, place.x - (is_level ? style.px(2) : 0.0f), end.x),
                  is_level                   ? label.point.y
                  : label.point.y <= place.y ? place.y + style.px(3)
                                             : end.y - style.px(3));
  const float length = std::hypot(label.point.x - to.x, label.point.y - to.y);
  const float start = std::min(std::max(style.px(5), label.mark) / std::max(length, 1.0f), 1.0f);
  const ImVec2 from(std::lerp(label.point.x, to.x, start), std::lerp(label.point.y, to.y, start));
  ImGui::GetWindowDrawList()->AddLine(from, to, style.colours.muted, style.px(1));
}

}  // namespace

void draw_map_mark(const ui::Style& style, bool is_key, ImVec2 at, ImU32 colour) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float size = style.px(5);
  if (is_key)
    list.AddRect({at.x - size, at.y - size}, {at.x + size, at.y + size}, colour, 0, 0, style.px(2));
  else
    list.AddCircleFilled(at, style.px(3.5f), colour);
}

void draw_map_ring(const ui::Style& style, bool is_key, ImVec2 at) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float half = style.px(kRing);
  const float side = half + style.px(2.5f);
  if (is_key)
    list.AddRect({at.x - side, at.y - side}, {at.x + side, at.y + side}, style.colours.ink, style.px(2), 0,
                 style.px(2));
  else
    list.AddCircle(at, half, style.colours.ink, 0, style.px(2));
}

MapPlace place_map(const ui::Style& style, std::span<const ImVec2> positions) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  MapPlace place;
  place.low = {corner.x + style.px(kTickWidth), corner.y + style.px(kLine)};
  place.high = {corner.x + room.x,
                corner.y + std::max(room.y - style.px(kTickLine + kLine + 4), style.px(kLine + 60))};
  ImVec2 least(0, 0);
  ImVec2 most(0, 0);
  for (const ImVec2& at : positions) {
    least = {std::min(least.x, at.x), std::min(least.y, at.y)};
    most = {std::max(most.x, at.x), std::max(most.y, at.y)};
  }
  const float left = style.px(kInsetLeft);
  const float inset = style.px(kInset);
  const ImVec2 size(std::max(place.high.x - place.low.x - left - style.px(kInsetRight), style.px(60)),
                    std::max(place.high.y - place.low.y - 2 * inset, style.px(30)));
  // Where nothing differs along an axis, it still has round numbers.
  constexpr float kNothing = 1e-5f;
  const auto extent = [](float differs) { return differs > kNothing ? differs : 2; };
  place.unit = {size.x / extent(most.x - least.x), size.y / extent(most.y - least.y)};
  const bool is_flat = most.y - least.y <= kNothing;
  place.origin = {place.low.x + left - least.x * place.unit.x,
                  is_flat ? (place.low.y + place.high.y) / 2 : place.low.y + inset + most.y * place.unit.y};
  return place;
}

void draw_map_frame(const ui::Style& style, const MapPlace& place, bool has_upright) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRect(place.low, place.high, style.colours.hairline, style.px(6));
  list.AddLine({place.low.x, place.origin.y}, {place.high.x, place.origin.y}, style.colours.hairline);
  list.AddLine({place.origin.x, place.low.y}, {place.origin.x, place.high.y}, style.colours.hairline);
  const Ticks ticks(style, place);
  ticks.draw(true);
  if (has_upright) ticks.draw(false);
}

float draw_map_words(const ui::Style& style, const MapPlace& place, const MapWords& words) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float apart = style.px(16);
  ui::draw_text_right(list, {place.high.x, place.low.y - style.px(kLine)}, words.upright, style.small());
  const float below = place.high.y + style.px(kTickLine + 3);
  ui::TextStyle along = style.small();
  if (words.along_colour != 0) along = {style.fonts.semibold, along.size, words.along_colour};
  ui::draw_text_right(list, {place.high.x, below}, words.along, along);
  const float room = place.high.x - place.low.x - ui::text_size(words.along, along).x - apart;
  const bool fits =
      !words.said_with_room.empty() && ui::text_size(words.said_with_room, style.small_ink()).x <= room;
  ui::draw_text(list, {place.low.x, below},
                fits ? words.said_with_room : ui::ellipsise(words.said, room, style.small_ink()),
                style.small_ink());
  return place.high.x - ui::text_size(words.upright, style.small()).x - apart;
}

size_t draw_map_names(const ui::Style& style, const MapPlace& place, std::span<const MapName> names,
                      std::span<const LabelRoom> taken) {
  std::vector<PointLabel> labels;
  labels.reserve(names.size());
  for (const MapName& name : names) {
    ImVec2 size = ui::text_size(name.words, name.type);
    size.x += style.px(4);  // the next name stands apart
    labels.push_back({name.at, size, name.mark});
  }
  const auto places = place_labels(labels, {place.low, place.high}, style.px(kRing + 3), taken);
  size_t missing = 0;
  for (size_t i = 0; i < names.size(); ++i) {
    if (!places[i] && !names[i].must_stand) {
      ++missing;
      continue;
    }
    const ImVec2 at = places[i] ? *places[i] : over_others(style, place, labels[i]);
    draw_leader(style, labels[i], at);
    ui::draw_text(*ImGui::GetWindowDrawList(), at, names[i].words, names[i].type);
  }
  return missing;
}

std::string two_sentences(const Frame& frame, const std::string& first, const std::string& second) {
  if (first.empty() || second.empty()) return first + second;
  return frame.tr("sentences.two", {{"first", first}, {"second", second}});
}

std::string missing_words(const Frame& frame, size_t missing) {
  return missing == 1 ? frame.tr("map.missing_one")
                      : frame.tr("map.missing", {{"count", std::to_string(missing)}});
}

size_t nearest_point(std::span<const ImVec2> points, ImVec2 mouse) {
  const auto distance = [&](ImVec2 at) { return std::hypot(at.x - mouse.x, at.y - mouse.y); };
  size_t nearest = 0;
  for (size_t i = 1; i < points.size(); ++i) {
    if (distance(points[i]) < distance(points[nearest]) - 0.5f) nearest = i;
  }
  return nearest;
}

}  // namespace views
