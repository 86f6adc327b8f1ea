// circles.cpp: each pair of columns as a point on a circle, rotated by each step of the position.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/ui/math.h"
#include "app/ui/number_field.h"
#include "app/ui/slider.h"
#include "app/ui/widgets.h"
#include "app/views/core/translated_button.h"
#include "app/views/labs/experiments/experiments.h"
#include "app/views/labs/positions/pages.h"
#include "engine/analysis/position_measures.h"
#include "engine/core/formula.h"

namespace views {
namespace {

using engine::Index;

// The position of the circles, and their step: as in the document, within the table.
struct CircleStep {
  Index position = 0;
  Index offset = 1;
  Index last = 0;  // position
};

CircleStep circle_step(const Frame& frame) {
  const app::PositionsPage& page = positions_page(frame);
  const Index last = positions_lab(frame).length - 1;
  return {std::min(page.position, last), page.offset, last};
}

void set_circle_position(const Frame& frame, Index position, std::string_view merge) {
  edit_positions(frame, merge,
                 [position](engine::PositionsLab&, app::PositionsPage& page) { page.position = position; });
}

// While playing, the position advances by itself, and restarts at the end; one step of the history.
void play_on(const Frame& frame) {
  const auto& played = frame.session.desk().lab_played;
  const double now = ImGui::GetTime();
  if (!played || now - *played < app::kLabSeconds) return;
  const CircleStep step = circle_step(frame);
  const Index next = step.position + step.offset;
  set_circle_position(frame, next > step.last ? 0 : next, std::string(app::kStroke) + "circles");
  frame.requests.arrange([now](app::Desk& desk) { desk.lab_played = now; });
}

void draw_play(const Frame& frame) {
  const bool is_playing = frame.session.desk().lab_played.has_value();
  if (!button(frame, is_playing ? "lab.positions.pause" : "lab.positions.play",
              is_playing ? ui::ButtonKind::kOutline : ui::ButtonKind::kPrimary))
    return;
  frame.requests.arrange([is_playing, now = ImGui::GetTime()](app::Desk& desk) {
    desk.lab_played = is_playing ? std::nullopt : std::optional(now);
  });
}

void draw_step_controls(const Frame& frame) {
  const auto& style = frame.style;
  const CircleStep step = circle_step(frame);
  control_name(frame, "axis.position");
  Index position = step.position;
  constexpr Index kFirst = 0;
  ImGui::SetNextItemWidth(std::min(style.px(300), ImGui::GetContentRegionAvail().x * 0.4f));
  if (ui::slider(style, "##circle position", position, kFirst, step.last))
    set_circle_position(frame, position, "circle position");
  ui::tip(style, frame.tr("lab.positions.circle.tip"));
  for (const auto& [label, by] : {std::pair{"←##circle back", -1}, std::pair{"→##circle on", 1}}) {
    ImGui::SameLine(0, style.px(6));
    const Index to = step.position + by;
    if (ui::button(style, label, ui::ButtonKind::kOutline, to >= 0 && to <= step.last))
      set_circle_position(frame, to, "circle position");
    ui::tip(style, frame.tr("lab.positions.circle.tip"));
  }
  ImGui::SameLine(0, style.px(6));
  draw_play(frame);
  ImGui::SameLine(0, style.px(18));
  control_name(frame, "lab.positions.step");
  Index offset = step.offset;
  ImGui::SetNextItemWidth(style.px(56));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.0f);
  if (ui::input_number("##lab.positions.step", ImGuiDataType_S64, &offset, nullptr, "%lld")) {
    edit_positions(frame, "lab.positions.step",
                   [offset = std::clamp<Index>(offset, 1, engine::kMaxLabLength)](
                       engine::PositionsLab&, app::PositionsPage& page) { page.offset = offset; });
  }
  ImGui::PopStyleVar();
  ui::tip(style, frame.tr("lab.positions.step.tip"));
}

// From the centre, with angles counted from the right upwards: cosine across, sine up.
ImVec2 on_circle(ImVec2 centre, float radius, double angle) {
  return {centre.x + radius * static_cast<float>(std::cos(angle)),
          centre.y - radius * static_cast<float>(std::sin(angle))};
}

void draw_turn(const Frame& frame, ImVec2 centre, float radius, double from, double turn) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddCircle(centre, radius, style.colours.hairline, 0, style.px(1.5f));
  list.AddLine({centre.x - radius, centre.y}, {centre.x + radius, centre.y}, style.colours.hairline);
  list.AddLine({centre.x, centre.y - radius}, {centre.x, centre.y + radius}, style.colours.hairline);
  // For more than a whole turn, the whole circle.
  const double shown = std::clamp(turn, -2 * std::numbers::pi, 2 * std::numbers::pi);
  const int pieces = std::clamp(static_cast<int>(std::ceil(std::abs(shown) * 12)), 1, 80);
  const float inner = radius * 0.72f;
  for (int piece = 0; piece < pieces; ++piece) {
    const double low = from + shown * piece / pieces;
    const double high = from + shown * (piece + 1) / pieces;
    list.AddLine(on_circle(centre, inner, low), on_circle(centre, inner, high), style.colours.accent,
                 style.px(2.5f));
  }
  const ImVec2 here = on_circle(centre, radius, from);
  const ImVec2 there = on_circle(centre, radius, from + turn);
  list.AddLine(centre, here, style.colours.ink, style.px(2));
  list.AddLine(centre, there, style.colours.accent, style.px(2));
  list.AddCircleFilled(here, style.px(5), style.colours.ink);
  list.AddCircleFilled(there, style.px(5), style.colours.panel);
  list.AddCircle(there, style.px(5), style.colours.accent, 0, style.px(2));
}

