// heatmap_texture.h: a matrix in the GPU's memory, with the pyramid that is drawn when its cells are small.
#pragma once

#include <cstddef>
#include <vector>

#include "app/gl/objects.h"
#include "app/gl/pyramid.h"
#include "engine/core/result.h"

namespace gl {

// Whether the texture has no numbers yet, or others of the same shape.
enum class Upload { kFirst, kAgain };
// Sends numbers to the GPU, a texel a number.
void upload(const Texture& texture, const MatrixRef& values, Upload kind);

class HeatmapTexture {
 public:
  // values (rows, columns), -inf where a cell is hidden; either side may be 0.
  // Errors: error.matrix_too_large {rows, columns, largest} above the driver's largest texture.
  static engine::Result<HeatmapTexture> create(const MatrixRef& values, Reduction reduction);

  // Puts new numbers in place of the old ones. False, and nothing changed, where the shape differs: create a
  // new texture then.
  [[nodiscard]] bool update(const MatrixRef& values);

  engine::Index rows() const { return rows_; }
  engine::Index columns() const { return columns_; }
  Reduction reduction() const { return reduction_; }
  // Level 0 holds a texel a cell; each further level a texel for 2 x 2 of the level before. None where the
  // matrix is empty.
  const std::vector<Texture>& levels() const { return levels_; }
  // What all levels hold.
  std::size_t bytes() const;

 private:
  HeatmapTexture(engine::Index rows, engine::Index columns, Reduction reduction)
      : rows_(rows), columns_(columns), reduction_(reduction) {}

  engine::Index rows_;
  engine::Index columns_;
  Reduction reduction_;
  std::vector<Texture> levels_;
};

}  // namespace gl
