// clipboard.cpp: GLFW writes the clipboard, and reads what was written here; the rest is asked of X11.
#include "app/shell/clipboard.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <utility>

#include "app/shell/x11_selection.h"

namespace app {

Clipboard::Clipboard() {
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Platform_ClipboardUserData = this;
  platform.Platform_GetClipboardTextFn = [](ImGuiContext*) {
    return static_cast<Clipboard*>(ImGui::GetPlatformIO().Platform_ClipboardUserData)->read();
  };
  platform.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) {
    static_cast<Clipboard*>(ImGui::GetPlatformIO().Platform_ClipboardUserData)->write(text);
  };
}

Clipboard::~Clipboard() {
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Platform_ClipboardUserData = nullptr;
  platform.Platform_GetClipboardTextFn = nullptr;
  platform.Platform_SetClipboardTextFn = nullptr;
}

const char* Clipboard::read() {
  const unsigned long holder = clipboard_holder();
  // Only GLFW answers for what was copied here, and not while we wait for it.
  if (holder == holder_) return glfwGetClipboardString(nullptr);
  auto text = read_clipboard();
  if (!text) {
    failure_ = text.error();
    return nullptr;
  }
  text_ = *std::move(text);
  return text_.c_str();
}

void Clipboard::write(const char* text) {
  glfwSetClipboardString(nullptr, text);
  holder_ = clipboard_holder();
}

std::optional<engine::Error> Clipboard::take_failure() {
  return std::exchange(failure_, std::nullopt);
}

}  // namespace app
