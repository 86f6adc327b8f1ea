// checker.h: says what is in a picture by rule: which shapes its parts are, exactly.
#pragma once

#include "engine/world/scene.h"

namespace world {

struct Reading {
  Scene scene;           // of the parts that are shapes, the topmost first
  int parts_unread = 0;  // parts of one colour that are none, to the pixel
  // Whether the picture could have been drawn by rule: one to three shapes, and nothing else.
  bool is_legal() const {
    return parts_unread == 0 && !scene.figures.empty() && scene.figures.size() <= kMostFigures;
  }
};

// `palette`: (16, 16), the number in kPalette of each pixel.
Reading read_picture(const Matrix& palette);

// The number in kPalette of the colour nearest to each pixel; (side · side, 3) from −1 to 1 -> (side, side).
Matrix nearest_palette(const Matrix& pixels, int side = kSide);

}  // namespace world
