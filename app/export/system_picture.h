// system_picture.h: pictures of the world of shapes, and what systems say of them, as PNG files.
#pragma once

#include <vector>

#include "app/export/picture.h"
#include "engine/vision/answer.h"

namespace exporter {

// The pixels (256, 3) from −1 to 1, each a square; and a drawing (side, side) of numbers in world::kPalette.
Picture picture_of_pixels(const engine::Matrix& pixels);
Picture picture_of_drawing(const engine::Matrix& palette);
// The same with a frame around each object, in white.
Picture picture_of_objects(const engine::Matrix& pixels, const std::vector<engine::FoundObject>& objects);
// A colour for each class of world::PixelClass; (16, 16).
Picture picture_of_classes(const engine::Matrix& classes);
// The maps side by side, laid over the picture: the brighter, the more weight, each up to its largest.
Picture picture_of_maps(const engine::Matrix& pixels, const std::vector<engine::LaidMap>& maps);

}  // namespace exporter
