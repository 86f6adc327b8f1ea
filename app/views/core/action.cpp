// action.cpp: names actions and their keys.
#include "app/views/core/action.h"

#include <array>
#include <utility>

namespace views {
namespace {

// Keys whose labels differ from Dear ImGui's names.
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

std::string action_name(const Action& action, const app::Words& tr) {
  return in_words(action.key, action.arguments, tr);
}

std::string action_tip(const Action& action, const app::Words& tr) {
  return in_words(action.tip, action.arguments, tr);
}

std::string group_name(ActionGroup group, const app::Words& tr) {
  constexpr std::array<std::string_view, kActionGroups> kKeys = {
      "group.walk",   "group.lesson",  "group.cell",  "group.view",    "group.edit",
      "group.model",  "group.mask",    "group.play",  "group.present", "group.session",
      "group.export", "group.reading", "group.window"};
  return tr(kKeys.at(static_cast<size_t>(group)));
}

std::string chord_name(const Chord& chord) {
  if (chord.key == ImGuiKey_Slash && chord.shift == ShiftKey::kDown) return "?";
  std::string name;
  if (chord.control) name += "Ctrl+";
  if (chord.alt) name += "Alt+";
  if (chord.shift == ShiftKey::kDown) name += "Shift+";
  return name + key_name(chord.key);
}

std::string shortcut(const Action& action) {
  return action.chords.empty() ? "" : chord_name(action.chords.front());
}

}  // namespace views
