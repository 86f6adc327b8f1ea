// headless.h: an OpenGL context with no window and no display, for pictures, tests and the command line.
#pragma once

#include <memory>

#include "engine/core/result.h"

namespace gl {

// Owns an OpenGL 3.3 core context on EGL's surfaceless platform. It has no framebuffer of its own: draw into
// a gl::Framebuffer. GL objects that were made in it must be destroyed before it.
class HeadlessContext {
 public:
  // Made current on the calling thread. Errors: error.no_opengl {detail}.
  static engine::Result<HeadlessContext> create();

  HeadlessContext(HeadlessContext&&) noexcept;
  HeadlessContext& operator=(HeadlessContext&&) noexcept;
  ~HeadlessContext();

  // Makes it the calling thread's context again, after another one took its place; false where EGL refuses.
  bool make_current() const;

 private:
  struct State;
  explicit HeadlessContext(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace gl
