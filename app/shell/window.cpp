// window.cpp: the GLFW window and its loop. Draws nothing while nothing happens.
#include "app/shell/window.h"

#include <epoxy/gl.h>
// GLFW must not include OpenGL's own header alongside epoxy's.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "app/document/document_line.h"
#include "app/export/session_file.h"
#include "app/gl/hushed_driver.h"
#include "app/session/examples.h"
#include "app/session/homework.h"
#include "app/shell/exports.h"
#include "app/shell/file_desk.h"
#include "app/shell/film_desk.h"
#include "app/shell/input_steps.h"
#include "app/shell/interface.h"
#include "app/shell/not_kept.h"
#include "app/shell/quitting.h"
#include "app/shell/recovery.h"
#include "app/shell/window_input.h"
#include "app/shell/window_state.h"
#include "app/ui/text.h"

namespace app {
namespace {

constexpr int kFramesAfterEvent = 3;  // frames after an event: hover, layout and scroll bars lag by one frame

// Seconds between two frames of a motion; the screen's own rhythm makes it 1/60.
constexpr double kMotionFrame = 1.0 / 120;

constexpr double kFilmPoll = 0.1;  // seconds between checks on background films

std::string g_glfw_error;  // GLFW reports errors through a plain function

void remember_error(int /*code*/, const char* description) {
  g_glfw_error = description;
}

// GLFW, as long as this lives.
struct GlfwLibrary {
  bool ready = false;
  GlfwLibrary() {
    glfwSetErrorCallback(remember_error);
    const InputMethod::HiddenFromGlfw hidden;
    ready = glfwInit() == GLFW_TRUE;
  }
  ~GlfwLibrary() { glfwTerminate(); }
  GlfwLibrary(const GlfwLibrary&) = delete;
  GlfwLibrary& operator=(const GlfwLibrary&) = delete;
};

using WindowHandle = std::unique_ptr<GLFWwindow, decltype(&glfwDestroyWindow)>;

WindowHandle open_window() {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  int width = 1600;
  int height = 1000;
  GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
  if (const GLFWvidmode* mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr) {
    width = std::min(width, mode->width);
    height = std::min(height, mode->height);
  }
  const gl::HushedDriver hushed;
  WindowHandle window(glfwCreateWindow(width, height, "Headlight", nullptr, nullptr), glfwDestroyWindow);
  if (!window) return window;
  glfwSetWindowSizeLimits(window.get(), 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
  glfwMakeContextCurrent(window.get());
  glfwSwapInterval(1);
  return window;
}

// Dear ImGui's units per 96-dpi pixel of the window system. Where windows are measured in points, as on
// Wayland and macOS, the framebuffer's size already includes the content scale.
float display_scale(GLFWwindow* window) {
  float scale = 1;
  float scale_y = 1;
  glfwGetWindowContentScale(window, &scale, &scale_y);
  int width = 0;
  int height = 0;
  int pixels = 0;
  int pixels_y = 0;
  glfwGetWindowSize(window, &width, &height);
  glfwGetFramebufferSize(window, &pixels, &pixels_y);
  if (width <= 0 || pixels <= 0) return scale;
  return scale * static_cast<float>(width) / static_cast<float>(pixels);
}

// Dear ImGui on this window, as long as this lives.
struct WindowImGui {
  explicit WindowImGui(GLFWwindow* window) {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().ConfigInputTextCursorBlink = false;  // a blinking cursor would redraw an idle window
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init("#version 330");
  }
  ~WindowImGui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
  }
  WindowImGui(const WindowImGui&) = delete;
  WindowImGui& operator=(const WindowImGui&) = delete;
};

State first_state(const WindowStart& start, const Preferences& preferences) {
  return {start.document.value_or(first_document(preferences.language)), preferences};
}

// On a first start; once taken or dismissed, the story is not offered again.
void offer_story(Session& session) {
  if (session.preferences().story_seen) return;
  Requests requests;
  requests.arrange([](Desk& desk) { desk.panel = "story"; });
  session.apply(requests, 0);
}

// Sets the file of --session as the document's file, so that saving goes there and the title shows changes.
void claim_file(Session& session, const std::string& path) {
  if (path.empty()) return;
  std::error_code failed;
  const std::filesystem::path whole = std::filesystem::absolute(path, failed);
  const auto held = exporter::read_session_file(whole);
  if (held && std::filesystem::is_regular_file(whole, failed))
    session.saved_in(whole.lexically_normal().string(), *held);
}

class Loop {
 public:
  Loop(GLFWwindow* window, WindowInput& input, Session& session, Interface& interface, Recovery& recovery,
       FileDesk& files, WindowState& state)
      : window_(window),
        input_(input),
        session_(session),
        interface_(interface),
        recovery_(recovery),
        files_(files),
        quitting_(session, files),
        films_(session),
        state_(state) {
    glfwSetWindowUserPointer(window, this);
    glfwSetDropCallback(window, remember_drop);
  }

