// heatmap.h: draws a matrix as a rectangle of coloured cells.
#pragma once

#include <array>
#include <optional>

#include "app/gl/heatmap_texture.h"
#include "app/gl/map_window.h"
#include "app/gl/objects.h"
#include "app/gl/program.h"
#include "app/look/colour_map.h"
#include "engine/core/result.h"

namespace gl {

// In pixels of the framebuffer (not of the window: a dense screen has more), from its top left, y downwards.
struct Rectangle {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;
};

// The cells in a rectangle, counted from the matrix's first cell. Fractions are allowed, and so are cells
// outside the matrix, which show the background.
struct CellBlock {
  float first_row = 0;
  float first_column = 0;
  float rows = 0;
  float columns = 0;
};

struct HeatmapDraw {
  int framebuffer_width = 0;   // pixels
  int framebuffer_height = 0;  // pixels
  Rectangle rectangle;
  std::optional<Rectangle> clip;  // nothing is drawn outside it; nullopt: the whole framebuffer
  CellBlock block;                // in the transpose's coordinates if transposed
  bool transposed = false;        // the matrix's rows run from left to right
  look::ColourScale scale{look::ColourMap::kViridis, 0.0f, 1.0f};
  look::Rgb hatch_colour{0.5f, 0.5f, 0.5f};  // lines over hidden cells (-inf)
  look::Rgb background{1.0f, 1.0f, 1.0f};    // between those lines, in gaps, outside the matrix
  float hatch_period = 8.0f;                 // pixels along a row between lines, which are one pixel wide
  float hatch_strength = 1.0f;               // 0 to 1, from the background to the hatching's colour
  float opacity = 1.0f;                      // 0 to 1
  bool waits = false;                        // no values yet: dots
  bool cell_gaps = false;                    // a line of one pixel between cells of at least kGapFrom pixels
};

// The cell side, in pixels, from which gaps are drawn.
inline constexpr float kGapFrom = 6.0f;

class HeatmapRenderer {
 public:
  // Errors: error.shader {log}.
  static engine::Result<HeatmapRenderer> create();

  // Draws into the bound framebuffer, and restores OpenGL's state. A value's colour is look::colour_of(). If
  // a cell is smaller than a pixel, the pixel shows the texture's reduction of the cells that it covers: of
  // all of them, so that no single peak is lost, and of less than a pixel around them.
  void draw(const HeatmapTexture& texture, const HeatmapDraw& draw) const;

  // As above for a large map, whose window must contain the block's cells. If its level is too coarse for the
  // pixels, its blocks become visible; rows that are not computed yet are dotted.
  void draw(const WindowTexture& texture, const HeatmapDraw& draw) const;

 private:
  // The values to draw: texels for blocks of cells, in a matrix of this size.
  struct Level {
    const Texture& texture;
    float block_across = 1;  // as drawn, in cells
    float block_down = 1;
    float across = 0;  // the matrix as drawn, in cells
    float down = 0;
    float made_rows = 0;
    Reduction reduction = Reduction::kLargest;
  };

  HeatmapRenderer(Program program, Program stretched);

  void draw_level(const Level& level, const HeatmapDraw& draw) const;
  static void set_uniforms(const Program& program, const Level& level, const HeatmapDraw& draw);

  Program program_;
  Program stretched_;  // for pixels that cover more than 2 x 2 texels: cells of another shape than the pixel
  VertexArray vertex_array_;
  std::array<Texture, 5> colours_;  // one texture per colour map
};

}  // namespace gl
