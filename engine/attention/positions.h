// positions.h: the ways to tell attention a token's position, one row each.
#pragma once

#include <span>
#include <string_view>

#include "engine/core/matrix.h"

namespace engine {

// Where order comes from: sinusoids (Vaswani et al. 2017), sinusoids of the row and column of a grid (He et
// al. 2022, MAE) or a learned table, added to the input; a rotation of queries and keys by their position (Su
// et al. 2021, RoPE); a slope per head that lowers scores with distance (Press et al. 2022, ALiBi); a vector
// for each distance that queries are compared with, as with keys (Shaw et al. 2018); a value for each bucket
// of distances (Raffel et al. 2020, T5); or nowhere.
enum class PositionKind { kSinusoidal, kLearned, kRotary, kAlibi, kGrid, kShaw, kBuckets, kNone };

// What a token's position changes.
enum class PositionPlace { kInput, kQueriesAndKeys, kScores, kNothing };

struct PositionInfo {
  PositionKind kind;
  std::string_view name;    // in a session's line
  std::string_view choice;  // on the command line; empty if only a trained model has it
  std::string_view words;   // the text key of its name
  PositionPlace place;
  bool has_table;  // has its own values, drawn or learned
};

// In menu order.
std::span<const PositionInfo> position_kinds();
const PositionInfo& info_of(PositionKind kind);

// The slope of head `head` of `heads`, by which scores fall per step of distance: 2^(-8/h), 2^(-16/h), ...
// for a power of two; otherwise those of the power of two below, then every other one of the power above.
// Press et al. 2022, sec. 3 and its code.
double alibi_slope(Index head, Index heads);

}  // namespace engine