  // Returns whether what was open is kept for the next time: false only if nobody could be asked.
  bool run() {
    int frames_due = kFramesAfterEvent;
    while (!may_end()) {
      if (frames_due > 0) {
        input_.events.wait(0);
      } else {
        // What moves by itself needs one frame per change, and no more.
        const bool only_moves =
            wait() && (films_.is_busy() || is_busy() || session_.plays_on_in() || interface_.is_moving() ||
                       homework_due(session_) || session_.desk().lesson.own);
        frames_due = only_moves ? 1 : kFramesAfterEvent;
      }
      if (input_.events.must_end()) return end_at_once();
      if (films_.watch()) frames_due = kFramesAfterEvent;
      draw();
      // Input after a key that the shell had to act on needs frames too.
      frames_due = input_waits() ? kFramesAfterEvent : frames_due - 1;
    }
    return true;
  }

 private:
  // As quitting does, but for its question. What was typed last is in no frame yet.
  bool end_at_once() {
    constexpr int kLastFrames = 100;
    for (int i = 0; i == 0 || (i < kLastFrames && input_waits()); ++i) {
      const double now = glfwGetTime();
      input_.keyboard.read();
      carry_out_requests(interface_.frame(now), now);
    }
    recovery_.keep(session_.document(), glfwGetTime());
    return !files_.ended();
  }

  bool may_end() {
    const bool asked = glfwWindowShouldClose(window_) == GLFW_TRUE;
    glfwSetWindowShouldClose(window_, GLFW_FALSE);
    const bool ends = quitting_.may_end(asked);
    if (asked && !ends) WindowEvents::wake();  // to draw the question
    return ends;
  }

  // Whether a model is being opened or run, with visible progress.
  bool is_busy() const { return files_.is_busy() || session_.computing(); }

  // Sleeps until something happens: an event, or the time when a file, a notice, a tooltip or the next step
  // of playback is due. Returns whether it was the time.
  bool wait() {
    const double now = glfwGetTime();
    std::optional<double> seconds;
    const auto soonest = [&](std::optional<double> due) {
      if (due && (!seconds || *due < *seconds)) seconds = due;
    };
    soonest(recovery_.due(now));
    soonest(state_.due(session_, now));
    soonest(session_.notice_fades_in(now));
    soonest(session_.plays_on_in());
    if (interface_.is_moving()) soonest(kMotionFrame);
    if (films_.is_busy() || is_busy()) soonest(kFilmPoll);
    soonest(homework_due(session_));
    soonest(files_.due(now));
    if (tooltip_may_come()) soonest(0.1);
    input_.events.wait(seconds ? std::optional(*seconds + 0.001) : std::nullopt);
    return seconds && glfwGetTime() - now >= *seconds;
  }

  // A tooltip appears a moment after the mouse comes to rest on an item, or on a word.
  bool tooltip_may_come() const {
    const bool is_on_something = ImGui::IsAnyItemHovered() || ui::pointed_text() != nullptr;
    return is_on_something && glfwGetTime() - last_motion_ < 1.0;
  }

