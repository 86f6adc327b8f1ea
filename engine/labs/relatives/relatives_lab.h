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

// What is set about it; nothing of it belongs to the model.
struct RelativesLab {
  bool is_on = false;  // whether its stages are in the trace
  Index kernel = 3;    // rows that a convolution reads
  Index dilation = 1;  // between them
  bool grows = true;   // layer l has the dilation to the power l: 1, 2, 4, ...; else every layer has it
  Index depth = 3;     // layers of convolution
  Index stride = 1;    // between the outputs of a layer
  Pooling pooling = Pooling::kNone;  // behind every layer: two rows become one
  bool causal = true;                // convolutions look back only; else to both sides
  double gain = 0.9;                 // what a recurrent step multiplies the state's length by
  bool linear = false;               // the state passes no tanh
  Index head = 0;                    // of the model's first self-attention
  uint64_t seed = 0;                 // of the weights of convolution and recurrence

  bool operator==(const RelativesLab&) const = default;
};

// Limits: every influence is one exact Jacobian, and the largest gain to the power of the longest text is a
// number.
inline constexpr Index kMaxRelativesTokens = 128;
inline constexpr Index kMaxKernel = 9;
inline constexpr Index kMaxDilation = 16;
inline constexpr Index kMaxRelativesDepth = 6;
inline constexpr Index kMaxStride = 4;
inline constexpr double kMaxGain = 1.5;

// Numbers of a token behind a layer of convolution, in the state, and in a head of the lab's own.
inline constexpr Index kRelativesWidth = 16;

// Errors: error.size, error.gain (value, largest).
std::optional<Error> check(const RelativesLab& lab);

// The steps of the stack of convolutions, lowest first: a convolution a layer, and a pooling behind it.
std::vector<ConvolutionStep> convolution_steps(const RelativesLab& lab);
// The token that each output of the last step stands on, of so many tokens.
std::vector<Index> convolution_places(const RelativesLab& lab, Index tokens);

// Stages over the vectors that the model's first self-attention reads, X (n, c). Per layer L:
//   lab.relatives.convolution.L.kernel (kernel * d, c), .kernel.lengths (d, kernel), .kernel.map (m, n); .sum
//   and .output (m, d), .pooled where it is; .reach and .pooled.reach (m, n)
// and of the whole stack .convolution.influence (m, n) and .distance (n, 1). Then
//   lab.relatives.recurrent.w (d, d), .u (d, c), .input, .sum, .state (n, d), .reach, .influence, .distance
//   lab.relatives.attention.reach, .influence, .distance: of the head that is chosen, where its weights are
//   softmax of plain products; else of a head of the lab's own, with the stages that a head has.
// None where the model has no self-attention, or there are more than kMaxRelativesTokens.
void add_stages(TraceBuilder& builder, const RelativesLab& lab, const Config& config);

// Numbers of these stages, and multiply-adds that they take, of so many tokens of width `width`.
double count_numbers(const RelativesLab& lab, double tokens, Index width);
double count_operations(const RelativesLab& lab, double tokens, Index width);

// The lab beside a model, as it is usual where none was set; and to be changed. As labs_of() in labs.h, for
// those who need no other lab.
const RelativesLab& relatives_lab_of(const Config& config);
RelativesLab& relatives_lab_of(Config& config);

}  // namespace engine
