// relatives.h: the operations of attention's relatives: convolution and recurrence; which inputs reach an
// output of each, and how much an output changes with an input.
#pragma once

#include <vector>

#include "engine/ops/kernel_offsets.h"
#include "engine/ops/operations.h"

namespace engine {

// X (n, c), W (kernel * d, c): row `offset * d + o` weighs what that offset reads, for channel o -> (m, d),
// without a bias: m = offsets.outputs(n). LeCun et al. 1989; dilated: Yu & Koltun 2016.
OperationPtr convolution(const KernelOffsets& offsets);

// X (n, d) -> (m, d): of each channel the largest of the rows that are read, or their mean.
OperationPtr pool(const KernelOffsets& offsets, Pooling kind);

// X (n, d), W (d, d) -> S (n, d): s_t = W h_{t-1} + x_t where h = tanh(s), or s itself where `linear`; before
// the first token h is 0. Elman 1990.
OperationPtr recurrence(bool linear);

// S (n, d) -> tanh of each number.
OperationPtr hyperbolic_tangent();

// Reach of the rows below (n, inputs), or nothing: the rows below are the inputs -> (m, inputs): 1 where an
// input reaches an output through one of its offsets, else 0.
OperationPtr receptive_field(const KernelOffsets& offsets);
// (n, n): 1 where the input is not later than the state, which carries all that came before.
OperationPtr reach_of_state();
// Scores (n, T) -> 1 where the query sees the key, 0 where it is hidden.
OperationPtr reach_of_scores();

// How much row i of the last step changes with input j: the Frobenius norm of the Jacobian dy_i / dx_j,
// carried back step by step in double precision -> (m, n). Inputs: of each convolution its weight and its
// sums before ReLU, of each largest-of-rows what it reads; of means nothing.
OperationPtr influence_of_convolution(std::vector<ConvolutionStep> steps);
// The same for state h_i and input x_j. Inputs: S (n, d) of recurrence, W (d, d), U (d, c). Pascanu et al.
// 2013, eq. 5.
OperationPtr influence_of_recurrence(bool linear);
// The same for a head: A (n, n), Q, K, V, and their weights (d_k, c), (d_k, c), (d_v, c), where A is softmax
// of Q Kᵀ / divisor, with whatever is added to it.
OperationPtr influence_of_attention(double divisor);

// I (m, n) -> (n, 1): the mean of I over the pairs whose input stands `row` places before the output;
// places[i] is the token that output i stands on.
OperationPtr mean_by_offset(std::vector<Index> places);

// W (kernel * d, c) of a convolution -> (d, kernel): how long the vector is that a channel weighs an offset
// with.
OperationPtr kernel_lengths();
// Those -> (m, n): the kernel laid over every token, as an attention map is: the Frobenius norm of the matrix
// that the output weighs the input with. The same for every sentence.
OperationPtr kernel_map(const KernelOffsets& offsets);

}  // namespace engine
