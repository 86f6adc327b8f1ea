// map_window.h: the visible part of a large map, and that part as a texture.
#pragma once

#include <memory>

#include "app/gl/large_map.h"
#include "app/gl/objects.h"

namespace gl {

// Whole tiles of one level, around the visible cells.
struct MapWindow {
  engine::Matrix values;
  Halvings level;
  engine::Index first_row = 0;  // the cell at the window's corner
  engine::Index first_column = 0;
  engine::Index rows = 0;  // of the whole map, in cells
  engine::Index columns = 0;
  engine::Index made_rows = 0;  // cells below are not computed yet, and drawn as such
  Reduction reduction = Reduction::kLargest;
};

// Holds the last window given.
class WindowTexture {
 public:
  // Uploads a window to the GPU if it has changed; never null.
  void show(const std::shared_ptr<const MapWindow>& window);

  const MapWindow& window() const { return *window_; }
  const Texture& texture() const { return texture_; }

 private:
  Texture texture_;
  std::shared_ptr<const MapWindow> window_;
};

}  // namespace gl