// Its pair, and how far a step rotates it; a click chooses it.
void draw_circle(const Frame& frame, const engine::PairTurn& turn, ImVec2 at, ImVec2 size, bool is_chosen) {
  const auto& style = frame.style;
  const CircleStep step = circle_step(frame);
  ImGui::SetCursorScreenPos(at);
  const std::string id = "circle " + std::to_string(turn.pair);
  if (ImGui::InvisibleButton(id.c_str(), size)) {
    edit_positions(frame, "",
                   [pair = turn.pair](engine::PositionsLab&, app::PositionsPage& page) { page.pair = pair; });
  }
  ui::tip(style, frame.tr("lab.positions.circle.pair.tip"));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (is_chosen) list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, style.colours.selected, style.px(8));
  const float words = style.px(44);
  const float radius = std::max(std::min(size.x - style.px(20), size.y - words - style.px(18)) / 2, 8.0f);
  const ImVec2 centre(at.x + size.x / 2, at.y + style.px(9) + radius);
  const double each = turn.angle / static_cast<double>(step.offset);
  draw_turn(frame, centre, radius, each * static_cast<double>(step.position), turn.angle);
  const float below = at.y + size.y - words;
  ui::draw_text_centred(list, {centre.x, below},
                        frame.tr("lab.positions.pair.name", {{"pair", std::to_string(turn.pair)}}),
                        style.small_strong());
  ui::draw_text_centred(
      list, {centre.x, below + style.px(18)},
      ui::ellipsise(frame.tr("lab.positions.turn",
                             {{"degrees", engine::number_markup(turn.angle * 180 / std::numbers::pi, 2)}}),
                    size.x, style.small()),
      style.small());
}

