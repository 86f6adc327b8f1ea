// keys.cpp: keyboard handling: goes through the table of actions.
#include "app/views/actions/keys.h"

#include <algorithm>
#include <vector>

#include "app/ui/printed_key.h"
#include "app/ui/text_field.h"
#include "app/views/core/action.h"

namespace views {
namespace {

// The keyboard state in one frame.
struct Keyboard {
  bool control = ImGui::GetIO().KeyCtrl;
  bool shift = ImGui::GetIO().KeyShift;
  bool alt = ImGui::GetIO().KeyAlt;
  // An open menu has exclusive use of the keys: Esc closes it and keeps the pinned cell.
  bool is_taken = ui::is_typed_in() ||
                  ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);

  bool holds(const Chord& chord) const {
    if (chord.control != control) return false;
    if (!control && chord.alt != alt) return false;
    return chord.shift == ShiftKey::kEither || shift == (chord.shift == ShiftKey::kDown);
  }
};

// `key`: the chord's, or one on which it is printed too.
bool is_pressed(const Frame& frame, const Keyboard& keyboard, const Chord& chord, ImGuiKey key) {
  if (!ImGui::IsKeyPressed(key, chord.repeats) || !keyboard.holds(chord)) return false;
  // While a value is typed over a cell, its field has the keys, even if its drag strip was touched last.
  const bool is_taken = keyboard.is_taken || !frame.session.desk().number.address.empty();
  // Where nothing is drawn, Esc still leads out of what is open.
  const bool acts = frame.session.trace() || chord.key == ImGuiKey_Escape;
  if (!chord.while_typing && (is_taken || !acts)) return false;
  return chord.view.empty() || chord.view == frame.session.document().focus.view;
}

}  // namespace

void paste_session(const Frame& frame) {
  const char* pasted = ImGui::GetClipboardText();
  // An empty clipboard is also reported as not a session.
  frame.requests.open_session(pasted != nullptr && *pasted != '\0' ? pasted : " ");
}

void handle_keys(const Frame& frame) {
  const Keyboard keyboard;
  std::vector<ImGuiKey> used;  // each key triggers one action
  const auto take = [&](const Action& action, const Chord& chord, ImGuiKey key) {
    if (!is_pressed(frame, keyboard, chord, key) || std::find(used.begin(), used.end(), key) != used.end())
      return;
    if (!action.is_available(frame)) return;
    used.push_back(key);
    action.run(frame);
  };
  for (const bool with_shift : {true, false}) {
    for (const Action& action : actions()) {
      for (const Chord& chord : action.chords) {
        if ((chord.shift == ShiftKey::kDown) == with_shift) take(action, chord, chord.key);
      }
    }
  }
  // A sign that has no use now leaves its key to the digit that is printed there.
  for (const auto& [key, other] : ui::doubly_printed()) {
    for (const Action& action : actions()) {
      for (const Chord& chord : action.chords) {
        if (chord.key == other) take(action, chord, key);
      }
    }
  }
}

}  // namespace views
