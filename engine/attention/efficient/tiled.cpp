// tiled.cpp: exact attention that reads the keys tile by tile and never holds the L x L map.
// Milakov & Gimelshein 2018 (1805.02867); Rabe & Staats 2021 (2112.05682); Dao et al. 2022 (2205.14135).
#include <algorithm>
#include <utility>

#include "engine/attention/efficient/head.h"
#include "engine/kernels/matrix_product.h"
#include "engine/ops/efficient.h"

namespace engine {
namespace {

// The same as the stages, for some rows and with one tile in memory.
std::vector<Index> attend_in_tiles(const FusedHead& head, Index first, Index rows, Index width) {
  const Index end = head.links.seen(first + rows, head.k.rows());
  Eigen::VectorXf peak = Eigen::VectorXf::Constant(rows, -kInfinity);
  Eigen::VectorXf sum = Eigen::VectorXf::Zero(rows);
  View out = head.out_rows(first, rows);
  out.setZero();
  Matrix part(rows, out.cols());
  for (Index key = 0; key < end; key += width) {
    Matrix tile = masked_scores(head, {first, key, rows, std::min(width, end - key)});
    for (Index row = 0; row < rows; ++row) {
      const float higher = std::max(peak(row), tile.row(row).maxCoeff());
      if (higher == -kInfinity) {
        tile.row(row).setZero();
        continue;
      }
      const float correction = std::exp(peak(row) - higher);
      // Eigen's vectorised exp() gives a tiny value for -inf: hidden keys are set to exactly 0.
      tile.row(row) =
          (tile.row(row).array() == -kInfinity).select(0.0F, (tile.row(row).array() - higher).exp()).matrix();
      sum(row) = sum(row) * correction + tile.row(row).sum();
      out.row(row) *= correction;
      peak(row) = higher;
    }
    const ConstView values(head.v.data() + key * head.v.outerStride(), tile.cols(), head.v.cols(),
                           Eigen::OuterStride<>(head.v.outerStride()));
    multiply(whole(std::as_const(tile)), values, whole(part));
    out += part;
  }
  std::vector<Index> blind;
  for (Index row = 0; row < rows; ++row) {
    if (sum(row) > 0) {
      out.row(row) /= sum(row);
    } else {
      blind.push_back(first + row);
    }
  }
  return blind;
}

}  // namespace

MethodStages add_tiled(MethodHead& head) {
  const Index width = tile_width(head.method, head.keys());
  const Index tiles = (head.keys() + width - 1) / width;
  const int peak =
      head.add_on_demand(head.of_queries("maximum", "m", tiles), running_maximum(width), {head.masked});
  const int parts =
      head.add_on_demand(head.map("exponentials", "P^{t}"), tile_exponentials(width), {head.masked, peak});
  const int sum = head.add_on_demand(head.of_queries("row_sum", "l", tiles), tile_sum(width), {parts, peak});
  const int mixture = head.add_on_demand(head.of_queries("mixture", "O^{t}", tiles * head.d_v()),
                                         tile_mixture(width), {parts, peak, head.v});
  return {.weights = tile_weights(width),
          .weights_from = {parts, peak, sum},
          .output = tile_output(),
          .output_from = {mixture, sum},
          .attend = [width](const FusedHead& fused, Index first, Index rows) {
            return attend_in_tiles(fused, first, rows, width);
          }};
}

}  // namespace engine
