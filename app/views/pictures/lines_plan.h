// lines_plan.h: which lines are drawn between the tokens of two columns, and what is left out. No window.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/core/trace.h"

namespace views {

struct AttentionLine {
  int head = 0;
  engine::Index query = 0;
  engine::Index key = 0;
  float weight = 0;
};

// The token whose lines alone are drawn: one that reads, or one that is read.
struct LitToken {
  bool is_query = true;
  engine::Index index = 0;
  bool operator==(const LitToken&) const = default;
};

struct LinesPlan {
  std::vector<AttentionLine> lines;  // lightest first, so that heavy ones lie on top
  engine::Index left_out = 0;        // lighter than the least
  double weight_left_out = 0;        // share of all weight that was looked at, from 0 to 1
};

// One head of a plan: its number, and its stage of weights.
struct HeadStage {
  int head = 0;
  int stage = -1;
};

// The lines of these heads with a weight of at least `least`: of the queries from `first` to one behind
// `end`, or of the lit token alone.
LinesPlan plan_lines(const engine::Trace& trace, std::span<const HeadStage> heads, engine::Index first,
                     engine::Index end, float least, const std::optional<LitToken>& lit);

// Half of an even share of `keys` tokens, from 0.5 % to 2 %: what is lighter is hard to see.
float usual_least(engine::Index keys);

}  // namespace views
