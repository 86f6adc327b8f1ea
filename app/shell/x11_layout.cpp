// x11_layout.cpp: keysyms by the X Keyboard Extension, which Xlib keeps up to date.
#include "app/shell/x11_layout.h"

#include "app/shell/x11_native.h"

#ifdef HEADLIGHT_X11
#include <X11/XKBlib.h>
#define XK_XKB_KEYS
#include <X11/keysymdef.h>

namespace app {

namespace {

KeySym symbol_on(int scancode, int group, size_t level) {
  return XkbKeycodeToKeysym(glfwGetX11Display(), static_cast<KeyCode>(scancode), static_cast<unsigned>(group),
                            static_cast<unsigned>(level));
}

}  // namespace

std::optional<int> layout_group() {
  XkbStateRec state{};
  if (XkbGetState(glfwGetX11Display(), XkbUseCoreKbd, &state) != 0) return std::nullopt;
  return state.group;
}

// The keysyms of ASCII's characters are their codes.
ui::KeyPrint print_of(int scancode, int group) {
  ui::KeyPrint print{};
  for (size_t level = 0; level < print.size(); ++level) {
    const KeySym symbol = symbol_on(scancode, group, level);
    if (symbol > ' ' && symbol < 0x7F) print.at(level) = static_cast<char>(symbol);
  }
  return print;
}

bool is_alt_gr(int scancode, int group) {
  return symbol_on(scancode, group, 0) == XK_ISO_Level3_Shift;
}

bool has_latin_letters(int group) {
  constexpr int kFirst = 8;  // of X11's codes of keys
  constexpr int kLast = 255;
  constexpr int kMost = 20;  // of 26: some layouts have one or two behind AltGr
  int count = 0;
  for (int scancode = kFirst; scancode <= kLast; ++scancode) {
    const char letter = print_of(scancode, group)[0];
    count += letter >= 'a' && letter <= 'z' ? 1 : 0;
  }
  return count >= kMost;
}

}  // namespace app

#else

namespace app {

std::optional<int> layout_group() {
  return std::nullopt;
}

bool is_alt_gr(int /*scancode*/, int /*group*/) {
  return false;
}

ui::KeyPrint print_of(int /*scancode*/, int /*group*/) {
  return {};
}

bool has_latin_letters(int /*group*/) {
  return true;
}

}  // namespace app
#endif
