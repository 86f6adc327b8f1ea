// keyboard.cpp: Dear ImGui's backend for GLFW reads keys without Shift and AltGr, so that what stands above
// is lost.
#include "app/shell/keyboard.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_internal.h>

#include "app/shell/window_events.h"
#include "app/shell/x11_layout.h"
#include "app/ui/printed_key.h"

// Undeclared in Dear ImGui's header, for callbacks of one's own.
ImGuiKey ImGui_ImplGlfw_KeyToImGuiKey(int key, int scancode);

namespace app {
namespace {

bool is_modifier(int key) {
  return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER;
}

// Letters, digits, signs, and keys that GLFW does not know; the keypad's are the same everywhere.
bool types_sign(int key) {
  return key == 0 || (key > GLFW_KEY_SPACE && key <= GLFW_KEY_WORLD_2);
}

void set_modifiers(int modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, (modifiers & GLFW_MOD_CONTROL) != 0);
  io.AddKeyEvent(ImGuiMod_Shift, (modifiers & GLFW_MOD_SHIFT) != 0);
  io.AddKeyEvent(ImGuiMod_Alt, (modifiers & GLFW_MOD_ALT) != 0);
  io.AddKeyEvent(ImGuiMod_Super, (modifiers & GLFW_MOD_SUPER) != 0);
}

// What AltGr leaves without a sign is no shortcut, nor is what a Latin layout has instead of one.
ui::PrintedKey read_stroke(const KeyStroke& stroke, int key) {
  const bool shift = (stroke.modifiers & GLFW_MOD_SHIFT) != 0;
  const ui::PrintedKey by_place{ImGui_ImplGlfw_KeyToImGuiKey(key, stroke.scancode), shift};
  if (!types_sign(key)) return by_place;
  const size_t level = (shift ? 1U : 0U) + (stroke.alt_gr ? 2U : 0U);
  const ui::PrintedKey printed = ui::read_key(print_of(stroke.scancode, stroke.group), level);
  if (printed.key != ImGuiKey_None || stroke.alt_gr || has_latin_letters(stroke.group)) return printed;
  return by_place;
}

}  // namespace

Keyboard::Keyboard(GLFWwindow* window)
    : window_(window), input_method_(InputMethod::start(window, WindowEvents::wake)) {
  for (int key = GLFW_KEY_SPACE; key <= GLFW_KEY_LAST; ++key) {
    const int scancode = glfwGetKeyScancode(key);
    if (scancode > 0 && scancode < static_cast<int>(kCodes)) keys_.at(static_cast<size_t>(scancode)) = key;
  }
  glfwSetKeyCallback(window, on_key);
  glfwSetCharCallback(window, on_character);
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Platform_ImeUserData = this;
  platform.Platform_SetImeDataFn = [](ImGuiContext*, ImGuiViewport*, ImGuiPlatformImeData* place) {
    here().follow_caret(*place);
  };
}

Keyboard::~Keyboard() {
  ImGui::GetPlatformIO().Platform_SetImeDataFn = nullptr;
  glfwSetKeyCallback(window_, ImGui_ImplGlfw_KeyCallback);
  glfwSetCharCallback(window_, ImGui_ImplGlfw_CharCallback);
}

Keyboard& Keyboard::here() {
  return *static_cast<Keyboard*>(ImGui::GetPlatformIO().Platform_ImeUserData);
}

void Keyboard::on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers) {
  Keyboard& keyboard = here();
  const auto group = layout_group();
  if (group && is_alt_gr(scancode, *group)) keyboard.alt_gr_ = action != GLFW_RELEASE;
  if (!group || is_modifier(key) || scancode <= 0 || scancode >= static_cast<int>(kCodes))
    return ImGui_ImplGlfw_KeyCallback(window, key, scancode, action, modifiers);
  if (key != GLFW_KEY_UNKNOWN) keyboard.keys_.at(static_cast<size_t>(scancode)) = key;
  if (action == GLFW_RELEASE) {
    set_modifiers(modifiers);
    keyboard.release(scancode);
  }
  if (action == GLFW_PRESS && !keyboard.is_elsewhere())
    keyboard.press({scancode, modifiers, keyboard.alt_gr_, false, *group, ""});
}

void Keyboard::on_character(GLFWwindow* window, unsigned character) {
  if (!here().is_elsewhere()) ImGui_ImplGlfw_CharCallback(window, character);
}

void Keyboard::follow_caret(const ImGuiPlatformImeData& place) {
  if (!input_method_) return;
  std::optional<CaretPlace> caret;
  if (place.WantVisible) {
    caret = CaretPlace{ImGui::GetActiveID(), static_cast<int>(place.InputPos.x),
                       static_cast<int>(place.InputPos.y + place.InputLineHeight)};
  }
  input_method_->follow(caret);
}

// They come late: a key may be up again, and modifiers with it.
void Keyboard::read() {
  if (!input_method_) return;
  input_method_->begin_if_ready();
  for (const KeyStroke& stroke : input_method_->take()) {
    // Dear ImGui repeats a held key itself.
    const bool is_press = stroke.scancode > 0 && !stroke.is_repeat;
    if (is_press) press(stroke);
    ImGui::GetIO().AddInputCharactersUTF8(stroke.text.c_str());
    if (is_press && !is_held(stroke.scancode)) release(stroke.scancode);
    if (is_press) set_modifiers(held_modifiers());
  }
}

void Keyboard::press(const KeyStroke& stroke) {
  const auto code = static_cast<size_t>(stroke.scancode);
  const int key = keys_.at(code);
  if (is_modifier(key)) return;
  release(stroke.scancode);  // still down where presses came together
  const ui::PrintedKey read = read_stroke(stroke, key);
  int modifiers = stroke.modifiers & ~GLFW_MOD_SHIFT;
  if (read.shift) modifiers |= GLFW_MOD_SHIFT;
  set_modifiers(modifiers);
  if (read.key == ImGuiKey_None) return;
  ui::set_other_reading(read.key, read.other);
  ImGui::GetIO().AddKeyEvent(read.key, true);
  downs_.at(code) = read.key;
}

void Keyboard::release(int scancode) {
  int& down = downs_.at(static_cast<size_t>(scancode));
  if (down != 0) ImGui::GetIO().AddKeyEvent(static_cast<ImGuiKey>(down), false);
  down = 0;
}

bool Keyboard::is_held(int scancode) const {
  const int key = keys_.at(static_cast<size_t>(scancode));
  return key != 0 && glfwGetKey(window_, key) == GLFW_PRESS;
}

int Keyboard::held_modifiers() const {
  const auto held = [&](int left, int right, int bit) {
    const bool is_down = glfwGetKey(window_, left) == GLFW_PRESS || glfwGetKey(window_, right) == GLFW_PRESS;
    return is_down ? bit : 0;
  };
  return held(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT, GLFW_MOD_SHIFT) |
         held(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL, GLFW_MOD_CONTROL) |
         held(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT, GLFW_MOD_ALT) |
         held(GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER, GLFW_MOD_SUPER);
}

}  // namespace app
