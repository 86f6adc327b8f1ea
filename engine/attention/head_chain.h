// head_chain.h: one head's chain of maps, from raw scores to weights. The one place that knows its links and
// their order: the stages are added from it, and what computes blocks without them is told by it what to do.
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

// What scores are divided by.
double divisor_of(const ScoreSettings& settings, Index d_k);

// Divides by that.
OperationPtr scaling_of(const ScoreSettings& settings, Index d_k);

// A map that distance alone makes, added to scaled scores. Press et al. 2022, sec. 3; Raffel et al. 2020,
// sec. 2.1.
struct DistanceBias {
  std::string step;  // "alibi"
  OperationPtr operation;
  std::vector<int> inputs;
};

// Vectors of distances (2K+1, d_k), which queries meet as they meet keys. Shaw et al. 2018, eq. 5; the
// values' vectors of its eq. 3 made no difference there (sec. 4.3) and are left out.
struct DistanceVectors {
  Parameter table;
  OperationPtr given;  // where they come from
  Index first = 0;     // position of the first query and key
};

// What hides keys.
struct ChainMask {
  OperationPtr operation = nullptr;                 // makes it
  std::shared_ptr<const Matrix> numbers = nullptr;  // of it, where they are at hand for several heads
  std::optional<int> stage = {};                    // it, where it was added before
  OperationPtr masking = nullptr;                   // add() or masked_fill(): how it meets the scores
  const MaskRule* rule = nullptr;                   // what it says, where a rule makes it
};

// What a chain is made from. L queries, T keys.
struct ChainParts {
  std::string address;  // "encoder.0.self.head.2": what the stages stand below
  Stage map;            // shape and axes of an (L, T) map
  int q = 0;            // stages (L, d_k), (T, d_k), turned where they are
  int k = 0;
  ScoreSettings settings = {};
  std::optional<DistanceVectors> vectors = {};
  std::optional<DistanceBias> bias = {};
  std::optional<ChainMask> mask = {};
  bool is_kept = false;  // in a recomputing trace, too
};

// The stages of a chain up to the masked scores.
struct HeadChain {
  int scores = -1;  // raw; -1 where masked scores were given
  int masked = -1;  // the end: what weights are made from
  int mask = -1;    // what hides keys; -1 where there is none
  // Those between that change the numbers of the one before, in order. Each is made number by number from
  // that and, where it has two inputs, from a map beside it.
  std::vector<int> links;
  int mask_link = -1;      // the same of the mask; -1 where it hides nothing, or later keys alone
  bool is_causal = false;  // it hides these
  Index first_query = 0;
  bool is_kept = false;
};

// Adds .scores, .relative.{table,scores,sum} where queries meet vectors of distances, .scaled, .capped where
// there is a cap, the bias and .biased where there is one, .mask and .masked where there is a mask.
HeadChain add_head_chain(TraceBuilder& builder, const ChainParts& parts);

// Adds .weights.
int add_weights(TraceBuilder& builder, const HeadChain& chain, OperationPtr weighing);

// The same links for blocks of scores whose stages are not computed. What it gives is valid until build().
ScoreLinks block_links(const TraceBuilder& builder, const HeadChain& chain);

}  // namespace engine
