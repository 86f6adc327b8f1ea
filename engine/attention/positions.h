// positions.h: the ways in which attention is told where a token stands, one row each.
#pragma once

#include <span>
#include <string_view>

#include "engine/core/matrix.h"

namespace engine {

// Where order comes from: sinusoids (Vaswani et al. 2017), those of the two sides of a grid (He et al. 2022,
// MAE) or a learned table, added to the input; a turn of
// queries and keys by their position (Su et al. 2021, RoPE); a slope a head that scores lose with distance
// (Press et al. 2022, ALiBi); a vector for each distance, that queries are compared with as with keys (Shaw
// et al. 2018); a number for each bucket of distances (Raffel et al. 2020, T5); or nowhere.
enum class PositionKind { kSinusoidal, kLearned, kRotary, kAlibi, kGrid, kShaw, kBuckets, kNone };

// What is changed by where a token stands.
enum class PositionPlace { kInput, kQueriesAndKeys, kScores, kNothing };

struct PositionInfo {
  PositionKind kind;
  std::string_view name;    // in a session's line
  std::string_view choice;  // on the command line; empty where only a trained model has it
  std::string_view words;   // the text key of its name
  PositionPlace place;
  bool has_table;  // has numbers of its own, drawn or learned
};

// In the order of a menu.
std::span<const PositionInfo> position_kinds();
const PositionInfo& info_of(PositionKind kind);

// What a step of distance takes from the scores of head `head` of `heads`: 2^(-8/h), 2^(-16/h), ... for a
// power of two; else those of the power of two below, then every other one of the power above. Press et al.
// 2022, sec. 3 and its code.
double alibi_slope(Index head, Index heads);

}  // namespace engine
