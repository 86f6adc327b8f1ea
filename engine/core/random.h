// random.h: the one source of chance: a counter-based generator, keyed by a seed and a name.
// The same numbers on every platform and compiler, in any order, without state: number `counter` of stream
// (seed, name) is one hash. The mixing function is SplitMix64's (Steele, Lea, Flood 2014).
#pragma once

#include <cstdint>
#include <string_view>

namespace engine {

class RandomStream {
 public:
  // A stream of its own for each (seed, name), such as (7, "encoder.0.self.head.2.wq").
  RandomStream(uint64_t seed, std::string_view name);

  // Number `counter` of the stream, uniform in [0, 1), a multiple of 2^-24: exact in float32.
  float uniform(uint64_t counter) const;

  // Number `counter`, uniform in [-1, 1).
  float symmetric(uint64_t counter) const { return 2.0f * uniform(counter) - 1.0f; }

 private:
  uint64_t key_;
};

}  // namespace engine
