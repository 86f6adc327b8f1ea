// heatmap_paint.frag: how a pixel is painted: a number in the colours of a scale; what is hidden hatched; what is not
// known yet dotted. A part of heatmap.frag, which says what number a pixel shows.
uniform sampler2D colours;  // 256 x 1
uniform vec2 range;         // values of the first and the last colour
uniform int flat_index;     // colour where both ends of the range are the same
uniform vec3 hatch_colour;  // 0 to 1
uniform vec3 background;    // 0 to 1: between hatch lines, in gaps, outside the matrix
uniform float hatch_period; // pixels along a row
uniform float hatch_strength; // 0 to 1: how far lines go from the background to the hatching's colour
uniform float opacity;      // 0 to 1
out vec4 pixel_colour;

bool hidden(float value) { return value < -5e8; }
vec3 colour_of(float value) {
  float t = clamp((value - range.x) / (range.y - range.x), 0.0, 1.0);
  int index = range.x == range.y ? flat_index : int(t * 255.0 + 0.5);
  return texelFetch(colours, ivec2(index, 0), 0).rgb;
}
vec3 hatching(vec2 pixel) {
  float across = abs(fract((pixel.x + pixel.y) / hatch_period) - 0.5) * hatch_period * 0.7071;
  return mix(background, hatch_colour, hatch_strength * clamp(1.0 - across, 0.0, 1.0));
}
vec3 waiting(vec2 pixel) {
  vec2 away = fract(pixel / (2.0 * hatch_period)) - 0.5;
  return mix(background, hatch_colour, 0.6 * clamp(2.2 - 2.0 * hatch_period * length(away), 0.0, 1.0));
}
