// x11_selection.cpp: the conversion of the selection CLIPBOARD, on a connection of its own: it disturbs no
// event of the window's. The protocol is the ICCCM's, section 2.
#include "app/shell/x11_selection.h"

#include "app/shell/x11_native.h"

#ifdef HEADLIGHT_X11
#include <X11/Xatom.h>
#include <poll.h>

#include <chrono>
#include <memory>
#include <optional>

namespace app {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kLongestSilence(2000);
constexpr size_t kMostBytes = 64U << 20U;  // bytes
constexpr long kAllOfIt = 1L << 28;        // of a property, in units of 4 bytes

Atom atom(Display* display, const char* name) {
  return XInternAtom(display, name, False);
}

struct Property {
  Atom type = 0;
  std::string bytes;
};

// A connection with a window that receives what a selection's holder sends.
class Receiver {
 public:
  explicit Receiver(Display* display)
      : display_(display),
        window_(XCreateSimpleWindow(display, XDefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0)),
        property_(atom(display, "HEADLIGHT_CLIPBOARD")) {
    XSelectInput(display, window_, PropertyChangeMask);
  }

  // The clipboard as this type; empty where its holder has none. Nullopt: it is silent.
  std::optional<std::string> convert(Atom target) {
    XConvertSelection(display_, atom(display_, "CLIPBOARD"), target, property_, window_, CurrentTime);
    const auto answer = next([](const XEvent& event) { return event.type == SelectionNotify; });
    if (!answer) return std::nullopt;
    if (answer->xselection.property == 0) return "";
    Property whole = take();
    return whole.type == atom(display_, "INCR") ? take_parts() : std::move(whole.bytes);
  }

 private:
  // Large texts come in parts: each replaces the one that was taken, and an empty one ends them.
  std::optional<std::string> take_parts() {
    std::string text;
    size_t received = 0;
    while (received < kMostBytes) {
      const auto is_part = [&](const XEvent& event) {
        return event.type == PropertyNotify && event.xproperty.atom == property_ &&
               event.xproperty.state == PropertyNewValue;
      };
      if (!next(is_part)) return std::nullopt;
      const Property part = take();
      if (part.bytes.empty()) return text;
      text += part.bytes;
      received += part.bytes.size();
    }
    return text;
  }

  Property take() {
    Property taken;
    int format = 0;
    unsigned long count = 0;
    unsigned long left = 0;
    unsigned char* bytes = nullptr;
    XGetWindowProperty(display_, window_, property_, 0, kAllOfIt, True, AnyPropertyType, &taken.type, &format,
                       &count, &left, &bytes);
    if (bytes == nullptr) return taken;
    if (format == 8) taken.bytes.assign(reinterpret_cast<const char*>(bytes), count);
    XFree(bytes);
    return taken;
  }

  // The next such event, if it comes before the silence is too long; others are passed over.
  template <class Wanted>
  std::optional<XEvent> next(const Wanted& wanted) {
    const auto end = steady_clock::now() + kLongestSilence;
    while (true) {
      while (XPending(display_) > 0) {
        XEvent event;
        XNextEvent(display_, &event);
        if (wanted(event)) return event;
      }
      const auto left = std::chrono::duration_cast<milliseconds>(end - steady_clock::now());
      if (left.count() <= 0) return std::nullopt;
      pollfd answer{XConnectionNumber(display_), POLLIN, 0};
      poll(&answer, 1, static_cast<int>(left.count()));
    }
  }

  Display* display_;
  Window window_;
  Atom property_;
};

std::string utf8_of_latin1(const std::string& latin1) {
  std::string text;
  for (const char letter : latin1) {
    const auto code = static_cast<unsigned char>(letter);
    if (code < 0x80) {
      text += letter;
    } else {
      text += static_cast<char>(0xC0U | code >> 6U);
      text += static_cast<char>(0x80U | (code & 0x3FU));
    }
  }
  return text;
}

}  // namespace

unsigned long clipboard_holder() {
  Display* const display = glfwGetX11Display();
  return XGetSelectionOwner(display, atom(display, "CLIPBOARD"));
}

engine::Result<std::string> read_clipboard() {
  const std::unique_ptr<Display, decltype(&XCloseDisplay)> display(
      XOpenDisplay(XDisplayString(glfwGetX11Display())), XCloseDisplay);
  if (!display || clipboard_holder() == 0) return std::string();
  Receiver receiver(display.get());
  auto text = receiver.convert(atom(display.get(), "UTF8_STRING"));
  if (!text) return engine::Error{"error.clipboard_silent", {}};
  if (!text->empty()) return *std::move(text);
  const auto latin1 = receiver.convert(XA_STRING);
  if (!latin1) return engine::Error{"error.clipboard_silent", {}};
  return utf8_of_latin1(*latin1);
}

}  // namespace app

#else

namespace app {

unsigned long clipboard_holder() {
  return 0;
}

engine::Result<std::string> read_clipboard() {
  return std::string();
}

}  // namespace app
#endif