// The chosen pair's rotation, written out.
void draw_turn_written(const Frame& frame, const engine::PairTurn& turn, ImVec2 at, float width) {
  const auto& style = frame.style;
  const CircleStep step = circle_step(frame);
  const double angle = turn.angle / static_cast<double>(step.offset) * static_cast<double>(step.position);
  const ui::MathStyle type{&style.fonts, style.px(17), style.colours.ink, 0, 0, 0};
  const std::string to = std::to_string(step.position + step.offset);
  const std::string pair = std::to_string(turn.pair);
  const auto factor = [](double value) { return value < 0 ? "(" + six(value) + ")" : six(value); };
  const auto write = [&](const char* wave, const char* sign, double first, double second, double result) {
    const std::string markup = std::string("\\mathrm{") + wave + "}(" + to + " ω_{" + pair +
                               "}) = " + six(turn.cosine) + " · " + factor(first) + sign + factor(turn.sine) +
                               " · " + factor(second) + " = " + six(result);
    const auto layout = ui::layout_math(markup, type, width);
    ui::draw_math(*ImGui::GetWindowDrawList(), {at.x, at.y + layout.ascent}, layout);
    at.y += layout.ascent + layout.descent + style.px(6);
  };
  write("sin", " + ", std::sin(angle), std::cos(angle), std::sin(angle + turn.angle));
  write("cos", " − ", std::cos(angle), std::sin(angle), std::cos(angle + turn.angle));
}

}  // namespace

bool can_step_circles(const Frame& frame, int by) {
  if (positions_page(frame).shown != "circles" || positions_stage(frame, "table") < 0) return false;
  const CircleStep step = circle_step(frame);
  return step.position + by >= 0 && step.position + by <= step.last;
}

void step_circles(const Frame& frame, int by) {
  set_circle_position(frame, circle_step(frame).position + by, "circle position");
}

void draw_positions_circles(const Frame& frame) {
  const auto& style = frame.style;
  play_on(frame);
  draw_step_controls(frame);
  const engine::PositionsLab& lab = positions_lab(frame);
  const auto turns = engine::turns(circle_step(frame).offset, lab.d_model, lab.base);
  if (turns.empty()) return;
  const auto pairs = static_cast<Index>(turns.size());
  const Index chosen = std::clamp<Index>(positions_page(frame).pair, 0, pairs - 1);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float written = style.px(90);
  const float gap = style.px(8);
  const Index across = std::max<Index>(static_cast<Index>((room.x + gap) / style.px(158)), 2);
  const Index rows = std::max<Index>(static_cast<Index>((room.y - written + gap) / style.px(168)), 1);
  const float width = (room.x + gap) / static_cast<float>(across) - gap;
  const ImVec2 each(
      width, std::min((room.y - written + gap) / static_cast<float>(rows) - gap, width + style.px(44)));
  const Index shown = std::min(pairs, across * rows);
  for (Index i = 0; i < shown; ++i) {
    // From the fastest to the slowest, evenly; the chosen one replaces the one nearest to it.
    const auto pair_at = [&](Index place) { return shown < 2 ? 0 : place * (pairs - 1) / (shown - 1); };
    const Index low = pair_at(i);
    const Index high = i + 1 < shown ? pair_at(i + 1) : pairs;
    const bool is_chosen = chosen >= low && chosen < high;
    const auto& turn = turns[static_cast<size_t>(is_chosen ? chosen : low)];
    const Index line = i / across;
    const ImVec2 corner(at.x + static_cast<float>(i % across) * (each.x + gap),
                        at.y + style.px(4) + static_cast<float>(line) * (each.y + gap));
    draw_circle(frame, turn, corner, each, is_chosen);
  }
  const Index lines = (shown + across - 1) / across;
  const ImVec2 below(at.x, at.y + style.px(12) + static_cast<float>(lines) * (each.y + gap));
  ui::draw_text(
      *ImGui::GetWindowDrawList(), below,
      ui::ellipsise(frame.tr("lab.positions.turned", {{"pair", std::to_string(chosen)},
                                                      {"from", std::to_string(circle_step(frame).position)},
                                                      {"to", std::to_string(circle_step(frame).position +
                                                                            circle_step(frame).offset)}}),
                    room.x, style.small()),
      style.small());
  draw_turn_written(frame, turns[static_cast<size_t>(chosen)], {below.x, below.y + style.px(22)}, room.x);
}

}  // namespace views
