// positions.cpp: the table of kinds of positions, and ALiBi's slopes.
#include "engine/attention/positions.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace engine {
namespace {

constexpr std::array<PositionInfo, 8> kKinds = {
    {{PositionKind::kSinusoidal, "sinusoidal", "sinusoidal", "positions.sinusoidal", PositionPlace::kInput,
      false},
     {PositionKind::kLearned, "learned", "learned", "positions.learned", PositionPlace::kInput, true},
     {PositionKind::kRotary, "rotary", "rotary", "positions.rotary", PositionPlace::kQueriesAndKeys, false},
     {PositionKind::kAlibi, "alibi", "alibi", "positions.alibi", PositionPlace::kScores, false},
     {PositionKind::kGrid, "grid", "grid", "positions.grid", PositionPlace::kInput, false},
     {PositionKind::kShaw, "shaw", "relative", "positions.shaw", PositionPlace::kScores, true},
     {PositionKind::kBuckets, "relative", "", "positions.buckets", PositionPlace::kScores, true},
     {PositionKind::kNone, "none", "none", "positions.none", PositionPlace::kNothing, false}}};

}  // namespace

std::span<const PositionInfo> position_kinds() {
  return kKinds;
}

const PositionInfo& info_of(PositionKind kind) {
  return *std::find_if(kKinds.begin(), kKinds.end(),
                       [&](const PositionInfo& row) { return row.kind == kind; });
}

double alibi_slope(Index head, Index heads) {
  Index power = 1;
  while (2 * power <= heads) power *= 2;
  const auto step = [](Index number, Index of) {
    return std::pow(2.0, -8.0 * static_cast<double>(number) / static_cast<double>(of));
  };
  return head < power ? step(head + 1, power) : step(2 * (head - power) + 1, 2 * power);
}

}  // namespace engine
