// keys.cpp: what the keyboard does while no text is being typed.
#include <algorithm>

#include "app/views/transport.h"
#include "app/views/views.h"

namespace views {
namespace {

// Whether a modifier is down, or was until this very frame: in a slow frame a quick chord's key goes down and
// its modifier up at once.
bool held(ImGuiKey left, ImGuiKey right) {
  const auto held_one = [](ImGuiKey key) { return ImGui::IsKeyDown(key) || ImGui::IsKeyReleased(key); };
  return held_one(left) || held_one(right);
}
bool shift_held() {
  return ImGui::GetIO().KeyShift || held(ImGuiKey_LeftShift, ImGuiKey_RightShift);
}
bool alt_held() {
  return ImGui::GetIO().KeyAlt || held(ImGuiKey_LeftAlt, ImGuiKey_RightAlt);
}
bool control_held() {
  return ImGui::GetIO().KeyCtrl || held(ImGuiKey_LeftCtrl, ImGuiKey_RightCtrl);
}

void go_to(const Frame& frame, std::string address) {
  frame.requests.edit("walk",
                      [address = std::move(address)](app::State& state) { app::focus_on(state, address); });
}

bool pressed(ImGuiKey key) {
  return ImGui::IsKeyPressed(key);
}

void step_keys(const Frame& frame) {
  const std::string& here = frame.here();
  const int head = frame.session.focused_head();
  const Facts::Walk& walk = frame.facts.walk(here, head);
  const size_t at = frame.facts.step_of(walk, here);
  const size_t group = walk.group_of(at);
  const auto go = [&](size_t step) { go_to(frame, frame.trace().stage(walk.steps[step].stage).address); };
  if (shift_held() && app::head_of(here)) {
    const int count = frame.facts.head_count();
    if (pressed(ImGuiKey_RightArrow)) go_to(frame, app::in_head(here, (head + 1) % count));
    if (pressed(ImGuiKey_LeftArrow)) go_to(frame, app::in_head(here, (head + count - 1) % count));
  } else {
    if (pressed(ImGuiKey_RightArrow)) go(std::min(at + 1, walk.steps.size() - 1));
    if (pressed(ImGuiKey_LeftArrow)) go(at == 0 ? 0 : at - 1);
  }
  if (pressed(ImGuiKey_Home)) go(0);
  if (pressed(ImGuiKey_End)) go(walk.steps.size() - 1);
  if (pressed(ImGuiKey_PageDown)) go(walk.groups[std::min(group + 1, walk.groups.size() - 1)]);
  if (pressed(ImGuiKey_PageUp)) go(walk.groups[group == 0 ? 0 : group - 1]);
}

// Up and down: the same stage in the layer before and after.
void layer_keys(const Frame& frame) {
  const std::string& here = frame.here();
  const int layer = app::place_of(here).layer;
  if (layer < 0) return;
  for (const auto& [key, to] : {std::pair{ImGuiKey_UpArrow, layer - 1}, {ImGuiKey_DownArrow, layer + 1}}) {
    if (!pressed(key) || to < 0) continue;
    const std::string address = app::in_layer(here, to);
    if (frame.trace().find(address)) go_to(frame, address);
  }
}

// A digit picks a head: the stage that is looked at, or the head's weights.
void head_keys(const Frame& frame) {
  const std::string& here = frame.here();
  for (int digit = 1; digit <= 9; ++digit) {
    const auto key = static_cast<ImGuiKey>(ImGuiKey_0 + digit);
    const auto keypad = static_cast<ImGuiKey>(ImGuiKey_Keypad0 + digit);
    if (!ImGui::IsKeyPressed(key, false) && !ImGui::IsKeyPressed(keypad, false)) continue;
    if (digit > frame.facts.head_count()) continue;
    go_to(frame, app::in_head(frame.facts.attention_near(here), digit - 1));
  }
}

// Alt with an arrow: to the place that was looked at before, or after it again.
void history_keys(const Frame& frame) {
  if (pressed(ImGuiKey_LeftArrow)) frame.requests.back();
  if (pressed(ImGuiKey_RightArrow)) frame.requests.forward();
}

void change_text_size(const Frame& frame, int by) {
  frame.requests.edit("text size", [by](app::State& state) {
    int& size = state.preferences.text_size;
    size = by == 0 ? 100 : std::clamp(size + by, app::kSmallestText, app::kLargestText);
  });
}

void control_keys(const Frame& frame) {
  const bool shift = shift_held();
  if (pressed(ImGuiKey_Z)) shift ? frame.requests.redo() : frame.requests.undo();
  if (pressed(ImGuiKey_Y)) frame.requests.redo();
  if (pressed(ImGuiKey_Q)) frame.requests.quit();
  if (shift && pressed(ImGuiKey_C)) frame.requests.copy_session();
  if (shift && pressed(ImGuiKey_V)) paste_session(frame);
  if (pressed(ImGuiKey_Equal) || pressed(ImGuiKey_KeypadAdd)) change_text_size(frame, 25);
  if (pressed(ImGuiKey_Minus) || pressed(ImGuiKey_KeypadSubtract)) change_text_size(frame, -25);
  if (pressed(ImGuiKey_0) || pressed(ImGuiKey_Keypad0)) change_text_size(frame, 0);
}

}  // namespace

void paste_session(const Frame& frame) {
  const char* pasted = ImGui::GetClipboardText();
  // An empty clipboard is no session either, and is said to be none.
  frame.requests.open_session(pasted != nullptr && *pasted != '\0' ? pasted : " ");
}

void handle_keys(const Frame& frame) {
  if (control_held()) {
    control_keys(frame);
    return;
  }
  // An open menu has the keys to itself: Esc closes it and leaves the pinned cell.
  const bool menu_open =
      ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  if (menu_open || ImGui::GetIO().WantTextInput || !frame.session.trace()) return;
  if (alt_held()) {
    history_keys(frame);
    return;
  }
  if (handle_play_keys(frame)) return;
  step_keys(frame);
  layer_keys(frame);
  head_keys(frame);
  for (const auto& [key, name] : {std::pair{ImGuiKey_H, "heads"}, std::pair{ImGuiKey_M, "model"}}) {
    if (!ImGui::IsKeyPressed(key, false)) continue;
    frame.requests.edit("", [name = name](app::State& state) {
      std::string& view = state.document.focus.view;
      view = view == name ? "stage" : name;
    });
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Escape)) {
    frame.requests.edit("", [](app::State& state) { state.document.focus.pinned.reset(); });
  }
}

}  // namespace views
