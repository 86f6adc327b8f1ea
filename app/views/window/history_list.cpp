// history_list.cpp: the newest step on top; undone steps are above the current one. Walks, which undo leaves
// alone, are muted.
#include "app/views/window/history_list.h"

#include <algorithm>

#include "app/look/labels.h"
#include "app/session/changes.h"
#include "app/session/history_words.h"
#include "app/ui/widgets.h"
#include "app/views/core/navigation.h"
#include "app/views/core/overlay.h"
#include "app/views/core/scroll_into_view.h"

namespace views {
namespace {

constexpr float kHistoryWidth = 560;
constexpr float kHistoryLine = 30;
constexpr float kExampleName = 26;

void go_to_step(const Frame& frame, size_t step) {
  frame.requests.go_to_step(step);
}

enum class When { kDone, kNow, kUndone };

When when(const app::Session& session, size_t step) {
  if (step == session.step_now()) return When::kNow;
  return step > session.step_now() ? When::kUndone : When::kDone;
}

// The title, and the button that closes the list at the right end of its line.
void draw_title(const Frame& frame) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorPos();
  const float right = at.x + ImGui::GetContentRegionAvail().x - ui::button_width(style, "×");
  ImGui::SetCursorPos({right, at.y - style.px(4)});
  if (ui::button(style, "×##history close")) close_overlay(frame);
  ui::tip(style, frame.tr("history.close"));
  ImGui::SetCursorPos(at);
  ui::label(frame.tr("history.title"), style.title());
}

// What a change and a walk will look like, named as real ones are.
std::vector<std::string> examples_of_steps(const Frame& frame) {
  const app::State first = frame.session.step_state(0);
  app::State masked = first;
  masked.document.config.causal = !first.document.config.causal;
  const Facts::Walk& walk = walk_now(frame);
  const size_t here = frame.facts.step_of(walk, frame.here());
  const size_t next = here + 1 < walk.steps.size() ? here + 1 : here - std::min<size_t>(here, 1);
  const std::string place = look::stage_name(frame.tr, frame.trace().stage(walk.steps[next].stage));
  return {frame.tr("change.walked", {{"place", place}}), app::describe_change(frame.tr, first, masked)};
}

// One that is not there yet: with a ring, and at the right what takes it back.
void draw_example(const Frame& frame, const std::string& name, const char* note, bool is_walk) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, style.px(kHistoryLine));
  ImGui::Dummy(size);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 dot(at.x + style.px(14), at.y + size.y / 2);
  const float radius = style.px(is_walk ? 2 : 3.5f);
  list.AddCircleFilled(dot, radius, style.colours.panel);
  list.AddCircle(dot, radius, style.colours.muted);
  const auto top = [&](const ui::TextStyle& type) {
    return at.y + (size.y - ui::text_size("A", type).y) / 2;
  };
  const std::string how = frame.tr(note);
  const float right = at.x + size.x - style.px(10);
  ui::draw_text_right(list, {right, top(style.small())}, how, style.small());
  const float left = at.x + style.px(30);
  const float room = right - ui::text_size(how, style.small()).x - style.px(14) - left;
  ui::draw_text(list, {left, top(style.quiet())}, ui::ellipsise(name, room, style.quiet()), style.quiet());
}

// Below the first step, while it is the only one: in a frame, apart from what has happened.
void draw_examples(const Frame& frame) {
  if (!frame.session.trace()) return;
  const auto& style = frame.style;
  ImGui::Dummy({0, style.px(10)});
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, style.px(kExampleName + 2 * kHistoryLine + 4));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(low, {low.x + size.x, low.y + size.y}, style.colours.background, style.px(8));
  ui::draw_text(list, {low.x + style.px(10), low.y + style.px(5)}, frame.tr("history.example"),
                style.small_strong());
  ImGui::Dummy({0, style.px(kExampleName)});
  const std::vector<std::string> names = examples_of_steps(frame);
  draw_example(frame, names.front(), "history.example.walk", true);
  draw_example(frame, names.back(), "history.example.change", false);
}

// A dot on a line from step to step: filled for done, a ring for undone.
void draw_dot(const Frame& frame, size_t step, ImVec2 at, float height) {
  const auto& style = frame.style;
  const When now = when(frame.session, step);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 dot(at.x + style.px(14), at.y + height / 2);
  if (step + 1 < frame.session.step_count()) list.AddLine({dot.x, at.y}, dot, style.colours.hairline);
  if (step > 0) list.AddLine(dot, {dot.x, at.y + height}, style.colours.hairline);
  const bool walk = frame.session.is_walk_step(step);
  const float radius = style.px(now == When::kNow ? 5 : walk ? 2 : 3.5f);
  if (now == When::kUndone) {
    list.AddCircleFilled(dot, radius, style.colours.panel);
    list.AddCircle(dot, radius, style.colours.muted);
  } else {
    list.AddCircleFilled(dot, radius, now == When::kNow ? style.colours.accent : style.colours.muted);
  }
}

