// saved_state.cpp: reads OpenGL's state and writes it back.
#include "app/gl/saved_state.h"

namespace gl {
namespace {

void set_enabled(GLenum capability, GLboolean on) {
  if (on == GL_TRUE) {
    glEnable(capability);
  } else {
    glDisable(capability);
  }
}

}  // namespace

SavedState::SavedState() {
  glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
  glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
  glGetIntegerv(GL_ACTIVE_TEXTURE, &active_texture_);
  for (GLuint unit = 0; unit < kUnits; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &textures_[unit]);
    glGetIntegerv(GL_SAMPLER_BINDING, &samplers_[unit]);
    glBindSampler(unit, 0);
  }
  glGetIntegerv(GL_VIEWPORT, viewport_.data());
  glGetIntegerv(GL_SCISSOR_BOX, scissor_.data());
  glGetIntegerv(GL_BLEND_SRC_RGB, &blend_[0]);
  glGetIntegerv(GL_BLEND_DST_RGB, &blend_[1]);
  glGetIntegerv(GL_BLEND_SRC_ALPHA, &blend_[2]);
  glGetIntegerv(GL_BLEND_DST_ALPHA, &blend_[3]);
  scissor_on_ = glIsEnabled(GL_SCISSOR_TEST);
  blend_on_ = glIsEnabled(GL_BLEND);
}

SavedState::~SavedState() {
  for (GLuint unit = 0; unit < kUnits; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(textures_[unit]));
    glBindSampler(unit, static_cast<GLuint>(samplers_[unit]));
  }
  glActiveTexture(static_cast<GLenum>(active_texture_));
  glBindVertexArray(static_cast<GLuint>(vertex_array_));
  glUseProgram(static_cast<GLuint>(program_));
  glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  glScissor(scissor_[0], scissor_[1], scissor_[2], scissor_[3]);
  glBlendFuncSeparate(static_cast<GLenum>(blend_[0]), static_cast<GLenum>(blend_[1]),
                      static_cast<GLenum>(blend_[2]), static_cast<GLenum>(blend_[3]));
  set_enabled(GL_SCISSOR_TEST, scissor_on_);
  set_enabled(GL_BLEND, blend_on_);
}

}  // namespace gl
