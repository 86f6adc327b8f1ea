// headless.h: an OpenGL context without a window or display, for pictures, tests and the command line.
#pragma once

#include <memory>

#include "engine/core/result.h"

namespace gl {

// Owns an OpenGL 3.3 core context on EGL's surfaceless platform. It has no framebuffer of its own: draw into
// a gl::Framebuffer. GL objects created in it must be destroyed before it.
class HeadlessContext {
 public:
  // Made current on the calling thread. Errors: error.no_opengl {detail}.
  static engine::Result<HeadlessContext> create();

  HeadlessContext(HeadlessContext&&) noexcept;
  HeadlessContext& operator=(HeadlessContext&&) noexcept;
  ~HeadlessContext();

  // Makes it the calling thread's context again, after another one replaced it; false if EGL refuses.
  bool make_current() const;

 private:
  struct State;
  explicit HeadlessContext(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace gl
