// heatmap_texture.cpp: uploads a matrix and its pyramid to the GPU, one texture per level.
#include "app/gl/heatmap_texture.h"

#include <algorithm>
#include <string>

namespace gl {

// OpenGL rounds mip level sizes down, which would drop an odd last row: each level is a separate texture
// instead.
void upload(const Texture& texture, const MatrixRef& values, Upload kind) {
  const auto width = static_cast<GLsizei>(values.cols());
  const auto height = static_cast<GLsizei>(values.rows());
  GLint bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  texture.bind();
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(values.outerStride()));
  if (kind == Upload::kFirst) {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, width, height, 0, GL_RED, GL_FLOAT, values.data());
  } else {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RED, GL_FLOAT, values.data());
  }
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
}

namespace {

void upload_levels(const std::vector<Texture>& levels, const MatrixRef& values, Reduction reduction,
                   Upload kind) {
  upload(levels.front(), values, kind);
  const std::vector<engine::Matrix> coarser = build_pyramid(values, reduction);
  for (size_t level = 1; level < levels.size(); ++level) upload(levels[level], coarser[level - 1], kind);
}

// The levels of build_pyramid() plus the matrix itself.
size_t level_count(engine::Index rows, engine::Index columns) {
  if (rows == 0 || columns == 0) return 0;
  size_t count = 1;
  for (engine::Index side = std::max(rows, columns); side > 1; side = (side + 1) / 2) ++count;
  return count;
}

}  // namespace

engine::Result<HeatmapTexture> HeatmapTexture::create(const MatrixRef& values, Reduction reduction) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  if (std::max(values.rows(), values.cols()) > largest) {
    return engine::Error{"error.matrix_too_large",
                         {{"rows", std::to_string(values.rows())},
                          {"columns", std::to_string(values.cols())},
                          {"largest", std::to_string(largest)}}};
  }
  HeatmapTexture texture(values.rows(), values.cols(), reduction);
  texture.levels_.resize(level_count(values.rows(), values.cols()));
  if (!texture.levels_.empty()) upload_levels(texture.levels_, values, reduction, Upload::kFirst);
  return texture;
}

bool HeatmapTexture::update(const MatrixRef& values) {
  if (values.rows() != rows_ || values.cols() != columns_) return false;
  if (!levels_.empty()) upload_levels(levels_, values, reduction_, Upload::kAgain);
  return true;
}

std::size_t HeatmapTexture::bytes() const {
  std::size_t cells = 0;
  engine::Index rows = rows_;
  engine::Index columns = columns_;
  for (size_t level = 0; level < levels_.size(); ++level) {
    cells += static_cast<std::size_t>(rows * columns);
    rows = (rows + 1) / 2;
    columns = (columns + 1) / 2;
  }
  return cells * sizeof(float);
}

}  // namespace gl
