#version 330 core
// heatmap.frag: the colour of the cells under one pixel; hatching where all of them are hidden (-inf, or about -1e9).
// Cells are counted as they are drawn, (column, row) from the matrix's first cell, transposition included.
// With STRETCHED defined a pixel may cover more than 2 x 2 texels.
uniform vec2 framebuffer_size;  // pixels
uniform vec4 rectangle;         // pixels: left, top, width, height; y grows downwards
uniform vec2 first_cell;        // cell at the rectangle's left top, fractions allowed
uniform vec2 cells_per_pixel;
uniform vec2 cells;             // of the whole matrix
uniform vec2 reach;             // cells looked at on each side of the pixel's centre
uniform vec2 gap;               // cells that the line between two cells takes, 0 for no line
uniform sampler2D values;       // one level of the pyramid
uniform vec2 block;             // cells across and down one texel of `values`: 1, 2, 4 ...
uniform float made_rows;        // of the matrix's own rows: those from here on are not known yet
uniform ivec2 along;            // the axis with more cells under a pixel: (1, 0) or (0, 1)
uniform int between;            // texels to look at along it between the first and the last
uniform bool transposed;
uniform bool by_magnitude;      // of several cells show the farthest from 0, else the largest

#include "heatmap_paint.frag"

float rank(float value) { return !by_magnitude ? value : hidden(value) ? -1.0 : abs(value); }
float value_at(ivec2 cell) { return texelFetch(values, transposed ? cell.yx : cell, 0).r; }
float stronger(float one, float other) { return rank(one) < rank(other) ? other : one; }

void main() {
  vec2 pixel = vec2(gl_FragCoord.x, framebuffer_size.y - gl_FragCoord.y);
  vec2 centre = first_cell + (pixel - rectangle.xy) * cells_per_pixel;
  pixel_colour = vec4(background, opacity);
  if (any(lessThan(centre + reach, vec2(0.0))) || any(greaterThanEqual(centre - reach, cells))) return;
  if (any(lessThan(fract(centre) + vec2(lessThan(centre, gap)), gap))) return;

  vec2 low = max(centre - reach, 0.0);
  vec2 high = min(centre + reach, cells - 0.5);
  if ((transposed ? high.x : high.y) >= made_rows) {
    pixel_colour.rgb = waiting(pixel);
    return;
  }
  ivec2 first = ivec2(low / block);
  ivec2 last = ivec2(high / block);
  float value = stronger(stronger(value_at(first), value_at(last)),
                         stronger(value_at(ivec2(first.x, last.y)), value_at(ivec2(last.x, first.y))));
#ifdef STRETCHED
  for (int step = 1; step <= between; ++step) {
    float near = value_at(min(first + step * along, last));
    value = stronger(value, stronger(near, value_at(max(last - step * along, first))));
  }
#endif
  pixel_colour.rgb = hidden(value) ? hatching(pixel) : colour_of(value);
}
