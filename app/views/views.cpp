// views.cpp: lays the views out in the window; folds what does not fit.
#include "app/views/views.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/number_edit.h"

namespace views {
namespace {

constexpr std::array<View, 9> kCentral = {{{"stage", draw_stage},
                                           {"heads", draw_heads},
                                           {"grid", draw_grid},
                                           {"rollout", draw_rollout},
                                           {"model", draw_model, true},
                                           {"generate", draw_generate},
                                           {"projections", draw_projections},
                                           {"compare", draw_compare},
                                           {"experiments", draw_experiments, true}}};

// The view that the document asks for.
const View& wanted_view(const Frame& frame) {
  const std::string& wanted = frame.session.document().focus.view;
  const auto found =
      std::find_if(kCentral.begin(), kCentral.end(), [&](const View& view) { return view.name == wanted; });
  return found == kCentral.end() ? kCentral.front() : *found;
}

// Widths and heights of the body's parts, in pixels.
struct BodyPlan {
  bool folded_rail = false;
  bool one_column = false;  // too narrow for a card beside the stage
  float rail = 0, card = 0, middle = 0, body = 0, strip = 0, gap = 0;
};

BodyPlan plan_body(const ui::Style& style, ImVec2 room, bool stands_alone) {
  BodyPlan plan;
  const float width = room.x / style.scale;
  const float height = room.y / style.scale;
  plan.gap = style.px(height < 660 ? 10 : 16);
  plan.one_column = width < 900;
  plan.folded_rail = width < 1280;
  plan.rail = style.px(plan.one_column ? 0 : plan.folded_rail ? 56 : 256);
  plan.card = plan.one_column ? 0 : style.px(width < 1280 ? 330 : 384);
  plan.middle = room.x - plan.rail - plan.card - (plan.one_column ? 0 : 2 * plan.gap);
  plan.strip = style.px(height < 660 ? 88 : 132);
  // In a very low window the page scrolls rather than let the stage shrink to a stamp.
  const float least = style.px(plan.one_column ? 380 : height < 440 ? 420 : 330);
  plan.body = std::max(room.y - plan.strip - plan.gap, least);
  if (stands_alone) {
    plan.middle = room.x - plan.rail - (plan.one_column ? 0 : plan.gap);
    plan.body = std::max(room.y, least);
  }
  return plan;
}

void draw_middle(const Frame& frame, ImVec2 size) {
  const bool low = size.y < frame.style.px(520);
  if (ui::begin_panel(frame.style, "middle", size, low ? ImVec2(18, 12) : ImVec2(22, 18),
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
    wanted_view(frame).draw(frame);
  }
  ui::end_panel();
}

void draw_card_panel(const Frame& frame, ImVec2 size) {
  if (ui::begin_panel(frame.style, "card", size, {20, 18})) draw_card(frame);
  ui::end_panel();
}

void draw_bottom(const Frame& frame, const BodyPlan& plan, float width) {
  const float stepper = plan.one_column ? width : plan.card;
  const float strip = plan.one_column ? width : width - stepper - plan.gap;
  if (ImGui::BeginChild("strip", {strip, plan.strip}, 0,
                        ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoBackground)) {
    draw_strip(frame);
  }
  ImGui::EndChild();
  if (!plan.one_column) ImGui::SameLine(0, plan.gap);
  if (ui::begin_panel(frame.style, "stepper", {stepper, plan.strip}, {18, 12}, ImGuiWindowFlags_NoScrollbar))
    draw_stepper(frame);
  ui::end_panel();
}

void draw_body(const Frame& frame) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool stands_alone = wanted_view(frame).stands_alone;
  const BodyPlan plan = plan_body(frame.style, room, stands_alone);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(plan.gap, plan.gap));
  if (!plan.one_column) {
    const ImVec2 padding = plan.folded_rail ? ImVec2(6, 8) : ImVec2(10, 12);
    if (ui::begin_panel(frame.style, "rail", {plan.rail, plan.body}, padding))
      draw_rail(frame, plan.folded_rail);
    ui::end_panel();
    ImGui::SameLine(0, plan.gap);
  }
  draw_middle(frame, {plan.middle, plan.body});
  if (!stands_alone) {
    if (!plan.one_column) ImGui::SameLine(0, plan.gap);
    draw_card_panel(frame,
                    plan.one_column ? ImVec2(room.x, frame.style.px(320)) : ImVec2(plan.card, plan.body));
    draw_bottom(frame, plan, room.x);
  }
  ImGui::PopStyleVar();
}

// From here on Dear ImGui's widgets and text have this style's sizes.
void switch_style(const ui::Style& style) {
  ImGui::PopFont();
  ui::apply(style);
  ui::push_font(style.fonts.regular, style.px(15));
}

// In a small window with large text, header, sequence and settings yield so that the stage can be seen: their
// text grows no further than lets them have about a third of the height.
ui::Style chrome_style(const ui::Style& style) {
  ui::Style chrome = style;
  const float fits = ImGui::GetIO().DisplaySize.y / 560;
  chrome.scale = std::min(style.scale, std::max(fits, 1.0f));
  return chrome;
}

// Text grows no larger than a window of this size can show a stage with.
ui::Style body_style(const ui::Style& style) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  ui::Style body = style;
  body.scale = std::min(style.scale, std::max(std::min(window.x / 640, window.y / 360), 1.0f));
  return body;
}

void draw_page(const Frame& frame, const Frame& chrome) {
  const float edge = frame.style.px(24);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, frame.style.colours.background);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(edge, frame.style.px(12)));
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, 0.0f);
  const bool open = ImGui::BeginChild("page", {0, 0}, ImGuiChildFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
  if (open) {
    draw_sequence(chrome);
    draw_settings(chrome);
    switch_style(frame.style);
    draw_body(frame);
    switch_style(chrome.style);
  }
  ImGui::EndChild();
}

}  // namespace

std::span<const View> central_views() {
  return kCentral;
}

void draw_interface(const Frame& frame) {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav;
  const ui::Style style = chrome_style(frame.style);
  const ui::Style large = body_style(frame.style);
  const Frame chrome = frame.in(style);
  const Frame body = frame.in(large);
  ui::push_font(style.fonts.regular, style.px(15));
  ui::apply(style);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::Begin("Headlight", nullptr, kFlags);
  ImGui::PopStyleVar();
  handle_keys(frame);
  draw_header(chrome);
  draw_page(body, chrome);
  draw_notice(chrome);
  if (frame.session.trace()) draw_matrix_dialog(chrome);
  draw_worked_dialog(chrome);
  ImGui::End();
  ImGui::PopFont();
  ui::apply(frame.style);
}

}  // namespace views
