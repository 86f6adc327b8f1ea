// actions_present.cpp: the presentation, its pointers and its bookmarks; and the panels around the stage.
#include "app/views/actions/action_rows.h"
#include "app/views/core/action.h"
#include "app/views/core/folding.h"
#include "app/views/core/navigation.h"
#include "app/views/lesson/lesson_state.h"
#include "app/views/present/bookmarks.h"

namespace views {
namespace {

constexpr ActionGroup kPresentGroup = ActionGroup::kPresent;

const app::PresentationState& presenting(const Frame& frame) {
  return frame.session.desk().presenting;
}
bool is_presenting(const Frame& frame) {
  return presenting(frame).is_on;
}

// Through the lesson, or the bookmarks.
void go_on(const Frame& frame, int by) {
  open_lesson(frame) != nullptr ? step_lesson(frame, by) : step_bookmark(frame, by);
}

void present(const Frame& frame) {
  frame.requests.arrange([now = ImGui::GetTime()](app::Desk& desk) {
    desk.presenting = {.is_on = !desk.presenting.is_on, .touched = now};
    desk.panel.clear();
  });
}

// Esc first turns a blank screen back on.
void leave(const Frame& frame) {
  frame.requests.arrange([](app::Desk& desk) {
    if (desk.presenting.is_blank) {
      desk.presenting.is_blank = false;
    } else {
      desk.presenting = {};
    }
  });
}

void add_switch(Actions& all, const std::string& id, std::vector<Chord> chords,
                bool app::PresentationState::*on) {
  all.push_back({.id = id,
                 .group = kPresentGroup,
                 .key = "action." + id,
                 .tip = "action." + id + ".tip",
                 .chords = std::move(chords),
                 .run =
                     [on](const Frame& frame) {
                       frame.requests.arrange(
                           [on](app::Desk& desk) { desk.presenting.*on = !(desk.presenting.*on); });
                     },
                 .available = is_presenting,
                 .chosen = [on](const Frame& frame) { return presenting(frame).*on; }});
}

void add_bookmark_steps(Actions& all) {
  const auto add = [&](const std::string& id, std::vector<Chord> chords,
                       std::function<void(const Frame&)> run) {
    all.push_back({.id = id,
                   .group = kPresentGroup,
                   .key = "action." + id,
                   .tip = "action." + id + ".tip",
                   .chords = std::move(chords),
                   .run = std::move(run),
                   .available = is_presenting});
  };
  // Presentation clickers send these.
  add("bookmark_next",
      {plain(ImGuiKey_PageDown), plain(ImGuiKey_RightArrow), plain(ImGuiKey_DownArrow), once(ImGuiKey_Space)},
      [](const Frame& frame) { go_on(frame, 1); });
  add("bookmark_before",
      {plain(ImGuiKey_PageUp), plain(ImGuiKey_LeftArrow), plain(ImGuiKey_UpArrow), once(ImGuiKey_Backspace)},
      [](const Frame& frame) { go_on(frame, -1); });
  add("bookmark_first", {once(ImGuiKey_Home)}, [](const Frame& frame) { go_to_bookmark(frame, 0); });
  add("bookmark_last", {once(ImGuiKey_End)}, [](const Frame& frame) {
    go_to_bookmark(frame, static_cast<int>(frame.session.document().bookmarks.size()) - 1);
  });
}

// A digit jumps to a bookmark, if there is one.
void add_jumps(Actions& all) {
  for (int digit = 1; digit <= 9; ++digit) {
    const std::string number = std::to_string(digit);
    all.push_back(
        {.id = "bookmark " + number,
         .group = kPresentGroup,
         .key = "action.bookmark_jump",
         .arguments = {{"bookmark", number}},
         .tip = "action.bookmark_jump.tip",
         .chords = {once(static_cast<ImGuiKey>(ImGuiKey_0 + digit)),
                    once(static_cast<ImGuiKey>(ImGuiKey_Keypad0 + digit))},
         .run = [digit](const Frame& frame) { go_to_bookmark(frame, digit - 1); },
         .available =
             [digit](const Frame& frame) {
               return is_presenting(frame) &&
                      static_cast<int>(frame.session.document().bookmarks.size()) >= digit;
             },
         .chosen =
             [digit](const Frame& frame) { return frame.session.desk().presenting.bookmark == digit - 1; }});
  }
}

Chord anywhere(ImGuiKey key) {
  Chord chord = once(key);
  chord.while_typing = true;
  return chord;
}

}  // namespace

void add_present_actions(Actions& all) {
  all.push_back({.id = "present",
                 .group = kPresentGroup,
                 .key = "action.present",
                 .tip = "action.present.tip",
                 .chords = {anywhere(ImGuiKey_F5), anywhere(ImGuiKey_F11)},
                 .run = present,
                 .chosen = is_presenting});
  all.push_back({.id = "leave",
                 .group = kPresentGroup,
                 .key = "action.leave",
                 .tip = "action.leave.tip",
                 .chords = {once(ImGuiKey_Escape)},
                 .run = leave,
                 .available = is_presenting});
  add_bookmark_steps(all);
  add_jumps(all);
  add_switch(all, "laser", {once(ImGuiKey_L)}, &app::PresentationState::laser);
  add_switch(all, "magnifier", {once(ImGuiKey_Z)}, &app::PresentationState::magnifier);
  add_switch(all, "blank", {once(ImGuiKey_B), once(ImGuiKey_Period)}, &app::PresentationState::is_blank);
  Chord add_key = control(ImGuiKey_B, ShiftKey::kUp);
  Chord list_key = control(ImGuiKey_B, ShiftKey::kDown);
  add_key.repeats = list_key.repeats = false;
  all.push_back({.id = "bookmark",
                 .group = kPresentGroup,
                 .key = "action.bookmark",
                 .tip = "action.bookmark.tip",
                 .chords = {add_key},
                 .run = add_bookmark,
                 .available = has_trace});
  all.push_back({.id = "bookmarks",
                 .group = kPresentGroup,
                 .key = "action.bookmarks",
                 .tip = "action.bookmarks.tip",
                 .chords = {list_key},
                 .run = [](const Frame& frame) {
                   frame.requests.arrange(
                       [](app::Desk& desk) { desk.panel = desk.panel == "bookmarks" ? "" : "bookmarks"; });
                 }});
}

void add_panel_actions(Actions& all) {
  const auto add = [&](const std::string& id, ImGuiKey key, void (*run)(const Frame&)) {
    all.push_back({.id = id,
                   .group = ActionGroup::kWindow,
                   .key = "action." + id,
                   .tip = "action." + id + ".tip",
                   .chords = {anywhere(key)},
                   .run = run,
                   .available = [](const Frame& frame) { return !is_presenting(frame); }});
  };
  add("fold_rail", ImGuiKey_F6, fold_rail);
  add("fold_card", ImGuiKey_F7, fold_card);
  add("fold_strip", ImGuiKey_F8, fold_strip);
}

}  // namespace views
