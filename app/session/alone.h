// alone.h: whether padding changes anything: reruns one sentence of a batch alone, without padding.
#pragma once

#include <map>
#include <optional>

#include "engine/core/trace.h"
#include "engine/model/config.h"

namespace app {

// The largest difference of the values that both runs have: the real rows of the stacks' outputs, or of the
// attention's.
struct AloneCheck {
  double largest_difference = 0;
  engine::Index numbers = 0;
  bool too_long = false;  // not compared: it would take too long

  bool operator==(const AloneCheck&) const = default;
};

// Runs example `example` of the batch `trace` without its padding. `config` is the one that the trace was
// made with. Nullopt if the trace is not a batch, or the sentence has only padding.
std::optional<AloneCheck> check_alone(const engine::Trace& trace, const engine::Config& config, int example);

// Remembers the checks of one trace. A sentence that would take longer than a frame or two is not run, and
// its check says so.
class AloneChecks {
 public:
  std::optional<AloneCheck> of(const engine::Trace& trace, const engine::Config& config, int example);

 private:
  std::map<int, std::optional<AloneCheck>> known_;
};

}  // namespace app
