// input_method.h: an input method (ibus, fcitx) of X11. It sees every key before the window does: GLFW
// reports also those that it takes, so keys are read here where one answers. On a connection and a thread of
// its own: an input method that hangs holds no frame.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

struct GLFWwindow;

namespace app {

// A key that the input method left to the window, with what it types; or a text that the input method wrote.
struct KeyStroke {
  int scancode = 0;   // 0: a text alone
  int modifiers = 0;  // GLFW's
  bool alt_gr = false;
  bool is_repeat = false;  // held down
  int group = 0;           // which of the user's layouts
  std::string text;
};

// Where text is typed, in the window's pixels: the lower end of the caret.
struct CaretPlace {
  unsigned field = 0;  // differs between fields
  int x = 0, y = 0;

  bool operator==(const CaretPlace&) const = default;
};

class InputMethod {
 public:
  // While it lives, around glfwInit(), GLFW opens no input method.
  class HiddenFromGlfw {
   public:
    HiddenFromGlfw();
    ~HiddenFromGlfw();
    HiddenFromGlfw(const HiddenFromGlfw&) = delete;
    HiddenFromGlfw& operator=(const HiddenFromGlfw&) = delete;

   private:
    std::optional<std::string> wanted_;  // $XMODIFIERS
  };

  // Null where $XMODIFIERS names none, and where the window is not X11's. `wake` is called on another thread
  // when take() has something.
  static std::unique_ptr<InputMethod> start(GLFWwindow* window, void (*wake)());
  ~InputMethod();
  InputMethod(const InputMethod&) = delete;
  InputMethod& operator=(const InputMethod&) = delete;

  // Whether keys are to be had here: not before the input method runs, nor after it has ended.
  bool answers() const;
  // Between frames: once it runs, the keys pressed from now on are to be had here, those before from GLFW.
  void begin_if_ready();
  // In a field it is open, with its list of candidates at the caret; nullopt: nowhere.
  void follow(const std::optional<CaretPlace>& caret);
  std::vector<KeyStroke> take();

 private:
  struct Shared;
  class Reader;
  explicit InputMethod(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}

  std::shared_ptr<Shared> shared_;
};

}  // namespace app
