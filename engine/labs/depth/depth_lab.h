// depth_lab.h: the depth lab: what is left of the differences between the rows, layer by layer, of attention
// alone and with the parts of a layer that keep them apart. Dong et al. 2021 (2103.03404).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/core/matrix.h"
#include "engine/core/result.h"

namespace engine {

struct Config;
class TraceBuilder;

// Its settings, which are independent of the model.
struct DepthLab {
  bool is_on = false;  // whether its stages are in the trace
  Index layers = 6;
  Index heads = 4;
  Index window = 0;       // a token sees those less than this far away; 0: all
  double value_gain = 1;  // the factor of the value weights
  double score_gain = 1;  // the factor of the query weights, and so of the scores
  uint64_t seed = 0;      // for the weights

  bool operator==(const DepthLab&) const = default;
};

inline constexpr Index kMaxDepthLayers = 24;
inline constexpr Index kMaxDepthHeads = 8;
inline constexpr Index kMaxDepthTokens = 128;
inline constexpr double kMaxDepthGain = 10;
inline constexpr Index kDepthWidth = 32;
// Paths are summed up to these numbers of layers and heads.
inline constexpr Index kMaxPathLayers = 6;
inline constexpr Index kMaxPathHeads = 4;
// In 32 bits what sets rows apart is lost in rounding below this part of their size.
inline constexpr double kDepthFloor = 1e-7;

// One encoder, and what of it is on.
struct DepthMode {
  std::string_view name;
  bool skip = false;          // past attention, and past the feed-forward
  bool feed_forward = false;  // behind attention
  bool norm = false;          // behind both
};
inline constexpr std::array<DepthMode, 5> kDepthModes = {{{"pure"},
                                                          {"skip", true, false, false},
                                                          {"mlp", false, true, false},
                                                          {"both", true, true, false},
                                                          {"model", true, true, true}}};

// Errors: error.size, error.depth_range (name, value, largest).
std::optional<Error> check(const DepthLab& lab);

// lab.depth.embedding, .position and .input (n, 32), X_0: the first text's tokens. Then for each mode, with
// the same weights, lab.depth.MODE.encoder.L. ... as in any encoder, and
//   lab.depth.MODE.L.output (n, 32)    after L layers; 0: X_0
//   lab.depth.MODE.L.residual (n, 32)  without the mean row
//   lab.depth.MODE.L.size (1, 1)       the residual's norm over the output's
//   lab.depth.MODE.L.unit (n, 32)      each row of the output divided by its length
//   lab.depth.MODE.L.cosines (n, n)    of every row with every other
//   lab.depth.MODE.curve (L + 1, 1)    these sizes
// and of the mode "skip", up to kMaxPathLayers and kMaxPathHeads, lab.depth.paths.K.output, .residual and
// .size: the sum of all paths through K attentions, with the maps as they are. None if there are more than
// kMaxDepthTokens.
void add_stages(TraceBuilder& builder, const DepthLab& lab);

// The number of paths through `length` of `layers` attentions with so many heads: C(layers, length) headsᵏ.
double count_paths(Index layers, Index heads, Index length);

// The number of values in these stages, and of multiply-adds, for this many tokens.
double count_numbers(const DepthLab& lab, double tokens);
double count_operations(const DepthLab& lab, double tokens);

// A model's depth lab, the default if none was set; and the same to modify. As labs_of() in labs.h, for code
// that needs no other lab.
const DepthLab& depth_lab_of(const Config& config);
DepthLab& depth_lab_of(Config& config);

}  // namespace engine
