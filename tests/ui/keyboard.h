// keyboard.h: keys as the window hands them to Dear ImGui: a modifier before its key, a character behind it.
#pragma once

#include <string_view>

#include "tests/ui/driver.h"

namespace app {

// What is put in waits for the next frame.
class Keyboard {
 public:
  void move(ImGuiKey key, bool down) {
    ImGuiIO& io = ImGui::GetIO();
    if (key == ImGuiKey_LeftCtrl) {
      control_ = down;
      io.AddKeyEvent(ImGuiMod_Ctrl, down);
    }
    io.AddKeyEvent(key, down);
    if (!down || control_) return;  // the window system makes no character of a chord
    if (key >= ImGuiKey_A && key <= ImGuiKey_Z)
      io.AddInputCharacter(static_cast<unsigned>('a' + (key - ImGuiKey_A)));
    if (key >= ImGuiKey_0 && key <= ImGuiKey_9)
      io.AddInputCharacter(static_cast<unsigned>('0' + (key - ImGuiKey_0)));
    if (key == ImGuiKey_Space) io.AddInputCharacter(' ');
  }
  void offset(ImGuiKey key) {
    move(key, true);
    move(key, false);
  }
  void chord(ImGuiKey key) {
    move(ImGuiKey_LeftCtrl, true);
    offset(key);
    move(ImGuiKey_LeftCtrl, false);
  }
  // Small letters and spaces.
  void type(std::string_view text) {
    for (const char letter : text)
      offset(letter == ' ' ? ImGuiKey_Space : static_cast<ImGuiKey>(ImGuiKey_A + (letter - 'a')));
  }

 private:
  bool control_ = false;
};

// A frame that comes this many seconds after the one before.
inline void slow_frame(Driver& driver, float seconds = 0.3f) {
  float& step = ImGui::GetIO().DeltaTime;
  const float usual = step;
  step = seconds;
  driver.frame();
  step = usual;
}

}  // namespace app
