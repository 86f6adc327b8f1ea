// action.h: the actions that a user can take, one row each; the keys, the command palette and the help read
// them.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

enum class ActionGroup {
  kWalk,
  kLesson,
  kCell,
  kView,
  kEdit,
  kModel,
  kMask,
  kPlay,
  kPresent,
  kSession,
  kExport,
  kReading,
  kWindow
};
inline constexpr int kActionGroups = 13;

enum class ShiftKey { kUp, kDown, kEither };

// A key with its modifiers.
struct Chord {
  ImGuiKey key = ImGuiKey_None;
  bool control = false;
  ShiftKey shift = ShiftKey::kEither;  // kEither: displayed without it
  bool alt = false;
  bool repeats = true;         // while the key is held down
  bool while_typing = false;   // also while typing or while a menu is open
  std::string_view view = {};  // only in this view; empty: in any

  bool operator==(const Chord&) const = default;
};

// What a key or the palette does. A new one is one row in an actions_*.cpp.
struct Action {
  std::string id;  // unique, for tests: "undo", "head 3"
  ActionGroup group = ActionGroup::kWalk;
  // Its label: `key`, with "{...}" in it replaced by these; an argument that is itself a key is translated.
  std::string key;
  app::Arguments arguments;
  std::string tip;            // the key of its description
  std::vector<Chord> chords;  // the first one is displayed
  std::function<void(const Frame&)> run;
  std::function<bool(const Frame&)> available;  // empty: always
  std::string needs = "needs.other";            // the key of the sentence on why it is not available
  std::function<bool(const Frame&)> chosen;     // whether it is the current choice; empty: not a choice

  bool is_available(const Frame& frame) const { return !available || available(frame); }
  bool is_chosen(const Frame& frame) const { return chosen && chosen(frame); }
};

// The table, actions/actions.cpp: all actions, in the order of the groups. If two share a key, the first
// available one gets it; one that requires Shift takes precedence over one that does not care.
const std::vector<Action>& actions();
// The action with this id; null if there is none.
const Action* find_action(std::string_view id);

std::string action_name(const Action& action, const app::Words& tr);
std::string action_tip(const Action& action, const app::Words& tr);
// "Walk", "Export".
std::string group_name(ActionGroup group, const app::Words& tr);
// "Ctrl+Shift+C", "Alt+←", "Page Up": as on the keyboard.
std::string chord_name(const Chord& chord);
// The name of the first chord, or empty.
std::string shortcut(const Action& action);

}  // namespace views
