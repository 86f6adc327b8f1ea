// attribution.h: what of the input matters for a number: three readings of its gradient, by token and by
// head. Simonyan et al. 2014 (1312.6034); Sundararajan et al. 2017 (1703.01365): integrated gradients.
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/core/trace.h"
#include "engine/gradients/target.h"
#include "engine/model/config.h"
#include "engine/model/weights.h"

namespace engine {

// One number a token, of the stage that the first layer reads: "input", or "source.input" and "target.input".
struct TokenShares {
  std::string address;
  std::vector<double> shares;

  bool operator==(const TokenShares&) const = default;
};

// The stages that the first layers read, of one example of a batch (-1: the run is none).
std::vector<std::string> input_stages(const Trace& trace, int example = -1);

// The example of a batch that a target stands in; -1 for one of a whole run, such as the loss.
int example_of(const Target& target);

// Of a trace with gradients, for each of these stages that the target depends on: the length of each row's
// gradient; and each row's gradient times the row, summed.
std::vector<TokenShares> gradient_lengths(const Trace& trace, const std::vector<std::string>& inputs);
std::vector<TokenShares> gradient_times_input(const Trace& trace, const std::vector<std::string>& inputs);

// A head's output times its gradient, summed: about what the target would lose without it. Of one example.
struct HeadShare {
  std::string head;  // "encoder.0.self.head.2"
  double share = 0;
};
std::vector<HeadShare> head_shares(const Trace& trace, int example = -1);

// Where the straight line of integrated gradients begins.
enum class Baseline {
  kZero,  // every number 0
  kMean,  // every row the mean row
};

struct IntegratedGradients {
  std::vector<TokenShares> shares;
  double at_input = 0;     // the target there
  double at_baseline = 0;  // and where the line begins
  double sum() const;      // of all shares: their difference, but for the steps' size
};

// How they are integrated: along the straight line on which the numbers of these stages leave the baseline.
struct Integration {
  std::vector<std::string> inputs;  // as input_stages() names them
  Baseline baseline = Baseline::kMean;
  Index steps = 64;
};

// The gradients at the middles of equal parts of the line from the baseline to the input, averaged, times the
// way. `trace` is the run of `model` with `input`. Errors: those of add_target. Nullopt where `stop`, or a
// Stoppable's around the call, was requested.
Result<std::optional<IntegratedGradients>> integrate_gradients(const Trace& trace, const Model& model,
                                                               const Input& input, const Config& config,
                                                               const GradientRequest& request,
                                                               const Integration& integration,
                                                               const std::stop_token& stop = {});

inline constexpr Index kMostIntegrationSteps = 256;

// The target's value in a run. Errors: those of add_target.
Result<double> target_value(const Trace& trace, const Config& config, const GradientRequest& request);

}  // namespace engine
