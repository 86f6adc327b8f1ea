// image_texture.h: draws a picture from a file on a draw list.
#pragma once

#include <imgui.h>

#include <memory>

#include "engine/loaders/image.h"

namespace ui {

// Fills the rectangle with the picture. Uploads it on first draw; the last four pictures drawn in this Dear
// ImGui context stay on the GPU.
void draw_image_file(ImDrawList& list, const std::shared_ptr<const loaders::Image>& image, ImVec2 low,
                     ImVec2 high);

}  // namespace ui
