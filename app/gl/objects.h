// objects.h: owners of a texture and of a vertex array.
#pragma once

#include "app/gl/handle.h"

namespace gl {

inline void delete_texture(GLuint name) {
  glDeleteTextures(1, &name);
}
inline void delete_vertex_array(GLuint name) {
  glDeleteVertexArrays(1, &name);
}

// A two-dimensional texture with one level, read texel by texel: no filtering, no wrapping.
class Texture {
 public:
  Texture();

  void bind() const { glBindTexture(GL_TEXTURE_2D, handle_.name()); }
  GLuint name() const { return handle_.name(); }

 private:
  Handle<delete_texture> handle_;
};

// An empty vertex array: OpenGL core requires one even if the vertex shader generates the corners.
class VertexArray {
 public:
  VertexArray();

  void bind() const { glBindVertexArray(handle_.name()); }

 private:
  Handle<delete_vertex_array> handle_;
};

}  // namespace gl
