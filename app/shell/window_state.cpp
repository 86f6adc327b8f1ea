// window_state.cpp: GLFW's part of the kept state.
#include "app/shell/window_state.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <vector>

#include "app/shell/pictures_folder.h"
#include "app/views/present/present_parts.h"

namespace app {
namespace {

std::vector<GLFWmonitor*> monitors() {
  int count = 0;
  GLFWmonitor** const all = glfwGetMonitors(&count);
  return {all, all + count};
}

DesktopArea area_of(GLFWmonitor* monitor) {
  DesktopArea area;
  glfwGetMonitorWorkarea(monitor, &area.x, &area.y, &area.width, &area.height);
  return area;
}

DesktopArea area_of(GLFWwindow* window) {
  DesktopArea area;
  glfwGetWindowPos(window, &area.x, &area.y);
  glfwGetWindowSize(window, &area.width, &area.height);
  return area;
}

std::vector<DesktopArea> screens() {
  std::vector<DesktopArea> areas;
  for (GLFWmonitor* monitor : monitors()) areas.push_back(area_of(monitor));
  std::erase_if(areas, [](const DesktopArea& area) { return area.width <= 0 || area.height <= 0; });
  return areas;
}

// The one with most of the window; null if there is none.
GLFWmonitor* monitor_of(GLFWwindow* window) {
  const DesktopArea own = area_of(window);
  GLFWmonitor* best = nullptr;
  long largest = -1;
  for (GLFWmonitor* monitor : monitors()) {
    const DesktopArea area = area_of(monitor);
    const long across = std::min(own.x + own.width, area.x + area.width) - std::max(own.x, area.x);
    const long down = std::min(own.y + own.height, area.y + area.height) - std::max(own.y, area.y);
    const long shared = std::max(across, 0L) * std::max(down, 0L);
    if (shared > largest) {
      best = monitor;
      largest = shared;
    }
  }
  return best;
}

}  // namespace

WindowState::WindowState(PreferencesFile file, const WindowStart& start) : file_(std::move(file)) {
  auto read = file_.read();
  if (read) {
    kept_ = *std::move(read);
  } else {
    error_ = read.error();
  }
  place_ = kept_.window;
  preferences_ = kept_.preferences;
  preferences_.export_folder = whole_folder(preferences_.export_folder);
  preferences_.theme = start.theme.value_or(preferences_.theme);
  preferences_.language = start.language.value_or(preferences_.language);
  if (start.text_size) choose_text_size(preferences_, *start.text_size);
}

void WindowState::restore(GLFWwindow* window, Session& session) const {
  Requests requests;
  requests.arrange([panels = kept_.panels](Desk& desk) { desk.panels = panels; });
  session.apply(requests, 0);
  if (!place_) return;
  const auto all = screens();
  const DesktopArea area = on_a_screen(place_->area, all);
  glfwSetWindowSize(window, area.width, area.height);
  glfwSetWindowPos(window, area.x, area.y);
  if (place_->is_maximised) glfwMaximizeWindow(window);
}

// Does not keep what the command line set and the user did not change.
Kept WindowState::kept_of(const Session& session) const {
  Kept kept{session.preferences(), session.desk().panels, place_};
  Preferences& now = kept.preferences;
  const Preferences& before = kept_.preferences;
  if (now.theme == preferences_.theme) now.theme = before.theme;
  if (now.language == preferences_.language) now.language = before.language;
  if (now.text_size == preferences_.text_size) {
    now.text_size = before.text_size;
    now.chose_text_size = before.chose_text_size;
  }
  return kept;
}

void WindowState::fill_screen(GLFWwindow* window, bool fill) {
  if (fill == fills_screen_) return;
  fills_screen_ = fill;
  GLFWmonitor* const monitor = monitor_of(window);
  const GLFWvidmode* const mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  if (fill && mode != nullptr) {
    // Another of the presenter's windows may have keyboard focus: the picture stays.
    glfwSetWindowAttrib(window, GLFW_AUTO_ICONIFY, GLFW_FALSE);
    glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  } else if (!fill && glfwGetWindowMonitor(window) != nullptr && place_) {
    const DesktopArea& area = place_->area;
    glfwSetWindowMonitor(window, nullptr, area.x, area.y, area.width, area.height, GLFW_DONT_CARE);
    if (place_->is_maximised) glfwMaximizeWindow(window);
  }
}

void WindowState::follow(GLFWwindow* window, const Session& session, double now) {
  const bool is_plain = !fills_screen_ && glfwGetWindowAttrib(window, GLFW_ICONIFIED) == GLFW_FALSE;
  const bool is_maximised = glfwGetWindowAttrib(window, GLFW_MAXIMIZED) == GLFW_TRUE;
  if (is_plain) {
    WindowPlace place{area_of(window), is_maximised};
    // A maximised window returns to its previous position.
    if (is_maximised && place_) place.area = place_->area;
    place_ = place;
  }
  fill_screen(window, session.desk().presenting.is_on);
  file_.keep(kept_of(session), now);
}

std::optional<double> WindowState::due(const Session& session, double now) const {
  std::optional<double> soonest = file_.due(now);
  const PresentationState& presenting = session.desk().presenting;
  if (!presenting.is_on) return soonest;
  const auto foot = views::foot_changes_in(ImGui::GetTime() - presenting.touched);
  if (foot && (!soonest || *foot < *soonest)) soonest = foot;
  return soonest;
}

}  // namespace app
