// offscreen.cpp: the interface in an off-screen framebuffer.
#include "app/shell/offscreen.h"

#include <epoxy/gl.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <optional>

#include "app/gl/framebuffer.h"
#include "app/gl/headless.h"
#include "app/shell/interface.h"

namespace app {
namespace {

// A Dear ImGui context with the OpenGL renderer, for as long as this lives.
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

// Sizes and scroll bars settle over a few frames.
constexpr int kSettleFrames = 4;

}  // namespace

// In the order of construction: what is drawn with must outlive what was made in it.
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
  return std::unique_ptr<Offscreen>(new Offscreen(std::move(parts)));
}

Session& Offscreen::session() {
  return parts_->session;
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

exporter::Picture Offscreen::picture() const {
  return {parts_->target.width(), parts_->target.height(), parts_->target.read_pixels()};
}

engine::Result<exporter::Picture> take_shot(const State& state, ShotSize size, bool presented) {
  auto made = Offscreen::create(state, size);
  if (!made) return made.error();
  const std::unique_ptr<Offscreen> offscreen = std::move(made).value();
  if (presented) {
    Requests requests;
    requests.arrange([](Desk& desk) { desk.presenting.is_on = true; });
    offscreen->session().apply(requests, 0);
  }
  for (int i = 0; i < kSettleFrames; ++i) {
    offscreen->lay_out();
    offscreen->render();
  }
  return offscreen->picture();
}

}  // namespace app
