// input_method.cpp: the X Input Method protocol through Xlib, on a thread.
#include "app/shell/input_method.h"

#include "app/shell/x11_native.h"

#ifdef HEADLIGHT_X11
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <X11/XKBlib.h>
#include <X11/Xatom.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <future>
#include <mutex>
#include <string_view>
#include <thread>
#include <utility>

namespace app {
namespace {

constexpr const char* kVariable = "XMODIFIERS";
// Writing it marks a point in the events of both connections.
constexpr const char* kMark = "HEADLIGHT_KEYS_FROM_HERE";
constexpr XIMStyle kAtCaret = XIMPreeditPosition | XIMStatusNothing;

// What $XMODIFIERS asks for; nullopt where that is none.
std::optional<std::string> wanted_method() {
  const char* const value = std::getenv(kVariable);
  const std::string_view name = value != nullptr ? value : "";
  if (name.empty() || name == "@im=" || name == "@im=none" || name == "@im=local") return std::nullopt;
  return std::string(name);
}

int glfw_modifiers(unsigned state) {
  int modifiers = 0;
  if ((state & ShiftMask) != 0) modifiers |= GLFW_MOD_SHIFT;
  if ((state & ControlMask) != 0) modifiers |= GLFW_MOD_CONTROL;
  if ((state & Mod1Mask) != 0) modifiers |= GLFW_MOD_ALT;
  if ((state & Mod4Mask) != 0) modifiers |= GLFW_MOD_SUPER;
  return modifiers;
}

bool is_control(const std::string& text) {
  return text.size() == 1 && (static_cast<unsigned char>(text[0]) < ' ' || text[0] == 0x7F);
}

}  // namespace

// Between the window and the thread. The thread outlives the window where an input method hangs.
struct InputMethod::Shared {
  Shared(std::string shown_on, Window its_window, void (*called)())
      : display(std::move(shown_on)), window(its_window), wake(called), bell(eventfd(0, EFD_CLOEXEC)) {}
  ~Shared() { close(bell); }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  void ring() const {
    const std::uint64_t once = 1;
    [[maybe_unused]] const ssize_t written = write(bell, &once, sizeof(once));
  }

  const std::string display;
  const Window window;
  void (*const wake)();
  const int bell;                      // rung when `caret` or `ends` changes
  std::atomic<bool> is_ready = false;  // waits for the mark
  std::atomic<bool> answers = false;
  std::atomic<bool> ends = false;
  std::promise<void> ended;

  std::mutex mutex;  // of what follows
  std::optional<CaretPlace> caret;
  std::vector<KeyStroke> strokes;
};

// The thread's own.
class InputMethod::Reader {
 public:
  explicit Reader(Shared& shared) : shared_(shared), display_(XOpenDisplay(shared.display.c_str())) {}
  ~Reader() {
    shared_.answers = false;
    close_method();
    if (fonts_ != nullptr) XFreeFontSet(display_, fonts_);
    if (display_ != nullptr) XCloseDisplay(display_);
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  void run() {
    if (display_ == nullptr) return;
    // A display that vanishes ends this thread, not the program.
    XSetIOErrorExitHandler(display_, stop_for_good, &shared_);
    XkbSetDetectableAutoRepeat(display_, True, nullptr);
    XSelectInput(display_, shared_.window,
                 KeyPressMask | KeyReleaseMask | FocusChangeMask | PropertyChangeMask);
    mark_ = XInternAtom(display_, kMark, False);
    servers_ = XInternAtom(display_, "XIM_SERVERS", False);
    XSelectInput(display_, XDefaultRootWindow(display_), PropertyChangeMask);
    open_method();
    while (!shared_.ends) {
      while (XPending(display_) > 0) {
        XEvent event;
        XNextEvent(display_, &event);
        handle(event);
      }
      follow_caret();
      XFlush(display_);
      if (XEventsQueued(display_, QueuedAlready) == 0) wait();
    }
  }

 private:
  static void stop_for_good(Display* /*display*/, void* shared) {
    auto& ours = *static_cast<Shared*>(shared);
    ours.answers = false;
    ours.ended.set_value();
    while (true) pause();
  }

  void wait() const {
    std::array<pollfd, 2> sources = {{{XConnectionNumber(display_), POLLIN, 0}, {shared_.bell, POLLIN, 0}}};
    poll(sources.data(), sources.size(), -1);
    std::uint64_t rings = 0;
    if ((sources[1].revents & POLLIN) != 0) {
      [[maybe_unused]] const ssize_t got = read(shared_.bell, &rings, sizeof(rings));
    }
  }

  void handle(XEvent& event) {
    // Some input methods clear it in XFilterEvent; the events in which they write a text have none.
    const unsigned keycode = event.type == KeyPress ? event.xkey.keycode : 0;
    if (event.type == KeyPress || event.type == KeyRelease) watch_holds(event.xkey);
    const bool is_taken = XFilterEvent(&event, 0) != 0;
    if (event.type == PropertyNotify && event.xproperty.atom == servers_) open_method();
    if (event.type == PropertyNotify && event.xproperty.atom == mark_) has_begun_ = context_ != nullptr;
    if (event.type == FocusIn || event.type == FocusOut) follow_focus(event.xfocus);
    if (!is_taken && event.type == KeyPress && has_begun_) pass_on(event.xkey, keycode);
  }

  // A key that is held comes again and again, without going up. What the input method gives back has been
  // seen.
  void watch_holds(const XKeyEvent& key) {
    bool& is_held = held_.at(key.keycode % held_.size());
    const bool goes_down = key.type == KeyPress;
    if (static_cast<std::int32_t>(key.time - newest_) < 0 || (goes_down && !is_repeat(key, key.keycode)))
      return;
    newest_ = key.time;
    if (goes_down && !is_held) went_down_.emplace_back(key.keycode, key.time);
    if (went_down_.size() > kRemembered) went_down_.pop_front();
    is_held = goes_down;
  }

  bool is_repeat(const XKeyEvent& key, unsigned keycode) const {
    return std::find(went_down_.begin(), went_down_.end(), std::pair(keycode, key.time)) == went_down_.end();
  }

  // A focus that a grab borrows comes back.
  void follow_focus(const XFocusChangeEvent& event) {
    if (event.mode == NotifyGrab || event.mode == NotifyUngrab || event.detail >= NotifyPointer) return;
    has_focus_ = event.type == FocusIn;
  }

  void pass_on(XKeyEvent& key, unsigned keycode) {
    KeyStroke stroke;
    stroke.scancode = static_cast<int>(keycode);
    stroke.modifiers = glfw_modifiers(key.state);
    stroke.alt_gr = (key.state & Mod5Mask) != 0;
    stroke.is_repeat = keycode != 0 && is_repeat(key, keycode);
    stroke.group = static_cast<int>(XkbGroupForCoreState(key.state));
    stroke.text = text_of(key);
    const bool is_chord = keycode != 0 && (stroke.modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_ALT)) != 0;
    if (is_chord || is_control(stroke.text)) stroke.text.clear();
    {
      const std::lock_guard lock(shared_.mutex);
      shared_.strokes.push_back(std::move(stroke));
    }
    if (!shared_.ends) shared_.wake();
  }

