// Every shortcut, pressed on keyboards of different layouts by what is printed on the keys.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>

#include <map>

#include "app/shell/input_steps.h"
#include "app/shell/keyboard.h"
#include "app/ui/printed_key.h"
#include "app/views/core/action.h"
#include "real_window.h"

namespace app {
namespace {

// What a keyboard calls the keys of shortcuts.
const std::map<ImGuiKey, std::vector<std::string>>& key_names() {
  static const std::map<ImGuiKey, std::vector<std::string>> names = {
      {ImGuiKey_LeftArrow, {"Left"}},
      {ImGuiKey_RightArrow, {"Right"}},
      {ImGuiKey_UpArrow, {"Up"}},
      {ImGuiKey_DownArrow, {"Down"}},
      {ImGuiKey_PageUp, {"Prior"}},
      {ImGuiKey_PageDown, {"Next"}},
      {ImGuiKey_Home, {"Home"}},
      {ImGuiKey_End, {"End"}},
      {ImGuiKey_Escape, {"Escape"}},
      {ImGuiKey_Enter, {"Return"}},
      {ImGuiKey_Space, {"space"}},
      {ImGuiKey_Backspace, {"BackSpace"}},
      {ImGuiKey_Equal, {"plus"}},
      {ImGuiKey_Minus, {"minus"}},
      {ImGuiKey_Comma, {"comma"}},
      {ImGuiKey_Period, {"period"}},
      {ImGuiKey_Slash, {"question"}},
      {ImGuiKey_LeftBracket, {"bracketleft"}},
      {ImGuiKey_RightBracket, {"bracketright"}}};
  return names;
}

// X11's codes of the keys that have these letters on a keyboard of the United States.
const std::map<std::string, int>& american_places() {
  static const std::map<std::string, int> codes = [] {
    std::map<std::string, int> all = {{"bracketleft", 34}, {"bracketright", 35}};
    const auto row = [&](int first, std::string_view letters) {
      for (const char letter : letters) all[std::string(1, letter)] = first++;
    };
    row(24, "qwertyuiop");
    row(38, "asdfghjkl");
    row(52, "zxcvbnm");
    return all;
  }();
  return codes;
}

std::string key_name_of(ImGuiKey key) {
  if (const auto found = key_names().find(key); found != key_names().end()) return found->second.front();
  if (key >= ImGuiKey_0 && key <= ImGuiKey_9) return std::to_string(key - ImGuiKey_0);
  if (key >= ImGuiKey_A && key <= ImGuiKey_Z)
    return std::string(1, static_cast<char>('a' + (key - ImGuiKey_A)));
  if (key >= ImGuiKey_F1 && key <= ImGuiKey_F12) return "F" + std::to_string(key - ImGuiKey_F1 + 1);
  return "";
}

// A window in this process, with the keyboard as Headlight's has it.
class KeyWindow {
 public:
  KeyWindow() {
    glfwInit();
    glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
    window_ = glfwCreateWindow(400, 300, "Keys", nullptr, nullptr);
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {400, 300};
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    ImGui_ImplGlfw_InitForOther(window_, true);
    keyboard_ = std::make_unique<Keyboard>(window_);
  }
  ~KeyWindow() {
    keyboard_.reset();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwDestroyWindow(window_);
    glfwTerminate();
  }
  KeyWindow(const KeyWindow&) = delete;
  KeyWindow& operator=(const KeyWindow&) = delete;

  bool has_focus() {
    glfwPollEvents();
    return glfwGetWindowAttrib(window_, GLFW_FOCUSED) == GLFW_TRUE;
  }

  // Whether it is so in one of the steps in which what is pressed arrives.
  bool comes(const std::function<bool()>& is_so, std::chrono::milliseconds within = 90s) {
    bool came = false;
    const auto step = [&] {
      glfwPollEvents();
      keyboard_->read();
      do {
        ImGui_ImplGlfw_NewFrame();
        new_frame(next_input_step().events);
        came = came || is_so();
        ImGui::EndFrame();
      } while (input_waits());
      return came;
    };
    return eventually(step, within);
  }
  // Lets what is down come up again.
  void settle() {
    comes([] {
      const ImGuiIO& io = ImGui::GetIO();
      bool any = io.KeyMods != ImGuiMod_None;
      for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key)
        any = any || ImGui::IsKeyDown(static_cast<ImGuiKey>(key));
      return !any;
    });
  }

 private:
  GLFWwindow* window_ = nullptr;
  std::unique_ptr<Keyboard> keyboard_;
};

// As the table of actions understands the keyboard.
bool is_taken_for(const views::Chord& chord) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!ImGui::IsKeyPressed(chord.key, false) || chord.control != io.KeyCtrl) return false;
  if (!io.KeyCtrl && chord.alt != io.KeyAlt) return false;
  return chord.shift == views::ShiftKey::kEither || io.KeyShift == (chord.shift == views::ShiftKey::kDown);
}

class KeyboardLayout : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    ASSERT_FALSE(display_.name().empty()) << "Xvfb did not start: run scripts/setup.sh";
    setenv("DISPLAY", display_.name().c_str(), 1);
    unsetenv("XMODIFIERS");
    run({"setxkbmap", "-display", display_.name(), GetParam()});
    window_ = std::make_unique<KeyWindow>();
    ASSERT_TRUE(eventually([&] { return window_->has_focus(); }));
  }

  static void run(const std::vector<std::string>& arguments) {
    int status = -1;
    waitpid(start_process(arguments, {}), &status, 0);
    ASSERT_EQ(status, 0) << arguments[0];
  }

  // As xdotool presses it on this layout: a letter that the layout lacks by its place.
  static std::string pressed(const views::Chord& chord) {
    std::string name = key_name_of(chord.key);
    const auto place = american_places().find(name);
    if (GetParam() == "ru" && place != american_places().end()) name = std::to_string(place->second);
    std::string modifiers;
    if (chord.control) modifiers += "ctrl+";
    if (chord.alt) modifiers += "alt+";
    if (chord.shift == views::ShiftKey::kDown && name != "question") modifiers += "shift+";
    return modifiers + name;
  }

  // With Shift a sign is another one: on some layouts no key has both.
  static bool is_on_every_layout(const views::Chord& chord) {
    const bool is_sign = chord.key >= ImGuiKey_Apostrophe && chord.key <= ImGuiKey_GraveAccent;
    const bool is_shifted = chord.shift == views::ShiftKey::kDown;
    return !key_name_of(chord.key).empty() && (chord.key == ImGuiKey_Slash || !(is_sign && is_shifted));
  }

  VirtualDisplay display_;
  std::unique_ptr<KeyWindow> window_;
};

TEST_P(KeyboardLayout, HasEveryShortcut) {
  std::vector<views::Chord> tried;
  for (const views::Action& action : views::actions()) {
    for (const views::Chord& chord : action.chords) {
      const auto is_same = [&](const views::Chord& one) { return pressed(one) == pressed(chord); };
      if (!is_on_every_layout(chord) || std::any_of(tried.begin(), tried.end(), is_same)) continue;
      tried.push_back(chord);
      run({"xdotool", "key", pressed(chord)});
      EXPECT_TRUE(window_->comes([&] { return is_taken_for(chord); }))
          << GetParam() << ": " << pressed(chord) << " for " << action.id;
      window_->settle();
    }
  }
  EXPECT_GT(tried.size(), 70U);
}

INSTANTIATE_TEST_SUITE_P(Layouts, KeyboardLayout, testing::Values("us", "fr", "de", "ru", "dvorak"),
                         [](const auto& layout) { return layout.param; });

}  // namespace
}  // namespace app
