// diagram_arrow.cpp: the diagram's arrows; those around a sub-layer can be clicked to switch them off and on.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "app/ui/widgets.h"
#include "app/views/model/diagram.h"

namespace views {
namespace {

ImU32 colour_of(const DiagramScene& scene, const DiagramArrow& arrow) {
  const ui::Colours& colours = scene.frame.style.colours;
  if (arrow.asks) return colours.query;
  if (arrow.kind == ArrowKind::kKeys) return colours.key;
  return arrow.kind == ArrowKind::kValues ? colours.value : colours.muted;
}

constexpr float kHeadShare = 0.75f;    // of an arrow, at most
constexpr float kLeastForHead = 9.5f;  // pixels at 100 %

// A triangle with its tip at `tip`, pointing away from `from`.
void draw_head(ImDrawList& list, ImVec2 from, ImVec2 tip, ImU32 colour, const ui::Style& style) {
  const float distance = std::max(std::hypot(tip.x - from.x, tip.y - from.y), 1.0f);
  // Of a short arrow something of the line is still seen.
  const float length = std::min(style.px(7), kHeadShare * distance);
  const float half = length / 2;
  const ImVec2 along((tip.x - from.x) / distance, (tip.y - from.y) / distance);
  const ImVec2 back(tip.x - along.x * length, tip.y - along.y * length);
  list.AddTriangleFilled(tip, {back.x - along.y * half, back.y + along.x * half},
                         {back.x + along.y * half, back.y - along.x * half}, colour);
}

// The line with rounded corners.
void draw_line(ImDrawList& list, const std::vector<ImVec2>& points, ImU32 colour, float width, float radius) {
  list.PathLineTo(points.front());
  for (size_t i = 1; i + 1 < points.size(); ++i) {
    const auto toward = [&](ImVec2 from, ImVec2 to) {
      const float distance = std::max(std::hypot(to.x - from.x, to.y - from.y), 1.0f);
      const float part = std::min(radius, distance / 2) / distance;
      return ImVec2(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
    };
    list.PathLineTo(toward(points[i], points[i - 1]));
    list.PathBezierQuadraticCurveTo(points[i], toward(points[i], points[i + 1]));
  }
  list.PathLineTo(points.back());
  list.PathStroke(colour, 0, width);
}

// Of Q, K and V at an arrow.
ui::TextStyle letter_type(const ui::Style& style, ImU32 colour) {
  return {style.fonts.semibold, style.px(12), style.word_colour(colour)};
}

// One vector becomes three, each with its letter: a query, a key and a value.
constexpr float kForkHeight = 15;  // pixels at 100 %

void draw_fork(ImDrawList& list, ImVec2 tip, const ui::Style& style) {
  const float spread = style.px(26);
  const float height = style.px(kForkHeight);
  const ui::Colours& colours = style.colours;
  list.AddLine({tip.x - spread, tip.y + height}, {tip.x + spread, tip.y + height}, colours.muted,
               style.px(1.5f));
  float x = tip.x - spread;
  for (const auto& [letter, colour] :
       {std::pair{"Q", colours.query}, std::pair{"K", colours.key}, std::pair{"V", colours.value}}) {
    draw_head(list, {x, tip.y + height}, {x, tip.y}, colour, style);
    list.AddLine({x, tip.y + height}, {x, tip.y + style.px(5)}, colour, style.px(1.5f));
    ui::draw_text(list, {x + style.px(6), tip.y + height - style.px(15)}, letter, letter_type(style, colour));
    x += spread;
  }
}

// What comes from the decoder itself into its cross-attention: queries.
void draw_queries_label(const DiagramScene& scene, ImVec2 tip) {
  const auto& style = scene.frame.style;
  ui::draw_text(*ImGui::GetWindowDrawList(), {tip.x + style.px(8), tip.y}, "Q",
                letter_type(style, style.colours.query));
}

void draw_memory_label(const DiagramScene& scene, const DiagramArrow& arrow) {
  const auto& style = scene.frame.style;
  const bool keys = arrow.kind == ArrowKind::kKeys;
  const ui::TextStyle type = letter_type(style, colour_of(scene, arrow));
  const char* const letter = keys ? "K" : "V";
  const ImVec2 size = ui::text_size(letter, type);
  const ImVec2 end = arrow.points.back();
  const float y = keys ? end.y - size.y - style.px(2) : end.y + style.px(1);
  ui::draw_text_right(*ImGui::GetWindowDrawList(), {end.x - style.px(12), y}, letter, type);
}

struct ArrowState {
  bool off = false;
  bool hovered = false;
  std::optional<double> flow;  // the gradient that goes back through it
};

// The widest arrow's line, in pixels at 100 %.
constexpr float kWidestFlow = 12;

float width_of(const DiagramScene& scene, const ArrowState& state) {
  const auto& style = scene.frame.style;
  const float more = state.hovered ? style.px(1) : 0;
  if (!state.flow || scene.widest_flow <= 0) return style.px(1.5f) + more;
  const auto share = static_cast<float>(*state.flow / scene.widest_flow);
  return std::max(style.px(kWidestFlow) * share, style.px(0.75f)) + more;
}

void draw_path(const DiagramScene& scene, const DiagramArrow& arrow, const ArrowState& state) {
  const auto& style = scene.frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 colour = state.hovered ? style.colours.ink : colour_of(scene, arrow);
  const float width = width_of(scene, state);
  std::vector<ImVec2> points = arrow.points;
  const ImVec2 tip = points.back();
  const ImVec2 before = points[points.size() - 2];
  if (arrow.forks) {
    points.back().y += style.px(kForkHeight);
    draw_fork(list, tip, style);
  }
  if (state.off) {
    const ImU32 faint = ui::with_alpha(colour, state.hovered ? 1.0f : 0.65f);
    for (size_t i = 1; i < points.size(); ++i) draw_dashed(list, points[i - 1], points[i], faint, style);
    if (!arrow.forks) draw_head(list, before, tip, faint, style);
    return;
  }
  // Between blocks close together there is room for the flow's width or for a head, or for the line alone.
  const float least = style.px(state.flow ? 16 : kLeastForHead);
  const bool is_short = points.size() == 2 && std::hypot(tip.x - before.x, tip.y - before.y) < least;
  if (!arrow.forks && !is_short) {
    // The line ends inside its head.
    const float part = style.px(3) / std::max(std::hypot(tip.x - before.x, tip.y - before.y), 1.0f);
    points.back() = {tip.x + (before.x - tip.x) * part, tip.y + (before.y - tip.y) * part};
    draw_head(list, before, tip, colour, style);
  }
  draw_line(list, points, colour, width, style.px(7));
}

std::string flow_words(const DiagramScene& scene, double flow) {
  return scene.frame.tr("diagram.tip.flow", {{"length", ui::difference_number(flow)}});
}

// Says the gradient under the mouse, on a straight arrow between two blocks.
void show_flow(const DiagramScene& scene, const DiagramArrow& arrow, double flow) {
  const auto& style = scene.frame.style;
  const ImVec2 from = arrow.points.front();
  const ImVec2 to = arrow.points.back();
  const float half = style.px(10);
  const ImVec2 low(std::min(from.x, to.x) - half, std::min(from.y, to.y));
  const ImVec2 high(std::max(from.x, to.x) + half, std::max({from.y, to.y, low.y + 1}));
  ImGui::SetCursorScreenPos(low);
  const std::string id = "flow " + std::to_string(arrow.to) + " " + std::to_string(low.x);
  ImGui::InvisibleButton(id.c_str(), {high.x - low.x, high.y - low.y});
  ui::tip(style, flow_words(scene, flow));
}

}  // namespace

void draw_plain_arrow(const DiagramScene& scene, std::vector<ImVec2> points, ImU32 colour) {
  const auto& style = scene.frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 tip = points.back();
  draw_head(list, points[points.size() - 2], tip, colour, style);
  points.back().y += style.px(3);  // the line ends inside its head
  draw_line(list, points, colour, style.px(1.5f), style.px(7));
}

void draw_dashed(ImDrawList& list, ImVec2 from, ImVec2 to, ImU32 colour, const ui::Style& style) {
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  const float dash = style.px(4);
  const int dashes = static_cast<int>(std::ceil(length / (2 * dash)));
  for (int i = 0; i < dashes; ++i) {
    const float at = 2 * dash * static_cast<float>(i);
    const float until = std::min(at + dash, length);
    const auto point = [&](float distance) {
      return ImVec2(from.x + (to.x - from.x) * distance / length,
                    from.y + (to.y - from.y) * distance / length);
    };
    list.AddLine(point(at), point(until), colour, style.px(1.5f));
  }
}

void draw_off_tag(const DiagramScene& scene, ImVec2 centre) {
  const auto& style = scene.frame.style;
  const std::string word = scene.frame.tr("diagram.off");
  const ImVec2 size = ui::text_size(word, style.small());
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 half(size.x / 2 + style.px(4), size.y / 2);
  const ImVec2 low(std::round(centre.x - half.x), std::round(centre.y - half.y));
  const ImVec2 high(std::round(centre.x + half.x), std::round(centre.y + half.y));
  list.AddRectFilled(low, high, style.colours.panel, style.px(5));
  list.AddRect(low, high, style.colours.hairline, style.px(5));
  ui::draw_text(list, {std::round(centre.x - size.x / 2), std::round(centre.y - size.y / 2)}, word,
                style.small());
}

void draw_diagram_arrow(const DiagramScene& scene, const DiagramArrow& arrow) {
  const auto& style = scene.frame.style;
  ArrowState state{scene.is_off(arrow.switch_address), false, scene.flow(arrow)};
  if (arrow.kind != ArrowKind::kResidual && arrow.kind != ArrowKind::kAgain) {
    if (state.flow && arrow.kind == ArrowKind::kFlow) show_flow(scene, arrow, *state.flow);
    draw_path(scene, arrow, state);
    if (arrow.asks) draw_queries_label(scene, arrow.points.back());
    if (arrow.kind != ArrowKind::kFlow) draw_memory_label(scene, arrow);
    return;
  }
  const Box lane = arrow.lane(style.px(24));
  ImGui::SetCursorScreenPos(lane.low);
  if (ImGui::InvisibleButton(("arrow " + arrow.switch_address).c_str(), lane.size()))
    scene.toggle(arrow.switch_address);
  state.hovered = ImGui::IsItemHovered();
  const std::string key = arrow.kind == ArrowKind::kAgain ? "diagram.tip.again" : "diagram.tip.residual";
  std::string tip = scene.frame.tr(state.off ? key + "_off" : key, {{"address", arrow.switch_address}});
  if (state.flow) tip.append("\n").append(flow_words(scene, *state.flow));
  ui::tip(style, tip);
  draw_path(scene, arrow, state);
  if (state.off) draw_off_tag(scene, lane.centre());
}

}  // namespace views