  std::string text_of(XKeyEvent& key) const {
    std::string text(64, '\0');
    Status status = 0;
    int size =
        Xutf8LookupString(context_, &key, text.data(), static_cast<int>(text.size()), nullptr, &status);
    if (status == XBufferOverflow) {
      text.resize(static_cast<size_t>(size));
      size = Xutf8LookupString(context_, &key, text.data(), size, nullptr, &status);
    }
    const bool has_text = status == XLookupChars || status == XLookupBoth;
    text.resize(has_text ? static_cast<size_t>(size) : 0);
    return text;
  }

  // Xlib answers for an input method that does not run, by dead keys alone: GLFW has these too.
  void open_method() {
    if (method_ != nullptr) return;
    method_ = XOpenIM(display_, nullptr, nullptr, nullptr);
    if (method_ == nullptr) return;
    if (shows_at_caret(method_)) open_context();
    if (context_ == nullptr) return close_method();
    XIMCallback gone{reinterpret_cast<XPointer>(this),
                     [](XIM, XPointer self, XPointer) { reinterpret_cast<Reader*>(self)->forget_method(); }};
    XSetIMValues(method_, XNDestroyCallback, &gone, nullptr);
    shared_.is_ready = true;
    shared_.wake();
  }

  // Whether it can show what is composed beside its candidates.
  static bool shows_at_caret(XIM method) {
    XIMStyles* styles = nullptr;
    if (XGetIMValues(method, XNQueryInputStyle, &styles, nullptr) != nullptr || styles == nullptr)
      return false;
    bool found = false;
    for (int i = 0; i < styles->count_styles; ++i) found = found || styles->supported_styles[i] == kAtCaret;
    XFree(styles);
    return found;
  }

  void open_context() {
    if (fonts_ == nullptr) fonts_ = any_fonts();
    if (fonts_ == nullptr) return;
    XPoint spot{0, 0};
    void* const preedit = XVaCreateNestedList(0, XNFontSet, fonts_, XNSpotLocation, &spot, nullptr);
    context_ = XCreateIC(method_, XNInputStyle, kAtCaret, XNClientWindow, shared_.window, XNFocusWindow,
                         shared_.window, XNPreeditAttributes, preedit, nullptr);
    XFree(preedit);
    is_open_ = false;
    shown_.reset();
  }

