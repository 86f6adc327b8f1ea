// draw.h: choices by rule: the numbers of a random stream, one after the other.
#pragma once

#include <cstdint>
#include <iterator>

#include "engine/core/matrix.h"
#include "engine/core/random.h"

namespace engine {

// The choices of one example, which do not depend on those of any other.
class Draw {
 public:
  Draw(const RandomStream& stream, uint64_t example) : stream_(stream), next_(example * kNumbersOfExample) {}

  // Uniform in [0, 1).
  float uniform() { return stream_.uniform(next_++); }
  // A whole number from 0 to count - 1.
  Index below(Index count) { return static_cast<Index>(double{uniform()} * static_cast<double>(count)); }
  bool chance(float share) { return uniform() < share; }
  template <class List>
  const auto& of(const List& list) {
    return list[static_cast<size_t>(below(static_cast<Index>(std::size(list))))];
  }

 private:
  static constexpr uint64_t kNumbersOfExample = 1U << 16U;  // more than any example takes

  const RandomStream& stream_;
  uint64_t next_;
};

}  // namespace engine
