// framebuffer.cpp: one colour buffer behind a framebuffer object.
#include "app/gl/framebuffer.h"

#include <algorithm>
#include <string>

namespace gl {

engine::Result<Framebuffer> Framebuffer::create(int width, int height) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
  const engine::Error error{"error.picture_size",
                            {{"width", std::to_string(width)},
                             {"height", std::to_string(height)},
                             {"largest", std::to_string(largest)}}};
  if (std::min(width, height) < 1 || std::max(width, height) > largest) return error;

  Framebuffer framebuffer(width, height);
  GLuint name = 0;
  glGenRenderbuffers(1, &name);
  framebuffer.colour_ = Handle<delete_renderbuffer>(name);
  glBindRenderbuffer(GL_RENDERBUFFER, name);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
  glBindRenderbuffer(GL_RENDERBUFFER, 0);
  glGenFramebuffers(1, &name);
  framebuffer.handle_ = Handle<delete_framebuffer>(name);

  GLint before = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &before);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, name);
  glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                            framebuffer.colour_.name());
  const GLenum status = glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(before));
  if (status != GL_FRAMEBUFFER_COMPLETE) return error;
  return framebuffer;
}

void Framebuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, handle_.name());
  glViewport(0, 0, width_, height_);
}

std::vector<std::uint8_t> Framebuffer::read_pixels() const {
  const size_t row = static_cast<size_t>(width_) * 4;
  std::vector<std::uint8_t> pixels(row * static_cast<size_t>(height_));
  GLint before = 0;
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &before);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, handle_.name());
  glReadBuffer(GL_COLOR_ATTACHMENT0);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(before));
  // OpenGL's first row is the bottom one.
  for (int top = 0, bottom = height_ - 1; top < bottom; ++top, --bottom) {
    std::swap_ranges(pixels.begin() + static_cast<std::ptrdiff_t>(row) * top,
                     pixels.begin() + static_cast<std::ptrdiff_t>(row) * (top + 1),
                     pixels.begin() + static_cast<std::ptrdiff_t>(row) * bottom);
  }
  return pixels;
}

}  // namespace gl
