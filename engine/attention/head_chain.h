// head_chain.h: one head's chain of maps, from raw scores to weights. Only this file knows its links and
// their order: it adds the stages, and tells code that computes blocks without stages what to do.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/attention/fused.h"
#include "engine/attention/score_settings.h"
#include "engine/core/trace.h"
#include "engine/masks/mask.h"

namespace engine {

// The divisor of the scores.
double divisor_of(const ScoreSettings& settings, Index d_k);

// Divides by it.
OperationPtr scaling_of(const ScoreSettings& settings, Index d_k);

// A map that depends on distance alone, added to scaled scores. Press et al. 2022, sec. 3; Raffel et al.
// 2020, sec. 2.1.
struct DistanceBias {
  std::string step;  // "alibi"
  OperationPtr operation;
  std::vector<int> inputs;
};

// Vectors of distances (2K+1, d_k), which queries meet as they meet keys. Shaw et al. 2018, eq. 5; the
// vectors for values of its eq. 3 made no difference there (sec. 4.3) and are left out.
struct DistanceVectors {
  Parameter table;
  OperationPtr given;  // their origin
  Index first = 0;     // position of the first query and key
};

// The mask of a chain.
struct ChainMask {
  OperationPtr operation = nullptr;                 // computes it
  std::shared_ptr<const Matrix> numbers = nullptr;  // its values, if shared by several heads
  std::optional<int> stage = {};                    // its stage, if already added
  OperationPtr masking = nullptr;                   // add() or masked_fill(): how it is applied to the scores
  const MaskRule* rule = nullptr;                   // the rule behind it, if there is one
};

// The inputs of a chain. L queries, T keys.
struct ChainParts {
  std::string address;  // "encoder.0.self.head.2": prefix of the stages
  Stage map;            // shape and axes of an (L, T) map
  int q = 0;            // stages (L, d_k), (T, d_k), rotated if rotary
  int k = 0;
  ScoreSettings settings = {};
  std::optional<DistanceVectors> vectors = {};
  std::optional<DistanceBias> bias = {};
  std::optional<ChainMask> mask = {};
  bool is_kept = false;  // also in a recomputing trace
};

// The stages of a chain up to the masked scores.
struct HeadChain {
  int scores = -1;  // raw; -1 if masked scores were given
  int masked = -1;  // the end: input of the weights
  int mask = -1;    // the mask; -1 if there is none
  // The links in between that change the previous one's values, in order. Each is computed elementwise from
  // that and, if it has two inputs, a second map.
  std::vector<int> links;
  int mask_link = -1;      // the mask's link; -1 if it hides nothing, or only later keys
  bool is_causal = false;  // it hides later keys
  Index first_query = 0;
  bool is_kept = false;
};

// Adds .scores, .relative.{table,scores,sum} if queries meet vectors of distances, .scaled, .capped if there
// is a cap, the bias and .biased if there is one, .mask and .masked if there is a mask.
HeadChain add_head_chain(TraceBuilder& builder, const ChainParts& parts);

// Adds .weights.
int add_weights(TraceBuilder& builder, const HeadChain& chain, OperationPtr weighing);

// The same links for blocks of scores whose stages are not computed. The result is valid until build().
ScoreLinks block_links(const TraceBuilder& builder, const HeadChain& chain);

}  // namespace engine
