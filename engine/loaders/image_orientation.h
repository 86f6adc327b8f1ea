// image_orientation.h: cameras write a picture as the sensor lay, and beside it how it is to be turned.
#pragma once

#include <cstddef>
#include <span>

#include "engine/loaders/image.h"

namespace loaders {

// How a JPEG's Exif data say that it is to be turned, 1 to 8; 1, not at all, where they say nothing or make
// no sense. Exif 2.32, sec. 4.6.4, tag 0x0112.
int exif_orientation(std::span<const std::byte> jpeg);

// The size, and the picture, turned. From 5 on rows become columns.
ImageSize turned_size(ImageSize size, int orientation);
Image turned(const Image& image, int orientation);

}  // namespace loaders
