// pictures.h: operations on pictures and what is learned from them. A picture is a stage of shape (pixels,
// channels), its top row first. Several may stand one below the other, as those of a batch do.
#pragma once

#include <vector>

#include "engine/core/operation.h"

namespace engine {

// The sides of a picture, in pixels.
struct Grid {
  Index height = 0;
  Index width = 0;

  Index pixels() const { return height * width; }
  bool operator==(const Grid&) const = default;
};

// A square of `side` pixels that moves over a picture in steps of `stride`; `padding` zeros surround it.
struct PictureKernel {
  static constexpr Index kOutside = -1;

  Grid grid;  // of the picture that is read
  Index side = 3;
  Index stride = 1;
  Index padding = 1;

  Index taps() const { return side * side; }
  // Of the result.
  Grid result() const {
    return {(grid.height + 2 * padding - side) / stride + 1, (grid.width + 2 * padding - side) / stride + 1};
  }
  // The pixel that tap `tap` of the result's pixel `output` reads; kOutside where that is padding.
  Index read(Index output, Index tap) const {
    const Index across = result().width;
    const Index row = output / across * stride + tap / side - padding;
    const Index column = output % across * stride + tap % side - padding;
    const bool is_inside = row >= 0 && row < grid.height && column >= 0 && column < grid.width;
    return is_inside ? row * grid.width + column : kOutside;
  }

  bool operator==(const PictureKernel&) const = default;
};

// X (h·w, i), W (o, i·side²), in PyTorch's order of channel, row and column [, bias (1, o)] -> (h'·w', o):
// the sum over the pixels of a square, times their weights. LeCun et al. 1989.
OperationPtr convolution_2d(const PictureKernel& kernel);

// X (h·w, c) -> (h/side · w/side, c): the largest number of each square, without overlap.
OperationPtr max_pool_2d(const Grid& grid, Index side);

// X (h·w, c) -> (2h · 2w, c): between pixels in proportion, corner on corner, as PyTorch's
// align_corners=True.
OperationPtr upsample_bilinear(const Grid& grid);
// X (h·w, c) -> (2h · 2w, c): each pixel four times.
OperationPtr upsample_nearest(const Grid& grid);

// X (n, c), weight, bias, mean, variance (1, c) -> (x − mean) / sqrt(variance + epsilon) * weight + bias.
// Ioffe & Szegedy 2015, algorithm 2.
OperationPtr batch_norm(double epsilon);
// X (n, c), weight, bias (1, c): the same with the mean and the biased variance of X's own columns, over all
// pictures of a batch. Algorithm 1.
OperationPtr batch_norm_of_batch(double epsilon);

// Logits (n, V), labels (n, 1) -> (n, 1): −ln of the softmax at the label; 0 where that is −1.
OperationPtr cross_entropy_at();

// A, B (n, c) -> (n, 1): the sum of |a − b| of each row.
OperationPtr l1_rows();
// A, B (n, c) -> (n, 1): the sum of d²/2 where d = |a − b| is below 1, d − 1/2 elsewhere. Girshick 2015,
// eq. 3.
OperationPtr smooth_l1_rows();
// Boxes A, B (n, 4) as cx, cy, w, h -> (n, 1): the generalised overlap of each pair, −1 to 1. Rezatofighi et
// al. 2019 (1902.09630), algorithm 1.
OperationPtr giou_rows();
// P (n, c) shares, Y (n, c) zeros and ones -> (1, 1): 1 − the mean over columns of (2 Σ p y + 1) / (Σ p² + Σ
// y + 1). Milletari et al. 2016 (1606.04797), eq. 3, as TransUNet's code has it.
OperationPtr dice_loss();

// X, W (n, 1) -> (1, 1): Σ w x / Σ w; 0 where Σ w is 0.
OperationPtr weighted_mean();
// X_1, X_2, ... (m, n), as many as factors -> Σ f X.
OperationPtr weighted_total(std::vector<double> factors);

// How a query and an object go together: the parts of the cost.
struct MatchingFactors {
  double kind = 1;
  double box = 5;
  double overlap = 2;

  bool operator==(const MatchingFactors&) const = default;
};
// Probabilities P (N, K), boxes B (N, 4), labels (M, 1), boxes (M, 4) -> (N, M): what it costs to give an
// object to a query: −p(label) + L1 of the boxes − their generalised overlap, each times its factor. Carion
// et al. 2020 (2005.12872), sec. 3.1.
OperationPtr matching_cost(const MatchingFactors& factors);

}  // namespace engine
