// directions.h: random directions for projecting vectors.
#pragma once

#include <string>

#include "engine/core/matrix.h"
#include "engine/core/random.h"

namespace engine {

// Value `counter` of a stream of independent Gaussians of variance 1. Box & Muller 1958.
double gaussian(const RandomStream& stream, uint64_t counter);

// (count, d): Gaussian rows of variance 1. `orthogonal`: blocks of d mutually orthogonal rows, uniformly
// distributed, with the lengths of Gaussian rows (chi(d)); more rows leave the first ones unchanged.
// Choromanski et al. 2021, sec. 2.4; uniform by the sign of R: Mezzadri 2007.
Matrix random_directions(Index count, Index d, bool orthogonal, uint64_t seed, const std::string& name);

}  // namespace engine
