// labels.h: the names of stages, rows and columns.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/text/tr.h"
#include "engine/core/trace.h"

namespace look {

enum class Side { kRows, kColumns };

// One label per row or column: tokens (repeated ones with their position), distinct tokens, dimensions, or
// "head·dimension". `first`: the number of the first of them, 0 or 1. `predicted`: rows that predict what
// follows say it, as below.
std::vector<std::string> axis_labels(const engine::Trace& trace, int stage, Side side, int first,
                                     bool predicted = false);

// The number of the first row or column of such an axis, where everything counts from `counts_from`: 0 in a
// positional encoding.
int first_number(engine::Axis axis, int counts_from);

// Of numbers along a side that are `needed` apart at least, on cells of this size: which have room. They are
// round (multiples of `step`), and the first one where it does not touch the next.
struct SparseNumbers {
  engine::Index step = 1;
  engine::Index first = 0;  // the number of the first cell
  double cell = 0;
  double needed = 0;

  bool has(engine::Index index) const;
};

// Whether a stage's rows are queries of a decoder, each of which looks for the token after it.
bool predicts_what_follows(const engine::Stage& stage);
// "cat ▸ sat": a token's label, and that of the one after it, which it predicts; `behind_last` where none
// follows. A padding token's label stays alone. `labels` are those of the sequence.
std::string with_predicted(const std::vector<std::string>& labels, const engine::Sequence& sequence,
                           size_t token, const std::string& behind_last = "?");

// The number of adjacent columns (or rows) per head on an axis of head dimensions; 0 on other axes.
engine::Index head_width(const engine::Trace& trace, int stage, Side side);

// "Query ↓ reads from key →", "Token ↓  Dimension →"; `predicted`: as for labels.
std::string axis_title(const app::Words& words, const engine::Stage& stage, bool predicted = false);

// "Attention weights", or with its head, counted from 1: "Head 1 · Attention weights".
std::string stage_name(const app::Words& words, std::string_view address);
std::string stage_title(const app::Words& words, std::string_view address);
// The same, but the stage's operation may change the name: an RMS norm.
std::string stage_name(const app::Words& words, const engine::Stage& stage);
std::string stage_title(const app::Words& words, const engine::Stage& stage);

// "1.9 kB", "32 MB": readable sizes, in steps of 1000.
std::string byte_size(double bytes);

// "1,234,567".
std::string whole_number(engine::Index number);

}  // namespace look
