// actions.cpp: puts the table of actions together, and names its rows and keys.
#include "app/views/actions.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/views/action_rows.h"

namespace views {
namespace {

Actions make_all() {
  Actions all;
  add_present_actions(all);
  // Before those that share their keys: Esc closes the film before it lets go of a cell.
  add_play_actions(all);
  add_pieces_actions(all);
  add_lab_actions(all);
  add_walk_actions(all);
  add_cell_actions(all);
  add_cheaper_actions(all);
  add_view_actions(all);
  add_edit_actions(all);
  add_explore_actions(all);
  add_mask_actions(all);  // before the model's, with which it shares P
  add_model_actions(all);
  add_session_actions(all);
  add_export_actions(all);
  add_window_actions(all);
  add_panel_actions(all);
  return all;
}

// Keys that are labelled otherwise than Dear ImGui names them.
std::string key_name(ImGuiKey key) {
  constexpr std::array<std::pair<ImGuiKey, const char*>, 14> kNames = {{{ImGuiKey_LeftArrow, "←"},
                                                                        {ImGuiKey_RightArrow, "→"},
                                                                        {ImGuiKey_UpArrow, "↑"},
                                                                        {ImGuiKey_DownArrow, "↓"},
                                                                        {ImGuiKey_PageUp, "Page Up"},
                                                                        {ImGuiKey_PageDown, "Page Down"},
                                                                        {ImGuiKey_Escape, "Esc"},
                                                                        {ImGuiKey_Equal, "+"},
                                                                        {ImGuiKey_Minus, "−"},
                                                                        {ImGuiKey_Slash, "/"},
                                                                        {ImGuiKey_Comma, ","},
                                                                        {ImGuiKey_Period, "."},
                                                                        {ImGuiKey_LeftBracket, "["},
                                                                        {ImGuiKey_RightBracket, "]"}}};
  for (const auto& [named, name] : kNames) {
    if (named == key) return name;
  }
  return ImGui::GetKeyName(key);
}

std::string in_words(const std::string& key, const app::Arguments& arguments, const app::Words& tr) {
  app::Arguments said;
  said.reserve(arguments.size());
  for (const auto& [name, value] : arguments) said.emplace_back(name, tr(value));
  return tr(key, said);
}

}  // namespace

const std::vector<Action>& actions() {
  static const Actions kAll = make_all();
  return kAll;
}

const Action* find_action(std::string_view id) {
  const auto& all = actions();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Action& row) { return row.id == id; });
  return found == all.end() ? nullptr : &*found;
}

std::string action_name(const Action& action, const app::Words& tr) {
  return in_words(action.key, action.arguments, tr);
}

std::string action_tip(const Action& action, const app::Words& tr) {
  return in_words(action.tip, action.arguments, tr);
}

std::string group_name(ActionGroup group, const app::Words& tr) {
  constexpr std::array<std::string_view, kActionGroups> kKeys = {
      "group.walk", "group.cell",    "group.view",    "group.edit",   "group.model", "group.mask",
      "group.play", "group.present", "group.session", "group.export", "group.window"};
  return tr(kKeys.at(static_cast<size_t>(group)));
}

std::string chord_name(const Chord& chord) {
  if (chord.key == ImGuiKey_Slash && chord.shift == Held::kDown) return "?";
  std::string name;
  if (chord.control) name += "Ctrl+";
  if (chord.alt) name += "Alt+";
  if (chord.shift == Held::kDown) name += "Shift+";
  return name + key_name(chord.key);
}

std::string shortcut(const Action& action) {
  return action.chords.empty() ? "" : chord_name(action.chords.front());
}

void walk_to(const Frame& frame, std::string address) {
  frame.requests.edit("walk",
                      [address = std::move(address)](app::State& state) { app::focus_on(state, address); });
}

bool opens(const Frame& frame, std::string_view what) {
  if (what.empty() || frame.session.desk().opens != what) return false;
  frame.requests.arrange([](app::Desk& desk) { desk.opens.clear(); });
  return true;
}

bool has_trace(const Frame& frame) {
  return frame.session.trace() != nullptr;
}

}  // namespace views
