// sentence_view.h: a picture of a stage: attention as colour behind the sentence itself.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_sentence(const Frame& frame);

}  // namespace views