  // The style demands them; what is shown has the input method's own.
  XFontSet any_fonts() const {
    char** missing = nullptr;
    int count = 0;
    const XFontSet fonts =
        XCreateFontSet(display_, "fixed,-*-fixed-*-*-*-*-*-*-*-*-*-*-*-*", &missing, &count, nullptr);
    if (missing != nullptr) XFreeStringList(missing);
    return fonts;
  }

  void follow_caret() {
    if (context_ == nullptr) return;
    std::optional<CaretPlace> caret;
    {
      const std::lock_guard lock(shared_.mutex);
      caret = shared_.caret;
    }
    if (!has_focus_) caret.reset();
    const bool changes_field = is_open_ && (!caret || !shown_ || caret->field != shown_->field);
    if (changes_field) {
      XUnsetICFocus(context_);
      is_open_ = false;
    }
    if (caret && !is_open_) {
      XSetICFocus(context_);
      is_open_ = true;
    }
    if (caret && caret != shown_) move_spot(*caret);
    shown_ = caret;
  }

  void move_spot(const CaretPlace& caret) {
    XPoint spot{static_cast<short>(caret.x), static_cast<short>(caret.y)};
    void* const preedit = XVaCreateNestedList(0, XNSpotLocation, &spot, nullptr);
    XSetICValues(context_, XNPreeditAttributes, preedit, nullptr);
    XFree(preedit);
  }

  void close_method() {
    if (context_ != nullptr) XDestroyIC(context_);
    if (method_ != nullptr) XCloseIM(method_);
    forget_method();
  }

  // Xlib frees both when the input method ends.
  void forget_method() {
    shared_.is_ready = false;
    shared_.answers = false;
    has_begun_ = false;
    context_ = nullptr;
    method_ = nullptr;
  }

  Shared& shared_;
  Display* display_;
  Atom servers_ = 0;
  Atom mark_ = 0;
  XIM method_ = nullptr;
  XIC context_ = nullptr;
  XFontSet fonts_ = nullptr;
  bool has_focus_ = true;  // the window, until it is told otherwise
  bool is_open_ = false;
  bool has_begun_ = false;  // the mark was seen: keys are read here
  std::optional<CaretPlace> shown_;
  static constexpr size_t kRemembered = 256;
  std::array<bool, kRemembered> held_{};             // by X11's codes
  std::deque<std::pair<unsigned, Time>> went_down_;  // codes and times
  Time newest_ = 0;
};

InputMethod::HiddenFromGlfw::HiddenFromGlfw() : wanted_(wanted_method()) {
  if (wanted_) setenv(kVariable, "@im=none", 1);
}

InputMethod::HiddenFromGlfw::~HiddenFromGlfw() {
  if (wanted_) setenv(kVariable, wanted_->c_str(), 1);
}

std::unique_ptr<InputMethod> InputMethod::start(GLFWwindow* window, void (*wake)()) {
  if (!wanted_method()) return nullptr;
  XSetLocaleModifiers("");
  auto shared = std::make_shared<Shared>(XDisplayString(glfwGetX11Display()), glfwGetX11Window(window), wake);
  std::thread([shared] {
    Reader(*shared).run();
    shared->ended.set_value();
  }).detach();
  return std::unique_ptr<InputMethod>(new InputMethod(std::move(shared)));
}

InputMethod::~InputMethod() {
  shared_->ends = true;
  shared_->ring();
  shared_->ended.get_future().wait_for(std::chrono::seconds(1));
}

bool InputMethod::answers() const {
  return shared_->answers;
}

void InputMethod::begin_if_ready() {
  if (shared_->answers || !shared_->is_ready) return;
  Display* const display = glfwGetX11Display();
  const unsigned char nothing = 0;
  XChangeProperty(display, shared_->window, XInternAtom(display, kMark, False), XA_INTEGER, 8,
                  PropModeReplace, &nothing, 0);
  XSync(display, False);
  glfwPollEvents();
  shared_->answers = true;
}

void InputMethod::follow(const std::optional<CaretPlace>& caret) {
  {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->caret == caret) return;
    shared_->caret = caret;
  }
  shared_->ring();
}

std::vector<KeyStroke> InputMethod::take() {
  const std::lock_guard lock(shared_->mutex);
  return std::exchange(shared_->strokes, {});
}

}  // namespace app

#else

namespace app {

struct InputMethod::Shared {};

InputMethod::HiddenFromGlfw::HiddenFromGlfw() = default;
InputMethod::HiddenFromGlfw::~HiddenFromGlfw() = default;

std::unique_ptr<InputMethod> InputMethod::start(GLFWwindow* /*window*/, void (* /*wake*/)()) {
  return nullptr;
}

InputMethod::~InputMethod() = default;

bool InputMethod::answers() const {
  return false;
}

void InputMethod::begin_if_ready() {}

void InputMethod::follow(const std::optional<CaretPlace>& /*caret*/) {}

std::vector<KeyStroke> InputMethod::take() {
  return {};
}

}  // namespace app
#endif
