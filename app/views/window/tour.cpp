// tour.cpp: dims all but one part of the window and places a card next to it.
#include "app/views/window/tour.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/ui/widgets.h"
#include "app/views/card/card.h"
#include "app/views/core/floating.h"
#include "app/views/core/overlay.h"

namespace views {
namespace {

constexpr std::array<TourStop, 8> kStops = {{{"sequence", "tour.sequence."},
                                             {"settings", "tour.settings."},
                                             {"rail", "tour.rail."},
                                             {"stage", "tour.stage."},
                                             {"card", "tour.card."},
                                             {"strip", "tour.strip."},
                                             {"stepper", "tour.stepper."},
                                             {"menus", "tour.palette."}}};
constexpr float kCard = 400;

using LitBox = std::pair<ImVec2, ImVec2>;

size_t stop_now(const Frame& frame) {
  const int last = static_cast<int>(kStops.size()) - 1;
  return static_cast<size_t>(std::clamp(frame.session.desk().tour_stop, 0, last));
}

void finish(const Frame& frame) {
  frame.requests.arrange([](app::Desk& desk) {
    desk.panel.clear();
    desk.tour_stop = 0;
  });
  frame.requests.edit("", [](app::State& state) { state.preferences.tour_seen = true; });
}

void go_to_stop(const Frame& frame, size_t stop) {
  if (stop >= kStops.size()) return finish(frame);
  frame.requests.arrange([stop](app::Desk& desk) { desk.tour_stop = static_cast<int>(stop); });
}

// Dims everything except the highlighted part.
void draw_veil(const Frame& frame, const std::optional<LitBox>& lit) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 dim = veil(frame.style, 0.5f);
  if (!lit) {
    list.AddRectFilled({0, 0}, size, dim);
    return;
  }
  const auto [low, high] = *lit;
  list.AddRectFilled({0, 0}, {size.x, low.y}, dim);
  list.AddRectFilled({0, high.y}, size, dim);
  list.AddRectFilled({0, low.y}, {low.x, high.y}, dim);
  list.AddRectFilled({high.x, low.y}, {size.x, high.y}, dim);
  list.AddRect(low, high, frame.style.colours.accent, frame.style.px(4), 0, frame.style.px(2.5f));
}

// A little larger, so that the frame cuts no border; inside the window.
LitBox around(const LitBox& lit, float by) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const float edge = by / 2;
  return {{std::max(lit.first.x - by, edge), std::max(lit.first.y - by, edge)},
          {std::min(lit.second.x + by, size.x - edge), std::min(lit.second.y + by, size.y - edge)}};
}

float overlap(const LitBox& lit, ImVec2 at, ImVec2 size) {
  const float width = std::min(lit.second.x, at.x + size.x) - std::max(lit.first.x, at.x);
  const float height = std::min(lit.second.y, at.y + size.y) - std::max(lit.first.y, at.y);
  return std::max(width, 0.0f) * std::max(height, 0.0f);
}

// Below the highlighted part, above it, on its right or on its left: inside the window, where it covers least
// of it.
ImVec2 card_corner(const Frame& frame, const std::optional<LitBox>& lit, ImVec2 card) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const float gap = frame.style.px(16);
  if (!lit) return {(size.x - card.x) / 2, (size.y - card.y) / 2};
  const auto [low, high] = *lit;
  const ImVec2 middle((low.x + high.x - card.x) / 2, (low.y + high.y - card.y) / 2);
  const std::array<ImVec2, 4> corners = {{{middle.x, high.y + gap},
                                          {middle.x, low.y - gap - card.y},
                                          {high.x + gap, middle.y},
                                          {low.x - gap - card.x, middle.y}}};
  ImVec2 best = middle;
  float least = card.x * card.y * 2;
  for (const ImVec2& corner : corners) {
    const ImVec2 at(std::clamp(corner.x, gap, std::max(gap, size.x - card.x - gap)),
                    std::clamp(corner.y, gap, std::max(gap, size.y - card.y - gap)));
    const float hidden = overlap(*lit, at, card);
    if (hidden >= least) continue;
    least = hidden;
    best = at;
  }
  return best;
}

// One dot per stop.
void draw_dots(const Frame& frame, ImVec2 at, size_t stop) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (size_t i = 0; i < kStops.size(); ++i) {
    const ImVec2 centre(at.x + frame.style.px(4 + 13 * static_cast<float>(i)), at.y);
    list.AddCircleFilled(centre, frame.style.px(i == stop ? 4.5f : 3),
                         i == stop ? frame.style.colours.ink : frame.style.colours.hairline);
  }
}

