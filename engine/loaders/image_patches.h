// image_patches.h: cuts a picture into the squares that a vision transformer reads as tokens.
#pragma once

#include "engine/core/matrix.h"
#include "engine/loaders/checkpoint.h"
#include "engine/loaders/image.h"

namespace loaders {

// (n, channels * patch²): n = (size / patch)² squares row by row; each with all reds, then all greens, then
// all blues, or with all greys, row by row, as in a convolution's weight. `square` is a picture as returned
// by fitted(). Dosovitskiy et al. 2021, eq. 1.
engine::Matrix patches_of(const Image& square, const ImageInput& input);

}  // namespace loaders
