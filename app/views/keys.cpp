// keys.cpp: what the keyboard does while no text is being typed.
#include <algorithm>

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
bool control_held() {
  return ImGui::GetIO().KeyCtrl || held(ImGuiKey_LeftCtrl, ImGuiKey_RightCtrl);
}

void go_to(const Frame& frame, std::string address) {
  frame.requests.edit("walk",
                      [address = std::move(address)](app::State& state) { app::focus_on(state, address); });
}

void step_keys(const Frame& frame) {
  const engine::Trace& trace = frame.trace();
  const std::string& here = frame.here();
  const int head = frame.session.focused_head();
  const auto steps = app::walk(trace, head);
  const size_t at = app::step_of(trace, steps, here);
  const bool shift = shift_held();
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key); };
  const auto address = [&](size_t step) { return trace.stage(steps[step].stage).address; };
  if (shift && app::head_of(here)) {
    const int count = app::head_count(trace);
    if (pressed(ImGuiKey_RightArrow)) go_to(frame, app::in_head(here, (head + 1) % count));
    if (pressed(ImGuiKey_LeftArrow)) go_to(frame, app::in_head(here, (head + count - 1) % count));
  } else {
    if (pressed(ImGuiKey_RightArrow)) go_to(frame, address(std::min(at + 1, steps.size() - 1)));
    if (pressed(ImGuiKey_LeftArrow)) go_to(frame, address(at == 0 ? 0 : at - 1));
  }
  if (pressed(ImGuiKey_Home)) go_to(frame, address(0));
  if (pressed(ImGuiKey_End)) go_to(frame, address(steps.size() - 1));
}

// A digit picks a head: the stage that is looked at, or the head's weights.
void head_keys(const Frame& frame) {
  const std::string& here = frame.here();
  for (int digit = 1; digit <= 9; ++digit) {
    const auto key = static_cast<ImGuiKey>(ImGuiKey_0 + digit);
    const auto keypad = static_cast<ImGuiKey>(ImGuiKey_Keypad0 + digit);
    if (!ImGui::IsKeyPressed(key, false) && !ImGui::IsKeyPressed(keypad, false)) continue;
    if (digit > app::head_count(frame.trace())) continue;
    go_to(frame, app::in_head(frame.facts.attention_near(here), digit - 1));
  }
}

void change_text_size(const Frame& frame, int by) {
  frame.requests.edit("text size", [by](app::State& state) {
    int& size = state.preferences.text_size;
    size = by == 0 ? 100 : std::clamp(size + by, app::kSmallestText, app::kLargestText);
  });
}

void control_keys(const Frame& frame) {
  const bool shift = shift_held();
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key); };
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
  step_keys(frame);
  head_keys(frame);
  for (const auto& [key, name] : {std::pair{ImGuiKey_H, "heads"}, std::pair{ImGuiKey_M, "model"}}) {
    if (!ImGui::IsKeyPressed(key, false)) continue;
    frame.requests.edit("", [name](app::State& state) {
      std::string& view = state.document.focus.view;
      view = view == name ? "stage" : name;
    });
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Escape)) {
    frame.requests.edit("", [](app::State& state) { state.document.focus.pinned.reset(); });
  }
}

}  // namespace views
