// program.h: a vertex and a fragment shader, compiled and linked.
#pragma once

#include <string_view>

#include "app/gl/handle.h"
#include "engine/core/result.h"

namespace gl {

inline void delete_program(GLuint name) {
  glDeleteProgram(name);
}

class Program {
 public:
  // Two files of shaders/, by name: load("heatmap.vert", "heatmap.frag"). A definition, if given, is a name
  // that the fragment shader tests with #ifdef. Errors: error.shader {log}, the driver's message.
  static engine::Result<Program> load(std::string_view vertex_file, std::string_view fragment_file,
                                      std::string_view definition = {});
  // The same, from source text.
  static engine::Result<Program> compile(std::string_view vertex_source, std::string_view fragment_source);

  void use() const { glUseProgram(handle_.name()); }
  // The location of a uniform; -1 if the program has none with that name (OpenGL then ignores assignments).
  GLint uniform(const char* name) const { return glGetUniformLocation(handle_.name(), name); }

 private:
  explicit Program(Handle<delete_program> handle) : handle_(std::move(handle)) {}

  Handle<delete_program> handle_;
};

}  // namespace gl
