// shot_choice.h: which few examples the Context-Transformer learns from.
#pragma once

#include <array>
#include <tuple>
#include <utility>
#include <vector>

namespace engine {

inline constexpr std::array<int, 3> kShotCounts = {1, 5, 20};
inline constexpr int kLastDraw = 1000;

// What few examples of each novel class the Context-Transformer learns from.
struct ShotChoice {
  int count = 20;  // of each class: one of kShotCounts
  int draw = 0;    // which examples, up to kLastDraw
  // Examples that somebody labelled otherwise: their number, ascending, and the class.
  std::vector<std::pair<int, int>> relabelled;

  bool operator==(const ShotChoice&) const = default;
  // In the order of the members.
  friend bool operator<(const ShotChoice& one, const ShotChoice& other) {
    return std::tie(one.count, one.draw, one.relabelled) <
           std::tie(other.count, other.draw, other.relabelled);
  }
};

}  // namespace engine
