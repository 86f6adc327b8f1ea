// framebuffer.h: an off-screen picture on the GPU, to draw into and read back.
#pragma once

#include <cstdint>
#include <vector>

#include "app/gl/handle.h"
#include "engine/core/result.h"

namespace gl {

inline void delete_framebuffer(GLuint name) {
  glDeleteFramebuffers(1, &name);
}
inline void delete_renderbuffer(GLuint name) {
  glDeleteRenderbuffers(1, &name);
}

// RGBA, 8 bits per channel, no depth.
class Framebuffer {
 public:
  // Sizes in pixels, from 1. Errors: error.picture_size {width, height, largest}.
  static engine::Result<Framebuffer> create(int width, int height);

  int width() const { return width_; }
  int height() const { return height_; }

  // Makes it the target of draws; the viewport becomes the whole picture.
  void bind() const;
  // width * height * 4 bytes: red, green, blue, alpha; top row first.
  std::vector<std::uint8_t> read_pixels() const;

 private:
  Framebuffer(int width, int height) : width_(width), height_(height) {}

  int width_;
  int height_;
  Handle<delete_framebuffer> handle_;
  Handle<delete_renderbuffer> colour_;
};

}  // namespace gl
