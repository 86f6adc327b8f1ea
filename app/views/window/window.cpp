// window.cpp: lays the views out in the window; folds what does not fit.
#include "app/views/window/window.h"

#include <algorithm>
#include <array>

#include "app/ui/widgets.h"
#include "app/views/actions/help_overlay.h"
#include "app/views/actions/keys.h"
#include "app/views/actions/palette.h"
#include "app/views/card/card.h"
#include "app/views/core/body_plan.h"
#include "app/views/core/notice.h"
#include "app/views/core/progress.h"
#include "app/views/core/view.h"
#include "app/views/files/files.h"
#include "app/views/files/film_panel.h"
#include "app/views/lesson/covered_stage.h"
#include "app/views/lesson/lesson_panel.h"
#include "app/views/lesson/lesson_state.h"
#include "app/views/lesson/pointed_part.h"
#include "app/views/lesson/story_offer.h"
#include "app/views/pages/glossary_view.h"
#include "app/views/pages/page_view.h"
#include "app/views/pages/pointed_term.h"
#include "app/views/present/bookmarks.h"
#include "app/views/stage/number_edit.h"
#include "app/views/stage/picture_words.h"
#include "app/views/window/chip_arcs.h"
#include "app/views/window/dividers.h"
#include "app/views/window/head_strip.h"
#include "app/views/window/header.h"
#include "app/views/window/history_list.h"
#include "app/views/window/outline_panel.h"
#include "app/views/window/presentation.h"
#include "app/views/window/quit_question.h"
#include "app/views/window/sequence.h"
#include "app/views/window/settings.h"
#include "app/views/window/stepper.h"

