// headless.cpp: requests a surfaceless context from EGL; Mesa's software renderer provides it if there is no
// GPU.
#include "app/gl/headless.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "app/gl/hushed_driver.h"

namespace gl {

struct HeadlessContext::State {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  // The display stays initialised: EGL shares it between all contexts of the process.
  ~State() {
    if (context == EGL_NO_CONTEXT) return;
    if (eglGetCurrentContext() == context) {
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
    eglDestroyContext(display, context);
  }
};

namespace {

engine::Error no_opengl(std::string_view call) {
  return {"error.no_opengl", {{"detail", fmt::format("{}, EGL {:#06x}", call, eglGetError())}}};
}

EGLDisplay surfaceless_display() {
  const char* extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (extensions == nullptr ||
      std::string_view(extensions).find("EGL_MESA_platform_surfaceless") == std::string_view::npos) {
    return EGL_NO_DISPLAY;
  }
  const auto get_platform_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (get_platform_display == nullptr) return EGL_NO_DISPLAY;
  return get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
}

}  // namespace

engine::Result<HeadlessContext> HeadlessContext::create() {
  const HushedDriver hushed;
  auto state = std::make_unique<State>();
  state->display = surfaceless_display();
  if (state->display == EGL_NO_DISPLAY) return no_opengl("EGL_MESA_platform_surfaceless");
  if (eglInitialize(state->display, nullptr, nullptr) == EGL_FALSE) return no_opengl("eglInitialize");
  if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) return no_opengl("eglBindAPI");

  const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint found = 0;
  if (eglChooseConfig(state->display, wanted, &config, 1, &found) == EGL_FALSE || found == 0) {
    return no_opengl("eglChooseConfig");
  }
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                            3,
                            EGL_CONTEXT_MINOR_VERSION,
                            3,
                            EGL_CONTEXT_OPENGL_PROFILE_MASK,
                            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                            EGL_NONE};
  state->context = eglCreateContext(state->display, config, EGL_NO_CONTEXT, version);
  if (state->context == EGL_NO_CONTEXT) return no_opengl("eglCreateContext 3.3 core");

  HeadlessContext context(std::move(state));
  if (!context.make_current()) return no_opengl("eglMakeCurrent");
  return context;
}

HeadlessContext::HeadlessContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
HeadlessContext::HeadlessContext(HeadlessContext&&) noexcept = default;
HeadlessContext& HeadlessContext::operator=(HeadlessContext&&) noexcept = default;
HeadlessContext::~HeadlessContext() = default;

bool HeadlessContext::make_current() const {
  return eglMakeCurrent(state_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, state_->context) == EGL_TRUE;
}

}  // namespace gl
