// kernel_offsets.h: which rows of the layer below a convolution's output reads.
#pragma once

#include "engine/core/matrix.h"

namespace engine {

// An output reads `kernel` rows, `dilation` apart. Outputs are `stride` rows apart, the last on the last row.
struct KernelOffsets {
  Index kernel = 3;
  Index dilation = 1;
  Index stride = 1;
  bool causal = true;  // the last row that is read is the output's own; otherwise the rows are centred on it

  static constexpr Index kOutside = -1;

  // The number of outputs over this many rows.
  Index outputs(Index below) const { return (below + stride - 1) / stride; }
  // The row below at which an output is placed.
  Index place(Index output, Index below) const { return below - 1 - (outputs(below) - 1 - output) * stride; }
  // The row that offset `offset` of an output reads; kOutside if there is none: it counts as zeros.
  Index row(Index output, Index offset, Index below) const {
    const Index centre = causal ? kernel - 1 : (kernel - 1) / 2;
    const Index row = place(output, below) + (offset - centre) * dilation;
    return row >= 0 && row < below ? row : kOutside;
  }

  bool operator==(const KernelOffsets&) const = default;
};

// How several rows are combined into one.
enum class Pooling { kNone, kMax, kMean };

// One step of a stack of convolutions.
struct ConvolutionStep {
  KernelOffsets offsets;
  Pooling pooling = Pooling::kNone;  // kNone: a convolution followed by ReLU

  bool operator==(const ConvolutionStep&) const = default;
};

}  // namespace engine