void draw_buttons(const Frame& frame, ImVec2 at, float width, size_t stop) {
  const auto& style = frame.style;
  const bool last = stop + 1 == kStops.size();
  const std::string skip = frame.tr("tour.skip");
  const std::string back = frame.tr("tour.back");
  const std::string next = frame.tr(last ? "tour.done" : "tour.next");
  draw_dots(frame, {at.x, at.y + ImGui::GetFrameHeight() / 2}, stop);
  const float gap = style.px(6);
  float x = at.x + width - ui::button_width(frame.style, next);
  ImGui::SetCursorScreenPos({x, at.y});
  if (ui::button(style, (next + "##tour next").c_str(), ui::ButtonKind::kPrimary))
    go_to_stop(frame, stop + 1);
  ui::tip(style, frame.tr("tour.next.tip"));
  x -= ui::button_width(frame.style, back) + gap;
  ImGui::SetCursorScreenPos({x, at.y});
  if (ui::button(style, (back + "##tour back").c_str(), ui::ButtonKind::kOutline, stop > 0))
    go_to_stop(frame, stop - 1);
  ui::tip(style, frame.tr("tour.back.tip"));
  if (last) return;
  x -= ui::button_width(frame.style, skip) + gap;
  ImGui::SetCursorScreenPos({x, at.y});
  if (ui::button(style, (skip + "##tour skip").c_str())) finish(frame);
  ui::tip(style, frame.tr("tour.skip.tip"));
}

void draw_card(const Frame& frame, const std::optional<LitBox>& lit, size_t stop) {
  const auto& style = frame.style;
  const std::string key(kStops.at(stop).key);
  const std::string title = frame.tr(key + "title");
  const std::string text = frame.tr(key + "text");
  const float inside = std::min(style.px(kCard), ImGui::GetIO().DisplaySize.x - style.px(72));
  const float edge = style.px(20);
  const float title_height = ui::paragraph_height(title, inside, style.strong(), 1.3f) + style.px(4);
  const float text_height = ui::paragraph_height(text, inside, style.text());
  const ImVec2 size(inside + 2 * edge,
                    2 * edge + title_height + text_height + style.px(14) + ImGui::GetFrameHeight());
  const ImVec2 at = card_corner(frame, lit, size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, style.colours.panel, style.px(12));
  list.AddRect(at, {at.x + size.x, at.y + size.y}, style.colours.hairline, style.px(12));
  const ImVec2 corner(at.x + edge, at.y + edge);
  ui::draw_paragraph(list, corner, inside, title, style.strong(), 1.3f);
  ui::draw_paragraph(list, {corner.x, corner.y + title_height}, inside, text, style.text());
  draw_buttons(frame, {corner.x, corner.y + title_height + text_height + style.px(14)}, inside, stop);
}

void handle_tour_keys(const Frame& frame, size_t stop) {
  const bool next =
      ImGui::IsKeyPressed(ImGuiKey_RightArrow, false) || ImGui::IsKeyPressed(ImGuiKey_Enter, false) ||
      ImGui::IsKeyPressed(ImGuiKey_Space, false) || ImGui::IsKeyPressed(ImGuiKey_PageDown, false);
  const bool back =
      ImGui::IsKeyPressed(ImGuiKey_LeftArrow, false) || ImGui::IsKeyPressed(ImGuiKey_PageUp, false);
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    finish(frame);
  } else if (next) {
    go_to_stop(frame, stop + 1);
  } else if (back && stop > 0) {
    go_to_stop(frame, stop - 1);
  }
}

}  // namespace

std::span<const TourStop> tour_stops() {
  return kStops;
}

void draw_tour(const Frame& frame) {
  SheetPlace place;
  place.size = ImGui::GetIO().DisplaySize;
  place.is_plain = true;
  if (!begin_overlay(frame, "tour", place)) return;
  const size_t stop = stop_now(frame);
  std::optional<LitBox> lit = frame.panel_rects.of(kStops.at(stop).part);
  // A folded part is replaced by the stage.
  if (!lit) lit = frame.panel_rects.of("stage");
  if (lit) lit = around(*lit, frame.style.px(5));
  ImGui::GetWindowDrawList()->PushClipRectFullScreen();
  draw_veil(frame, lit);
  ImGui::GetWindowDrawList()->PopClipRect();
  draw_card(frame, lit, stop);
  handle_tour_keys(frame, stop);
  end_overlay();
}

void draw_tour_offer(const Frame& frame) {
  if (frame.session.desk().panel != "tour offer" || frame.session.notice()) return;
  const auto& style = frame.style;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  if (begin_floating(style, "tour offer", {size.x - style.px(24), size.y - style.px(20)}, {1, 1},
                     style.colours.muted)) {
    ui::label(frame.tr("tour.offer"), style.strong());
    ui::paragraph(frame.tr("tour.offer.why"), style.px(300), style.text());
    if (ui::button(style, (frame.tr("tour.start") + "##tour start").c_str(), ui::ButtonKind::kPrimary))
      frame.requests.arrange([](app::Desk& desk) { desk.panel = "tour"; });
    ui::tip(style, frame.tr("action.tour.tip"));
    ImGui::SameLine();
    if (ui::button(style, (frame.tr("tour.not_now") + "##tour not now").c_str(), ui::ButtonKind::kOutline))
      finish(frame);
    ui::tip(style, frame.tr("tour.not_now.tip"));
  }
  end_floating();
}

}  // namespace views
