// relatives.h: the operations of attention's relatives, convolution and recurrence: which inputs reach an
// output of each, and how much an output changes with an input.
#pragma once

#include <vector>

#include "engine/ops/kernel_offsets.h"
#include "engine/ops/operations.h"

namespace engine {

// X (n, c), W (kernel * d, c): row `offset * d + o` holds the weights of that offset for channel o -> (m, d),
// without a bias: m = offsets.outputs(n). LeCun et al. 1989; dilated: Yu & Koltun 2016.
OperationPtr convolution(const KernelOffsets& offsets);

// X (n, d) -> (m, d): per channel, the maximum or the mean of the rows that are read.
OperationPtr pool(const KernelOffsets& offsets, Pooling kind);

// X (n, d), W (d, d) -> S (n, d): s_t = W h_{t-1} + x_t where h = tanh(s), or s itself if `linear`; before
// the first token h is 0. Elman 1990.
OperationPtr recurrence(bool linear);

// S (n, d) -> tanh of each number.
OperationPtr hyperbolic_tangent();

// Reach of the rows below (n, inputs), or nothing if the rows below are the inputs -> (m, inputs): 1 if an
// input reaches an output through one of its offsets, otherwise 0.
OperationPtr receptive_field(const KernelOffsets& offsets);
// (n, n): 1 if the input is not later than the state, which carries everything before it.
OperationPtr reach_of_state();
// Scores (n, T) -> 1 if the query sees the key, 0 if it is hidden.
OperationPtr reach_of_scores();

// How much row i of the last step changes with input j: the Frobenius norm of the Jacobian dy_i / dx_j,
// propagated back step by step in double precision -> (m, n). Inputs: each convolution's weight and its sums
// before ReLU, what each maximum pooling reads; nothing for mean pooling.
OperationPtr influence_of_convolution(std::vector<ConvolutionStep> steps);
// The same for state h_i and input x_j. Inputs: S (n, d) of the recurrence, W (d, d), U (d, c). Pascanu et
// al. 2013, eq. 5.
OperationPtr influence_of_recurrence(bool linear);
// The same for a head: A (n, n), Q, K, V, and their weights (d_k, c), (d_k, c), (d_v, c), where A is the
// softmax of Q Kᵀ / divisor plus whatever is added to it.
OperationPtr influence_of_attention(double divisor);

// I (m, n) -> (n, 1): the mean of I over the pairs whose input is `row` positions before the output;
// places[i] is the token at which output i is placed.
OperationPtr mean_by_offset(std::vector<Index> places);

// W (kernel * d, c) of a convolution -> (d, kernel): the length of a channel's weight vector for an offset.
OperationPtr kernel_lengths();
// Those -> (m, n): the kernel laid over every token, like an attention map: the Frobenius norm of the
// output's weight matrix for the input. The same for every sentence.
OperationPtr kernel_map(const KernelOffsets& offsets);

}  // namespace engine
