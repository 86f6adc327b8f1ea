// program.cpp: compiles and links, and returns the driver's log on failure.
#include "app/gl/program.h"

#include <algorithm>
#include <string>
#include <utility>

#include "embedded/shaders.h"

namespace gl {
namespace {

// The length that an error message has room for.
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

engine::Error missing(std::string_view name) {
  return shader_error(std::string(name) + " is not in this program");
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

// GLSL has no #include: replaces such a line with the file of shaders/ that it names.
engine::Result<std::string> with_includes(std::string source) {
  constexpr std::string_view kInclude = "#include \"";
  for (size_t at = source.find(kInclude); at != std::string::npos; at = source.find(kInclude, at)) {
    const size_t first = at + kInclude.size();
    const size_t end = std::min(source.find('"', first), source.size());
    const std::string name = source.substr(first, end - first);
    if (shaders::file(name).empty()) return missing(name);
    source.replace(at, end + 1 - at, shaders::file(name));
  }
  return source;
}

}  // namespace

engine::Result<Program> Program::load(std::string_view vertex_file, std::string_view fragment_file,
                                      std::string_view definition) {
  for (const std::string_view name : {vertex_file, fragment_file}) {
    if (shaders::file(name).empty()) return missing(name);
  }
  auto whole = with_includes(std::string(shaders::file(fragment_file)));
  if (!whole) return whole.error();
  std::string fragment = std::move(whole).value();
  // GLSL requires #version on the first line.
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
