// first_numbers.h: what parameters are before they learn: the same numbers on every machine.
#pragma once

#include "engine/core/matrix.h"
#include "engine/core/random.h"

namespace engine {

// Uniform in [-bound, bound).
void draw_uniform(const RandomStream& stream, float bound, Matrix& numbers);

// Nearly normal, with this standard deviation: sums of twelve uniform numbers, which call no function of the
// standard library, so that every machine draws the same.
void draw_normal(const RandomStream& stream, float size, Matrix& numbers);

}  // namespace engine
