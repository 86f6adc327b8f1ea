// map_window.cpp: uploads the visible part of a large map to the GPU.
#include "app/gl/map_window.h"

#include "app/gl/heatmap_texture.h"

namespace gl {

void WindowTexture::show(const std::shared_ptr<const MapWindow>& window) {
  if (window == window_) return;
  const bool same_shape = window_ && window_->values.rows() == window->values.rows() &&
                          window_->values.cols() == window->values.cols();
  upload(texture_, window->values, same_shape ? Upload::kAgain : Upload::kFirst);
  window_ = window;
}

}  // namespace gl
