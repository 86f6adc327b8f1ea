// directions.h: random directions that vectors are measured along.
#pragma once

#include <string>

#include "engine/core/matrix.h"
#include "engine/core/random.h"

namespace engine {

// Number `counter` of a stream of independent Gaussians of variance 1. Box & Muller 1958.
double gaussian(const RandomStream& stream, uint64_t counter);

// (count, d): Gaussian rows of variance 1. `orthogonal`: d at a time at right angles to each other, uniformly
// so, as long as Gaussian rows are (chi(d)); more rows leave the first as they were. Choromanski et al. 2021,
// sec. 2.4; uniform by the sign of R: Mezzadri 2007.
Matrix random_directions(Index count, Index d, bool orthogonal, uint64_t seed, const std::string& name);

}  // namespace engine
