// objects.cpp: creates a texture and a vertex array.
#include "app/gl/objects.h"

namespace gl {
namespace {

template <class Generate>
GLuint generated(Generate generate) {
  GLuint name = 0;
  generate(1, &name);
  return name;
}

}  // namespace

Texture::Texture() : handle_(generated(glGenTextures)) {
  GLint bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  bind();
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
}

VertexArray::VertexArray() : handle_(generated(glGenVertexArrays)) {}

}  // namespace gl
