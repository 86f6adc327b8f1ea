// relatives_lab.h: the lab on attention's relatives: convolution, recurrence and attention over the same
// vectors, which inputs reach an output of each, and how much every input counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/core/result.h"
#include "engine/ops/kernel_offsets.h"

namespace engine {

struct Config;
class TraceBuilder;

// Its settings, which are independent of the model.
struct RelativesLab {
  bool is_on = false;  // whether its stages are in the trace
  Index kernel = 3;    // rows that a convolution reads
  Index dilation = 1;  // the spacing of these rows
  bool grows = true;   // layer l has the dilation to the power l: 1, 2, 4, ...; otherwise every layer has it
  Index depth = 3;     // layers of convolution
  Index stride = 1;    // between the outputs of a layer
  Pooling pooling = Pooling::kNone;  // after every layer: two rows become one
  bool causal = true;                // convolutions look only backwards; otherwise to both sides
  double gain = 0.9;                 // the factor of the state's length per recurrent step
  bool linear = false;               // the state skips tanh
  Index head = 0;                    // in the model's first self-attention
  uint64_t seed = 0;                 // for the weights of convolution and recurrence

  bool operator==(const RelativesLab&) const = default;
};

// Limits: every influence is an exact Jacobian, and the largest gain to the power of the longest text must be
// finite.
inline constexpr Index kMaxRelativesTokens = 128;
inline constexpr Index kMaxKernel = 9;
inline constexpr Index kMaxDilation = 16;
inline constexpr Index kMaxRelativesDepth = 6;
inline constexpr Index kMaxStride = 4;
inline constexpr double kMaxGain = 1.5;

// The width of a token after a layer of convolution, of the state, and of a head of the lab's own.
inline constexpr Index kRelativesWidth = 16;

// Errors: error.size, error.gain (value, largest).
std::optional<Error> check(const RelativesLab& lab);

// The steps of the stack of convolutions, lowest first: one convolution per layer, and a pooling after it.
std::vector<ConvolutionStep> convolution_steps(const RelativesLab& lab);
// The token at which each output of the last step is placed, for this many tokens.
std::vector<Index> convolution_places(const RelativesLab& lab, Index tokens);

// Stages over the vectors that the model's first self-attention reads, X (n, c). Per layer L:
//   lab.relatives.convolution.L.kernel (kernel * d, c), .kernel.lengths (d, kernel), .kernel.map (m, n); .sum
//   and .output (m, d), .pooled if there is pooling; .reach and .pooled.reach (m, n)
// and for the whole stack .convolution.influence (m, n) and .distance (n, 1). Then
//   lab.relatives.recurrent.w (d, d), .u (d, c), .input, .sum, .state (n, d), .reach, .influence, .distance
//   lab.relatives.attention.reach, .influence, .distance: of the chosen head, if its weights are a softmax of
//   plain products; otherwise of a head of the lab's own, with the stages that a head has.
// None if the model has no self-attention, or there are more than kMaxRelativesTokens.
void add_stages(TraceBuilder& builder, const RelativesLab& lab, const Config& config);

// The number of values in these stages, and of multiply-adds, for this many tokens of width `width`.
double count_numbers(const RelativesLab& lab, double tokens, Index width);
double count_operations(const RelativesLab& lab, double tokens, Index width);

// A model's relatives lab, the default if none was set; and the same to modify. As labs_of() in labs.h, for
// code that needs no other lab.
const RelativesLab& relatives_lab_of(const Config& config);
RelativesLab& relatives_lab_of(Config& config);

}  // namespace engine
