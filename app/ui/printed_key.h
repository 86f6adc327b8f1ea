// printed_key.h: which of Dear ImGui's keys a key is, by what is printed on it.
#pragma once

#include <imgui.h>

#include <array>
#include <vector>

namespace ui {

// What a key types: alone, with Shift, with AltGr, with both. 0: nothing, or no ASCII character.
using KeyPrint = std::array<char, 4>;

// How shortcuts understand a pressed key.
struct PrintedKey {
  ImGuiKey key = ImGuiKey_None;
  bool shift = false;              // whether Shift counts as held: not if it only chose the character
  ImGuiKey other = ImGuiKey_None;  // the digit that is printed above what the key types
};

// `level`: the index in `print` of what is typed now. Without a key where nothing on it is in a shortcut.
PrintedKey read_key(const KeyPrint& print, size_t level);

// The keys last pressed that have a PrintedKey::other: it is meant where no shortcut has what the key types.
struct DoublyPrinted {
  ImGuiKey key = ImGuiKey_None;
  ImGuiKey other = ImGuiKey_None;
};
const std::vector<DoublyPrinted>& doubly_printed();
// Remembers a pressed key's other reading; ImGuiKey_None: it has none.
void set_other_reading(ImGuiKey key, ImGuiKey other);

}  // namespace ui
