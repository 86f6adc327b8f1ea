// offscreen.cpp: the interface in an off-screen framebuffer.
#include "app/shell/offscreen.h"

#include <epoxy/gl.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>

#include <algorithm>
#include <optional>
#include <string>

#include "app/gl/framebuffer.h"
#include "app/gl/headless.h"
#include "app/shell/interface.h"
#include "app/views/core/view.h"

namespace app {

// A Dear ImGui context with the OpenGL renderer, as long as this lives.
class OffscreenImGui {
 public:
  explicit OffscreenImGui(ShotSize size) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
    io.DeltaTime = 1.0f / 60;
    io.ConfigInputTextCursorBlink = false;
    ImGui_ImplOpenGL3_Init("#version 330");
  }
  ~OffscreenImGui() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
  }
  OffscreenImGui(const OffscreenImGui&) = delete;
  OffscreenImGui& operator=(const OffscreenImGui&) = delete;
};

namespace {

// Sizes and scroll bars settle over a few frames.
constexpr int kSettleFrames = 4;
constexpr int kMostFrames = 3000;  // a picture that is not ready by then is taken as it is

}  // namespace

// In order of construction: what is drawn with must outlive what was created in it.
struct Offscreen::Parts {
  gl::HeadlessContext context;
  gl::Framebuffer target;
  OffscreenImGui imgui;
  Session session;
  std::optional<Interface> interface;
  double now = 0;

  Parts(gl::HeadlessContext made_context, gl::Framebuffer made_target, const State& state, ShotSize size)
      : context(std::move(made_context)), target(std::move(made_target)), imgui(size), session(state) {}
};

Offscreen::Offscreen(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Offscreen::~Offscreen() = default;

engine::Result<std::unique_ptr<Offscreen>> Offscreen::create(const State& state, ShotSize size) {
  auto context = gl::HeadlessContext::create();
  if (!context) return context.error();
  auto target = gl::Framebuffer::create(size.width, size.height);
  if (!target) return target.error();
  auto parts = std::make_unique<Parts>(std::move(context).value(), std::move(target).value(), state, size);
  parts->session.settle();
  auto interface = Interface::create(parts->session, 1);
  if (!interface) return interface.error();
  parts->interface = std::move(interface).value();
  parts->interface->hold_still();
  return std::unique_ptr<Offscreen>(new Offscreen(std::move(parts)));
}

Session& Offscreen::session() {
  return parts_->session;
}

std::string Offscreen::shown_at() const {
  const views::Frame frame = parts_->interface->view();
  const views::View& view = views::shown_view(frame);
  const int focused = frame.session.focused_stage();
  const int nearest = view.nearest == nullptr || focused < 0 ? focused : view.nearest(frame, focused);
  return nearest < 0 ? frame.session.document().focus.stage : frame.trace().stage(nearest).address;
}

void Offscreen::lay_out() {
  parts_->now += 1.0 / 60;
  ImGui_ImplOpenGL3_NewFrame();
  parts_->interface->frame(parts_->now);
}

void Offscreen::render() {
  parts_->target.bind();
  const ImVec4 paper = ui::vec4(parts_->interface->style().colours.background);
  glClearColor(paper.x, paper.y, paper.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glFinish();
}

// Background results for one frame may show the next what else is needed.
void Offscreen::draw_settled() {
  for (int i = 0; i < kSettleFrames || (session().background().asked() && i < kMostFrames); ++i) {
    session().settle();
    lay_out();
    render();
  }
}

exporter::Picture Offscreen::picture() const {
  return {parts_->target.width(), parts_->target.height(), parts_->target.read_pixels()};
}

// Dear ImGui calls a child window "parent/name_number".
exporter::Picture Offscreen::picture_of(std::string_view panel) const {
  exporter::Picture all = picture();
  const std::string part = "/" + std::string(panel) + "_";
  const auto& windows = GImGui->Windows;
  const auto found = std::find_if(windows.begin(), windows.end(), [&](const ImGuiWindow* window) {
    return window->WasActive && std::string_view(window->Name).find(part) != std::string_view::npos;
  });
  if (found == windows.end()) return all;
  const ImRect whole(0, 0, static_cast<float>(all.width), static_cast<float>(all.height));
  ImRect cut = (*found)->Rect();
  cut.ClipWithFull(whole);
  const int left = static_cast<int>(cut.Min.x);
  const int top = static_cast<int>(cut.Min.y);
  exporter::Picture out{static_cast<int>(cut.Max.x) - left, static_cast<int>(cut.Max.y) - top, {}};
  out.rgba.reserve(static_cast<size_t>(out.width) * static_cast<size_t>(out.height) * 4);
  for (int y = top; y < top + out.height; ++y) {
    const auto start = all.rgba.begin() + (static_cast<std::ptrdiff_t>(y) * all.width + left) * 4;
    out.rgba.insert(out.rgba.end(), start, start + static_cast<std::ptrdiff_t>(out.width) * 4);
  }
  return out;
}

engine::Result<exporter::Picture> take_shot(const State& state, ShotSize size, const Desk& desk,
                                            Looks looks) {
  auto made = Offscreen::create(state, size);
  if (!made) return made.error();
  std::unique_ptr<Offscreen> offscreen = std::move(made).value();
  Requests requests;
  requests.arrange([&desk](Desk& now) { now = desk; });
  offscreen->session().apply(requests, 0);
  if (looks == Looks::kAtNearest) {
    offscreen->lay_out();
    State there = state;
    focus_on(there, offscreen->shown_at());
    if (there.document.focus.stage != offscreen->session().document().focus.stage) {
      offscreen.reset();  // one at a time
      return take_shot(there, size, desk);
    }
  }
  offscreen->draw_settled();
  return offscreen->picture();
}

}  // namespace app
