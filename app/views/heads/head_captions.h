// head_captions.h: what is written above a head's picture.
#pragma once

#include <string>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

// In lines of `width`, `briefly` no habit and no strongest weight beside a reading.
std::vector<std::string> caption_lines(const Frame& frame, int stage, float width, bool briefly);

// What matters most of it, where there is one line.
std::string first_of_caption(const Frame& frame, int stage, float width);

}  // namespace views
