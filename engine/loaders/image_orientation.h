// image_orientation.h: applies the orientation that cameras store alongside a picture.
#pragma once

#include <cstddef>
#include <span>

#include "engine/loaders/image.h"

namespace loaders {

// The orientation in a JPEG's Exif data, 1 to 8; 1 (none) if missing or invalid. Exif 2.32, sec. 4.6.4, tag
// 0x0112.
int exif_orientation(std::span<const std::byte> jpeg);

// The same of a PNG: PNG 3rd edition, sec. 11.3.4.2, eXIf.
int png_orientation(std::span<const std::byte> png);

// The size, and the picture, after rotation. Orientations from 5 up swap rows and columns.
ImageSize turned_size(ImageSize size, int orientation);
Image turned(const Image& image, int orientation);

}  // namespace loaders
