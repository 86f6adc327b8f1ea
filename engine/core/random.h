// random.h: the only source of randomness: a counter-based generator, keyed by a seed and a name.
// Gives the same values on every platform and compiler, in any order, without state: value `counter` of
// stream (seed, name) is one hash. The mixing function is SplitMix64's (Steele, Lea, Flood 2014).
#pragma once

#include <cstdint>
#include <string_view>

namespace engine {

class RandomStream {
 public:
  // A separate stream for each (seed, name), such as (7, "encoder.0.self.head.2.wq").
  RandomStream(uint64_t seed, std::string_view name);

  // Value `counter` of the stream, uniform in [0, 1), a multiple of 2^-24: exact in float32.
  float uniform(uint64_t counter) const;

  // Value `counter`, uniform in [-1, 1).
  float symmetric(uint64_t counter) const { return 2.0f * uniform(counter) - 1.0f; }

 private:
  uint64_t key_;
};

}  // namespace engine
