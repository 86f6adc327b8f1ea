// code_patches.h: what each code of an autoencoder looks like.
#pragma once

#include <memory>
#include <vector>

#include "engine/vision/parameters.h"

namespace engine {

// Of each code the four pixels (2, 2) that it is decoded as, with the ground around it: numbers in
// world::kPalette.
std::vector<Matrix> code_patches(const SystemParameters& parameters);

}  // namespace engine
