// action_rows.h: helpers for rows of the table of actions, and the files with these rows.
#pragma once

#include "app/views/core/action.h"
#include "app/views/core/navigation.h"

namespace views {

using Actions = std::vector<Action>;

// First of all: the presentation's keys take precedence while presenting.
void add_present_actions(Actions& all);
// Before the walk, whose keys it takes while a lesson is open.
void add_lesson_actions(Actions& all);
// Before the walk, whose keys it takes while a word is being cut.
void add_pieces_actions(Actions& all);
void add_lab_actions(Actions& all);
// Before the views, whose R it takes while its lab is open.
void add_efficient_actions(Actions& all);
void add_walk_actions(Actions& all);
void add_cell_actions(Actions& all);
void add_view_actions(Actions& all);
void add_edit_actions(Actions& all);
void add_mask_actions(Actions& all);
void add_model_actions(Actions& all);
void add_session_actions(Actions& all);
void add_export_actions(Actions& all);
void add_window_actions(Actions& all);
void add_play_actions(Actions& all);
// Before the cells: Esc closes an opened attention before it unpins a cell.
void add_figure_actions(Actions& all);
void add_explore_actions(Actions& all);
void add_panel_actions(Actions& all);
void add_reading_actions(Actions& all);

// A key alone, with or without Shift; with Shift; with Alt.
constexpr Chord plain(ImGuiKey key) {
  return {.key = key};
}
// As above, but not repeated while held down.
constexpr Chord once(ImGuiKey key, std::string_view view = {}) {
  return {.key = key, .repeats = false, .view = view};
}
constexpr Chord shifted(ImGuiKey key) {
  return {.key = key, .shift = ShiftKey::kDown};
}
constexpr Chord alt(ImGuiKey key) {
  return {.key = key, .alt = true};
}
// With Ctrl, also while typing: not for keys that edit text.
constexpr Chord control(ImGuiKey key, ShiftKey shift = ShiftKey::kEither) {
  return {.key = key, .control = true, .shift = shift, .while_typing = true};
}

// An action that edits the state.
template <class Change>
std::function<void(const Frame&)> edits(Change change) {
  return [change](const Frame& frame) { frame.requests.edit("", change); };
}

}  // namespace views
