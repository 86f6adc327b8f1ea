// saved_state.h: saves the OpenGL state that a draw changes, and restores it at the end.
#pragma once

#include <epoxy/gl.h>

#include <array>

namespace gl {

// Saves the program, vertex array, viewport, scissor, blending and the textures and samplers of units 0 and 1
// on construction, and restores them on destruction.
class SavedState {
 public:
  SavedState();
  ~SavedState();
  SavedState(const SavedState&) = delete;
  SavedState& operator=(const SavedState&) = delete;

 private:
  static constexpr GLuint kUnits = 2;

  GLint program_ = 0;
  GLint vertex_array_ = 0;
  GLint active_texture_ = 0;
  std::array<GLint, kUnits> textures_{};
  std::array<GLint, kUnits> samplers_{};
  std::array<GLint, 4> viewport_{};
  std::array<GLint, 4> scissor_{};
  std::array<GLint, 4> blend_{};  // source and destination of colour, then of alpha
  GLboolean scissor_on_ = GL_FALSE;
  GLboolean blend_on_ = GL_FALSE;
};

}  // namespace gl