// The name, and on the right "now" or "undone".
void draw_words(const Frame& frame, size_t step, ImVec2 at, ImVec2 size) {
  const auto& style = frame.style;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const When now = when(frame.session, step);
  const auto top = [&](const ui::TextStyle& type) {
    return at.y + (size.y - ui::text_size("A", type).y) / 2;
  };
  float right = at.x + size.x - style.px(10);
  if (now != When::kDone) {
    const std::string word = frame.tr(now == When::kNow ? "history.now" : "history.undone");
    ui::draw_text_right(list, {right, top(style.small())}, word, style.small());
    right -= ui::text_size(word, style.small()).x + style.px(10);
  }
  const bool muted = now == When::kUndone || frame.session.is_walk_step(step);
  const ui::TextStyle type = now == When::kNow ? style.strong() : muted ? style.quiet() : style.text();
  const float left = at.x + style.px(30);
  ui::draw_text(list, {left, top(type)}, ui::ellipsise(step_name(frame, step), right - left, type), type);
}

void draw_step(const Frame& frame, size_t step) {
  const auto& style = frame.style;
  const app::Session& session = frame.session;
  const bool now = when(session, step) == When::kNow;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, style.px(kHistoryLine));
  if (ImGui::InvisibleButton(("step " + std::to_string(step)).c_str(), size)) go_to_step(frame, step);
  if (now) keep_in_sight("step", std::to_string(step));
  const bool hovered = ImGui::IsItemHovered();
  const ImVec2 end(at.x + size.x, at.y + size.y);
  if (!ImGui::IsRectVisible(at, end)) return;
  // The whole name: it may be truncated in the line.
  if (hovered)
    ui::tip(style, step_name(frame, step) + "\n" +
                       frame.tr("history.step.tip", {{"step", std::to_string(step + 1)},
                                                     {"steps", std::to_string(session.step_count())}}));
  if (now || hovered) {
    const ImU32 fill = now ? style.colours.selected : style.colours.chip;
    ImGui::GetWindowDrawList()->AddRectFilled(at, end, fill, style.px(7));
  }
  draw_dot(frame, step, at, size.y);
  draw_words(frame, step, at, size);
}

void handle_arrows(const Frame& frame) {
  const size_t now = frame.session.step_now();
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow) && now > 0) go_to_step(frame, now - 1);
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow) && now + 1 < frame.session.step_count())
    go_to_step(frame, now + 1);
  if (ImGui::IsKeyPressed(ImGuiKey_Home)) go_to_step(frame, frame.session.step_count() - 1);
  if (ImGui::IsKeyPressed(ImGuiKey_End)) go_to_step(frame, 0);
}

}  // namespace

std::string step_name(const Frame& frame, size_t step) {
  if (step == 0) return frame.tr("history.first");
  return app::describe_change(frame.tr, frame.session.step_state(step - 1), frame.session.step_state(step));
}

void draw_history_list(const Frame& frame) {
  const auto& style = frame.style;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const size_t count = frame.session.step_count();
  const bool is_empty = count <= 1;
  const std::string words = frame.tr(is_empty ? "history.empty" : "history.hint");
  SheetPlace place;
  place.size = {std::min(style.px(kHistoryWidth), window.x - style.px(48)), 0};
  place.at = {window.x - style.px(24), style.px(64)};
  place.pivot = {1, 0};
  place.dims = false;
  const float above = ui::text_size("A", style.title()).y +
                      ui::paragraph_height(words, place.size.x - style.px(40), style.small()) + style.px(64);
  const auto lines = static_cast<float>(count) + (is_empty ? 3.5f : 0);  // the examples, and their caption
  const float room = window.y - place.at.y - style.px(24);
  place.size.y = std::min(room, above + style.px(kHistoryLine) * lines);
  if (!begin_overlay(frame, "history", place)) return;
  draw_title(frame);
  ui::paragraph(words, ImGui::GetContentRegionAvail().x, style.small());
  ImGui::Dummy({0, style.px(4)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
  if (ImGui::BeginChild("steps", {0, 0}, 0, ImGuiWindowFlags_NoBackground)) {
    handle_arrows(frame);
    for (size_t step = count; step-- > 0;) draw_step(frame, step);
    if (is_empty) draw_examples(frame);
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
  end_overlay();
}

}  // namespace views
