// shot.cpp: the interface in an off-screen framebuffer.
#include "app/shell/shot.h"

#include <epoxy/gl.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

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
constexpr int kFrames = 4;

}  // namespace

engine::Result<exporter::Picture> take_shot(const State& state, ShotSize size) {
  auto context = gl::HeadlessContext::create();
  if (!context) return context.error();
  auto target = gl::Framebuffer::create(size.width, size.height);
  if (!target) return target.error();
  const OffscreenImGui imgui(size);
  Session session(state);
  session.settle();
  auto made = Interface::create(session, 1);
  if (!made) return made.error();
  Interface interface = std::move(made).value();
  for (int i = 0; i < kFrames; ++i) {
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    ImGui_ImplOpenGL3_NewFrame();
    interface.frame(i / 60.0);
    target->bind();
    const ImVec4 paper = ui::vec4(interface.style().colours.background);
    glClearColor(paper.x, paper.y, paper.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  }
  return exporter::Picture{size.width, size.height, target->read_pixels()};
}

}  // namespace app
