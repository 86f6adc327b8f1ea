// program.cpp: compiles and links, and brings back the driver's log where it refuses.
#include "app/gl/program.h"

#include <algorithm>
#include <string>
#include <utility>

#include "embedded/shaders.h"

namespace gl {
namespace {

// What an error sentence has room for.
constexpr size_t kLongestLog = 400;

void delete_shader(GLuint name) {
  glDeleteShader(name);
}
using Shader = Handle<delete_shader>;

engine::Error shader_error(std::string log) {
  log.resize(std::min(log.find_last_not_of(" \n\t") + 1, kLongestLog));
  return {"error.shader", {{"log", std::move(log)}}};
}

std::string shader_log(GLuint shader) {
  GLint length = 0;
  glGetShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<size_t>(length), '\0');
  glGetShaderInfoLog(shader, length, &length, log.data());
  log.resize(static_cast<size_t>(length));
  return log;
}

std::string program_log(GLuint program) {
  GLint length = 0;
  glGetProgramiv(program, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<size_t>(length), '\0');
  glGetProgramInfoLog(program, length, &length, log.data());
  log.resize(static_cast<size_t>(length));
  return log;
}

engine::Result<Shader> compile_shader(GLenum kind, std::string_view source) {
  Shader shader(glCreateShader(kind));
  const GLchar* text = source.data();
  const auto length = static_cast<GLint>(source.size());
  glShaderSource(shader.name(), 1, &text, &length);
  glCompileShader(shader.name());
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_FALSE) return shader_error(shader_log(shader.name()));
  return shader;
}

}  // namespace

engine::Result<Program> Program::load(std::string_view vertex_file, std::string_view fragment_file,
                                      std::string_view definition) {
  for (const std::string_view name : {vertex_file, fragment_file}) {
    if (shaders::file(name).empty()) return shader_error(std::string(name) + " is not in this program");
  }
  std::string fragment(shaders::file(fragment_file));
  // GLSL wants #version to stay the first line.
  if (!definition.empty()) {
    fragment.insert(fragment.find('\n') + 1, "#define " + std::string(definition) + "\n");
  }
  return compile(shaders::file(vertex_file), fragment);
}

engine::Result<Program> Program::compile(std::string_view vertex_source, std::string_view fragment_source) {
  const auto vertex = compile_shader(GL_VERTEX_SHADER, vertex_source);
  if (!vertex) return vertex.error();
  const auto fragment = compile_shader(GL_FRAGMENT_SHADER, fragment_source);
  if (!fragment) return fragment.error();
  Handle<delete_program> program(glCreateProgram());
  glAttachShader(program.name(), vertex->name());
  glAttachShader(program.name(), fragment->name());
  glLinkProgram(program.name());
  GLint linked = GL_FALSE;
  glGetProgramiv(program.name(), GL_LINK_STATUS, &linked);
  if (linked == GL_FALSE) return shader_error(program_log(program.name()));
  return Program(std::move(program));
}

}  // namespace gl
