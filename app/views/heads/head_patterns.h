// head_patterns.h: what a head was measured to do, in words.
#pragma once

#include <string>

#include "app/views/core/frame.h"

namespace views {

// "97 % on the previous token"; says so if nothing stands out. `stage`: any stage of the head.
std::string head_pattern_sentence(const Frame& frame, int stage);
// "97 % previous": for a narrow place.
std::string brief_head_pattern(const Frame& frame, int stage);

}  // namespace views