  void draw() {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    const double now = glfwGetTime();
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    if (moved.x != 0 || moved.y != 0) last_motion_ = now;
    input_.keyboard.read();
    // Told after the frame that asked for it, which may have said something of its own.
    const auto silent = input_.clipboard.take_failure();
    files_.dropped(std::exchange(dropped_, {}), now);
    files_.watch(now);
    carry_out_requests(interface_.frame(now), now);
    if (silent) session_.notify({silent->key, silent->arguments, 0, true, {}});
    int width = 0;
    int height = 0;
    glfwGetFramebufferSize(window_, &width, &height);
    glViewport(0, 0, width, height);
    const ImVec4 paper = ui::vec4(interface_.style().colours.background);
    glClearColor(paper.x, paper.y, paper.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    glfwSwapBuffers(window_);
    recovery_.keep(session_.document(), now);
    files_.keep_set_aside();
    if (std::string title = files_.title(); title != title_) {
      title_ = std::move(title);
      glfwSetWindowTitle(window_, title_.c_str());
    }
    state_.follow(window_, session_, now);
    offer_what_was_left();
    tell_what_is_unreadable();
    not_kept_.follow(session_, {.work = recovery_.failed(),
                                .recent = files_.failed(),
                                .preferences = state_.failed(),
                                .progress = files_.progress_failed()});
  }

  static void remember_drop(GLFWwindow* window, int count, const char** paths) {
    auto& dropped = static_cast<Loop*>(glfwGetWindowUserPointer(window))->dropped_;
    dropped.insert(dropped.end(), paths, paths + count);
  }

  // Once, when nothing else is said.
  void tell_what_is_unreadable() {
    if (told_ || session_.notice()) return;
    told_ = true;
    if (recovery_.unreadable().empty()) return;
    session_.notify({.key = "notice.unreadable",
                     .arguments = {{"count", std::to_string(recovery_.unreadable().size())}},
                     .offered = {},
                     .written = recovery_.unreadable().front().string(),
                     .removes = true});
  }

  // Offers it until the user opens it or closes the notice; another notice only postpones it. What was not
  // opened stays among the recent sessions.
  void offer_what_was_left() {
    const Document* left = recovery_.left_behind();
    if (left == nullptr) return;
    const std::string line = to_line(*left);
    if (const auto& notice = session_.notice()) {
      offered_ = notice->offered == line;
    } else if (offered_ || left->text.empty() || *left == session_.document()) {
      offered_ = false;
      recovery_.answered(*left == session_.document() || files_.keep(*left));
    } else {
      session_.notify({"notice.recovered", {{"text", beginning(left->text)}}, 0, false, line});
    }
  }

  void carry_out_requests(const Requests& requests, double now) {
    for (const FrameRequest& one : requests.all()) {
      std::visit(
          [&](const auto& wanted) {
            if constexpr (is_for_shell<std::decay_t<decltype(wanted)>>) act(wanted, now);
          },
          one);
    }
  }

  void act(const FileRequest& file, double now) { files_.carry_out(file, now); }
  void act(const ExportRequest& wanted, double /*now*/) {
    const bool is_film = wanted.scope == ExportScope::kFilm || wanted.scope == ExportScope::kTrainingFilm;
    if (is_film) return films_.start(wanted);
    session_.notify(carry_out(wanted, session_));
  }
  void act(const request::CancelFilm& /*cancel*/, double /*now*/) { films_.cancel(); }
  void act(const request::CopySession& /*copy*/, double /*now*/) {
    ImGui::SetClipboardText(to_line(session_.document()).c_str());
    session_.notify({"notice.session_copied", {}, 0, false, {}});
  }
  void act(const request::CopyText& copy, double /*now*/) {
    ImGui::SetClipboardText(copy.text.c_str());
    session_.notify({copy.notice, {}, 0, false, {}});
  }
  void act(const request::ShowFolder& shown, double /*now*/) {
    if (auto failed = show_folder(shown.path)) session_.notify(*std::move(failed));
  }
  void act(const request::RemoveUnreadable& /*remove*/, double /*now*/) { recovery_.remove_unreadable(); }
  void act(const request::Quit& /*quit*/, double /*now*/) { glfwSetWindowShouldClose(window_, GLFW_TRUE); }

  GLFWwindow* window_;
  WindowInput& input_;
  Session& session_;
  Interface& interface_;
  Recovery& recovery_;
  FileDesk& files_;
  Quitting quitting_;
  FilmDesk films_;
  NotKeptNotice not_kept_;
  std::vector<std::string> dropped_;
  std::string title_ = "Headlight";
  WindowState& state_;
  double last_motion_ = 0;
  bool told_ = false;     // of what is unreadable
  bool offered_ = false;  // the visible notice offers recovery_.left_behind()
};

}  // namespace

std::optional<engine::Error> run_window(const WindowStart& start) {
  const GlfwLibrary library;
  if (!library.ready) return engine::Error{"error.no_display", {{"detail", g_glfw_error}}};
  const WindowHandle window = open_window();
  if (!window) return engine::Error{"error.no_opengl_window", {{"detail", g_glfw_error}}};
  const WindowImGui imgui(window.get());
  WindowInput input(window.get());
  WindowState state(PreferencesFile(PreferencesFile::usual_path()), start);
  Session session(first_state(start, state.preferences()), WindowEvents::wake);
  state.restore(window.get(), session);
  if (const auto& error = state.error()) session.notify({error->key, error->arguments, 0, true, {}});
  auto made = Interface::create(session, display_scale(window.get()));
  if (!made) return made.error();
  Interface interface = std::move(made).value();
  claim_file(session, start.session_file);
  Recovery recovery(Recovery::usual_folder());
  FileDesk files(session, Recovery::usual_folder(), WindowEvents::wake);
  if (start.lesson_file.empty()) {
    offer_story(session);
  } else {
    files.carry_out({"lesson", start.lesson_file}, 0);
  }
  bool is_kept = false;
  try {
    is_kept = Loop(window.get(), input, session, interface, recovery, files, state).run();
  } catch (...) {
    recovery.flush();
    throw;
  }
  if (is_kept) {
    recovery.forget();
  } else {
    recovery.flush();
  }
  state.flush();
  return input.events.has_display() ? std::nullopt : std::optional(engine::Error{"error.display_lost", {}});
}

}  // namespace app
