// keyboard.h: the keys of the window: read by what is printed on them, and only those that no input method
// takes.
#pragma once

#include <array>
#include <memory>

#include "app/shell/input_method.h"

struct ImGuiPlatformImeData;

namespace app {

// As long as this lives, GLFW's keys and characters go to Dear ImGui through it.
class Keyboard {
 public:
  // After ImGui_ImplGlfw_InitForOpenGL() on this window.
  explicit Keyboard(GLFWwindow* window);
  ~Keyboard();
  Keyboard(const Keyboard&) = delete;
  Keyboard& operator=(const Keyboard&) = delete;

  // Before each frame: what the input method has left.
  void read();

 private:
  static constexpr size_t kCodes = 256;  // X11's codes of keys

  static Keyboard& here();
  static void on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers);
  static void on_character(GLFWwindow* window, unsigned character);
  void follow_caret(const ImGuiPlatformImeData& place);

  bool is_elsewhere() const { return input_method_ && input_method_->answers(); }
  void press(const KeyStroke& stroke);
  void release(int scancode);
  bool is_held(int scancode) const;
  int held_modifiers() const;

  GLFWwindow* window_;
  std::unique_ptr<InputMethod> input_method_;
  bool alt_gr_ = false;              // held
  std::array<int, kCodes> keys_{};   // GLFW's, by code; 0: none
  std::array<int, kCodes> downs_{};  // Dear ImGui's, by code, while they are down; 0: none
};

}  // namespace app
