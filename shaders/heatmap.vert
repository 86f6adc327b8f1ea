#version 330 core
// heatmap.vert: the four corners of the heatmap's rectangle, as a triangle strip.

uniform vec2 framebuffer_size;  // pixels
uniform vec4 rectangle;         // pixels: left, top, width, height; y grows downwards

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 pixel = rectangle.xy + corner * rectangle.zw;
  vec2 position = pixel / framebuffer_size * 2.0 - 1.0;
  gl_Position = vec4(position.x, -position.y, 0.0, 1.0);
}
