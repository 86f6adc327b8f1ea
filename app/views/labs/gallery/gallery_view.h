// gallery_view.h: the lab Gallery: small vision systems on the same picture of shapes.
#pragma once

#include "app/views/core/frame.h"

namespace views {

void draw_gallery(const Frame& frame);

}  // namespace views
