// first_numbers.cpp: each number from its own counter.
#include "engine/model/first_numbers.h"

namespace engine {

void draw_uniform(const RandomStream& stream, float bound, Matrix& numbers) {
  for (Index i = 0; i < numbers.size(); ++i)
    numbers.data()[i] = bound * stream.symmetric(static_cast<uint64_t>(i));
}

void draw_normal(const RandomStream& stream, float size, Matrix& numbers) {
  constexpr uint64_t kTerms = 12;
  for (Index i = 0; i < numbers.size(); ++i) {
    float sum = -6;
    for (uint64_t term = 0; term < kTerms; ++term)
      sum += stream.uniform(static_cast<uint64_t>(i) * kTerms + term);
    numbers.data()[i] = size * sum;
  }
}

}  // namespace engine