namespace views {
namespace {

constexpr float kRoomForOutline = 1000;  // pixels at 100 % beside a lesson

// Whether there is a text to read, or what keeps it from being read.
bool shows_text(const Frame& frame) {
  return !shown_view(frame).is_textless || frame.session.error() || is_covered(frame);
}

void draw_middle(const Frame& frame, ImVec2 size) {
  const bool low = size.y < frame.style.px(520);
  if (ui::begin_panel(frame.style, "middle", size, low ? ImVec2(18, 12) : ImVec2(22, 18),
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse)) {
    draw_shown_view(frame);
  }
  ui::end_panel();
  frame.panel_rects.note_item("stage");
}

void draw_card_panel(const Frame& frame, ImVec2 size) {
  if (ui::begin_panel(frame.style, "card", size, {20, 18})) draw_card(frame);
  ui::end_panel();
  frame.panel_rects.note_item("card");
}

void draw_strip(const Frame& frame, const BodyPlan& plan, ImVec2 corner) {
  ImGui::SetCursorScreenPos({corner.x + plan.strip.left, corner.y + plan.strip.top});
  if (ImGui::BeginChild("strip", {plan.strip.width, plan.strip.height}, 0,
                        ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoBackground)) {
    draw_head_strip(frame);
  }
  ImGui::EndChild();
  frame.panel_rects.note_item("strip");
}

void draw_stepper_panel(const Frame& frame, const BodyPlan& plan, ImVec2 corner) {
  ImGui::SetCursorScreenPos({corner.x + plan.stepper.left, corner.y + plan.stepper.top});
  const ImVec2 padding(18, plan.stepper.height < frame.style.px(84) ? 8 : 12);
  if (ui::begin_panel(frame.style, "stepper", {plan.stepper.width, plan.stepper.height}, padding,
                      ImGuiWindowFlags_NoScrollbar))
    draw_stepper(frame);
  ui::end_panel();
  frame.panel_rects.note_item("stepper");
}

void draw_rail_panel(const Frame& frame, const BodyPlan& plan) {
  const ImVec2 padding = plan.rail_is_pictures ? ImVec2(6, 8) : ImVec2(10, 12);
  if (ui::begin_panel(frame.style, "rail", {plan.rail.width, plan.rail.height}, padding))
    draw_outline_panel(frame, plan.rail_is_pictures);
  ui::end_panel();
  frame.panel_rects.note_item("rail");
}

// Draws the open lesson at the left, and moves the cursor to its right.
ImVec2 room_beside_lesson(const Frame& frame) {
  ImVec2 room = ImGui::GetContentRegionAvail();
  const float width = lesson_width(frame, room.x);
  if (width <= 0) return room;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float gap = frame.style.px(12);
  if (ui::begin_panel(frame.style, "lesson", {width, room.y}, {18, 16}, ImGuiWindowFlags_NoScrollbar))
    draw_lesson_panel(frame);
  ui::end_panel();
  frame.panel_rects.note_item("lesson");
  ImGui::SetCursorScreenPos({corner.x + width + gap, corner.y});
  room.x -= width + gap;
  return room;
}

// In place of all beside the lesson: every other panel would tell the answer too.
void draw_covered_body(const Frame& frame, ImVec2 room) {
  if (ui::begin_panel(frame.style, "middle", room, {22, 18})) draw_covered_stage(frame);
  ui::end_panel();
  frame.panel_rects.note_item("stage");
}

void draw_body(const Frame& frame, ImVec2 margin) {
  const ImVec2 room = room_beside_lesson(frame);
  if (is_covered(frame)) return draw_covered_body(frame, room);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const View& view = shown_view(frame);
  app::Panels panels = frame.session.desk().panels;
  // A lesson leads; the outline makes room for the card.
  const bool is_narrow = room.x < frame.style.px(kRoomForOutline);
  if (open_lesson(frame) != nullptr && is_narrow && panels.rail == app::RailFold::kAsFits &&
      !points_at_part(frame, "rail"))
    panels.rail = app::RailFold::kAway;
  if (!shows_text(frame)) panels.rail = app::RailFold::kAway;
  const bool alone = view.stands_alone || (view.is_empty != nullptr && view.is_empty(frame));
  BodyPlan plan = plan_body(room, frame.style.scale, panels, alone, view.shows_heads);
  plan.has_walk = shows_text(frame);
  if (!plan.rail.is_away()) draw_rail_panel(frame, plan);
  ImGui::SetCursorScreenPos({corner.x + plan.stage.left, corner.y});
  draw_middle(frame, {plan.stage.width, plan.stage.height});
  if (!plan.card.is_away()) {
    ImGui::SetCursorScreenPos({corner.x + plan.card.left, corner.y});
    draw_card_panel(frame, {plan.card.width, plan.card.height});
  }
  if (!plan.strip.is_away()) draw_strip(frame, plan, corner);
  if (!plan.stepper.is_away()) draw_stepper_panel(frame, plan, corner);
  draw_dividers(frame, plan, corner, margin);
  ImGui::SetCursorScreenPos(corner);
  ImGui::Dummy(plan.size);
}

// Dear ImGui's widgets and text use this style's sizes from here on.
void switch_style(const ui::Style& style) {
  ImGui::PopFont();
  ui::apply(style);
  ui::push_font(style.fonts.regular, style.px(15));
}

ui::Style sized(const ui::Style& style, float scale) {
  ui::Style other = style;
  other.scale = scale;
  return other;
}

// Draws something in whole lines, and records its rectangle.
void note_lines(const Frame& frame, std::string_view part, void (*draw)(const Frame& frame)) {
  const float edge = frame.style.px(8);
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const float right = low.x + ImGui::GetContentRegionAvail().x;
  draw(frame);
  frame.panel_rects.note(
      part, {low.x - edge, low.y - edge / 2},
      {right + edge, ImGui::GetCursorScreenPos().y - ImGui::GetStyle().ItemSpacing.y + edge / 2});
}

void draw_page(const Frame& frame, const Frame& chrome) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float edge = frame.style.px(window.x < 900 * frame.style.scale ? 16 : 24);
  const float below = frame.style.px(window.y < 480 * frame.style.scale ? 10 : 12);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, frame.style.colours.background);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(edge, below));
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, 0.0f);
  const bool open = ImGui::BeginChild("page", {0, 0}, ImGuiChildFlags_AlwaysUseWindowPadding);
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
  if (open) {
    if (shows_text(frame)) note_lines(chrome, "sequence", draw_sequence);
    if (shows_text(frame) && !chrome_lines(ImGui::GetIO().DisplaySize, chrome.style.scale).settings_folded)
      note_lines(chrome, "settings", draw_settings);
    switch_style(frame.style);
    draw_body(frame, {edge, below});
    switch_style(chrome.style);
  }
  ImGui::EndChild();
}

// The requested overlays: files, palette, keys, history.
void draw_overlays(const Frame& frame) {
  // It is exclusive: open dialogs wait for its answer.
  if (draw_quit_question(frame)) return;
  draw_files(frame);
  draw_palette(frame);
  draw_help_overlay(frame);
  draw_history_list(frame);
  draw_glossary(frame);
  draw_reading_page(frame);
  if (frame.session.trace()) draw_matrix_dialog(frame);
  draw_worked_dialog(frame);
}

}  // namespace

void draw_interface(const Frame& frame) {
  if (frame.session.desk().presenting.is_on) {
    draw_presentation(frame, draw_overlays);
    return;
  }
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const ui::Style style = sized(frame.style, chrome_scale(window, frame.style.scale));
  const ui::Style large = sized(frame.style, body_scale(window, frame.style.scale));
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
  draw_folding_arcs(chrome);
  draw_bookmarks(chrome);
  draw_notice(chrome);
  draw_refused_number(chrome);
  draw_pointed_part(chrome);
  draw_story_offer(chrome);
  draw_overlays(chrome);
  draw_film_progress(chrome);
  draw_waiting(chrome);
  draw_pointed_term(chrome);
  ImGui::End();
  ImGui::PopFont();
  ui::apply(frame.style);
}

}  // namespace views
