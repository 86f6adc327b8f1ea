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
  // Two files of shaders/, by name: load("heatmap.vert", "heatmap.frag"). A definition, where there is one,
  // is a name that the fragment shader asks for with #ifdef. Errors: error.shader {log}, the driver's own
  // words.
  static engine::Result<Program> load(std::string_view vertex_file, std::string_view fragment_file,
                                      std::string_view definition = {});
  // The same from source text.
  static engine::Result<Program> compile(std::string_view vertex_source, std::string_view fragment_source);

  void use() const { glUseProgram(handle_.name()); }
  // Where a uniform is set; -1 where the program has none of that name (OpenGL then ignores what is set).
  GLint uniform(const char* name) const { return glGetUniformLocation(handle_.name(), name); }

 private:
  explicit Program(Handle<delete_program> handle) : handle_(std::move(handle)) {}

  Handle<delete_program> handle_;
};

}  // namespace gl
