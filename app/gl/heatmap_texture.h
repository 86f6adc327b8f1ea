// heatmap_texture.h: a matrix on the GPU, with the pyramid to draw when its cells are small.
#pragma once

#include <cstddef>
#include <vector>

#include "app/gl/objects.h"
#include "app/gl/pyramid.h"
#include "engine/core/result.h"

namespace gl {

// Whether the texture has no values yet, or others of the same shape.
enum class Upload { kFirst, kAgain };
// Uploads values to the GPU, one texel per value.
void upload(const Texture& texture, const MatrixRef& values, Upload kind);

class HeatmapTexture {
 public:
  // values (rows, columns), -inf for hidden cells; either side may be 0.
  // Errors: error.matrix_too_large {rows, columns, largest} above the driver's largest texture.
  static engine::Result<HeatmapTexture> create(const MatrixRef& values, Reduction reduction);

  // Replaces the values. Returns false, and changes nothing, if the shape differs: create a new texture then.
  [[nodiscard]] bool update(const MatrixRef& values);

  engine::Index rows() const { return rows_; }
  engine::Index columns() const { return columns_; }
  Reduction reduction() const { return reduction_; }
  // Level 0 has one texel per cell; each further level one texel per 2 x 2 of the level before. Empty if the
  // matrix is empty.
  const std::vector<Texture>& levels() const { return levels_; }
  // The size of all levels.
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
