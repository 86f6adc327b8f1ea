// image_patches.h: cuts a picture into the squares that a vision transformer reads as tokens.
#pragma once

#include "engine/core/matrix.h"
#include "engine/loaders/checkpoint.h"
#include "engine/loaders/image.h"

namespace loaders {

// (n, 3 * patch²): n = (size / patch)² squares row by row; of each all reds, then all greens, then all blues,
// row by row, as a convolution's weight has them. The picture is first made size x size, bilinear, as Hugging
// Face's ViTImageProcessor does. Dosovitskiy et al. 2021, eq. 1.
engine::Matrix patches_of(const Image& image, const ImageInput& input);

}  // namespace loaders
