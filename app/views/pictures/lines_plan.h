// lines_plan.h: chooses the lines between the tokens of two columns. Independent of any window.
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

// The highlighted token, whose lines alone are drawn: a query or a key.
struct LitToken {
  bool is_query = true;
  engine::Index index = 0;
  bool operator==(const LitToken&) const = default;
};

struct LinesPlan {
  std::vector<AttentionLine> lines;  // lightest first, so that heavy ones are on top
  engine::Index left_out = 0;        // below the minimum weight
  double weight_left_out = 0;        // share of all weight considered, from 0 to 1
};

// One head of a plan: its index, and its stage of weights.
struct HeadStage {
  int head = 0;
  int stage = -1;
};

// The lines of these heads with a weight of at least `least`: for the queries from `first` up to, not
// including, `end`, or only for the highlighted token.
LinesPlan plan_lines(const engine::Trace& trace, std::span<const HeadStage> heads, engine::Index first,
                     engine::Index end, float least, const std::optional<LitToken>& lit);

// Half of a uniform share of `keys` tokens, from 0.5 % to 2 %: lighter lines are hard to see.
float usual_least(engine::Index keys);

// What is drawn at first: the usual, or the first heavier one that leaves at most 25 lines; but never one
// that leaves fewer than one for every other query, as where all weights are nearly the same.
float starting_least(const engine::Trace& trace, std::span<const HeadStage> heads);

}  // namespace views
