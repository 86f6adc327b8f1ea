// heatmap.cpp: sets the shader's uniforms and draws one rectangle.
#include "app/gl/heatmap.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "app/gl/saved_state.h"

namespace gl {
namespace {

constexpr GLint kValuesUnit = 0;
constexpr GLint kColoursUnit = 1;
// Adjacent pixels share a border: subtracting this many cells on each side keeps rounding from including one
// cell too many, and is far too little to miss one.
constexpr float kBorder = 0.002f;

std::uint8_t byte_of(float channel) {
  return static_cast<std::uint8_t>(std::lround(channel * 255.0f));
}

void upload_colours(const Texture& texture, look::ColourMap map) {
  std::array<std::uint8_t, std::size_t{256} * 4> texels{};
  size_t at = 0;
  for (const look::Rgb& colour : look::lookup(map)) {
    texels[at++] = byte_of(colour.r);
    texels[at++] = byte_of(colour.g);
    texels[at++] = byte_of(colour.b);
    texels[at++] = 255;
  }
  GLint bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  texture.bind();
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 256, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
}

// The coarsest level needed: a texel no smaller than a pixel along the axis with the larger cells. Along the
// other axis a pixel reads several texels.
int level_for(float cells_per_pixel, size_t levels) {
  if (!(cells_per_pixel > 1.0f)) return 0;
  const int level = static_cast<int>(std::ceil(std::log2(cells_per_pixel)));
  return std::min(level, static_cast<int>(levels) - 1);
}

float reach_of(float cells_per_pixel) {
  return cells_per_pixel > 1.0f ? cells_per_pixel / 2 - kBorder : 0.0f;
}

// A pixel of w texels touches at most ceil(w) + 1 of them.
int texels_between(float texels_per_pixel) {
  return std::max(0, static_cast<int>(std::ceil(texels_per_pixel)) - 1);
}

float gap_of(const HeatmapDraw& draw, float cells_per_pixel) {
  return draw.cell_gaps && cells_per_pixel * kGapFrom <= 1.0f ? cells_per_pixel : 0.0f;
}

void set_scissor(const HeatmapDraw& draw) {
  const Rectangle clip = draw.clip.value_or(Rectangle{0, 0, static_cast<float>(draw.framebuffer_width),
                                                      static_cast<float>(draw.framebuffer_height)});
  const auto left = static_cast<GLint>(std::floor(clip.x));
  const auto top = static_cast<GLint>(std::floor(clip.y));
  const auto right = static_cast<GLint>(std::ceil(clip.x + clip.width));
  const auto bottom = static_cast<GLint>(std::ceil(clip.y + clip.height));
  glEnable(GL_SCISSOR_TEST);
  glScissor(left, draw.framebuffer_height - bottom, std::max(right - left, 0), std::max(bottom - top, 0));
}

}  // namespace

engine::Result<HeatmapRenderer> HeatmapRenderer::create() {
  auto program = Program::load("heatmap.vert", "heatmap.frag");
  if (!program) return program.error();
  auto stretched = Program::load("heatmap.vert", "heatmap.frag", "STRETCHED");
  if (!stretched) return stretched.error();
  return HeatmapRenderer(std::move(program).value(), std::move(stretched).value());
}

HeatmapRenderer::HeatmapRenderer(Program program, Program stretched)
    : program_(std::move(program)), stretched_(std::move(stretched)) {
  for (size_t map = 0; map < colours_.size(); ++map) {
    upload_colours(colours_[map], static_cast<look::ColourMap>(map));
  }
}

void HeatmapRenderer::draw(const HeatmapTexture& texture, const HeatmapDraw& draw) const {
  const Rectangle& rectangle = draw.rectangle;
  if (texture.levels().empty() || !(rectangle.width > 0) || !(rectangle.height > 0)) return;
  const float across = draw.block.columns / rectangle.width;
  const float down = draw.block.rows / rectangle.height;
  const int level = level_for(std::min(across, down), texture.levels().size());
  const float block = std::ldexp(1.0f, level);
  auto columns = static_cast<float>(texture.columns());
  auto rows = static_cast<float>(texture.rows());
  const float made = rows;
  if (draw.transposed) std::swap(columns, rows);
  draw_level(
      {texture.levels()[static_cast<size_t>(level)], block, block, columns, rows, made, texture.reduction()},
      draw);
}

void HeatmapRenderer::draw(const WindowTexture& texture, const HeatmapDraw& draw) const {
  const MapWindow& window = texture.window();
  if (!(draw.rectangle.width > 0) || !(draw.rectangle.height > 0)) return;
  // Cells are counted from the window's corner: they stay small numbers, exact as fractions.
  auto columns = static_cast<float>(window.columns - window.first_column);
  auto rows = static_cast<float>(window.rows - window.first_row);
  auto block_across = static_cast<float>(window.level.block_columns());
  auto block_down = static_cast<float>(window.level.block_rows());
  auto first_column = static_cast<float>(window.first_column);
  auto first_row = static_cast<float>(window.first_row);
  if (draw.transposed) {
    std::swap(columns, rows);
    std::swap(block_across, block_down);
    std::swap(first_column, first_row);
  }
  HeatmapDraw moved = draw;
  moved.block.first_column -= first_column;
  moved.block.first_row -= first_row;
  draw_level({texture.texture(), block_across, block_down, columns, rows,
              static_cast<float>(window.made_rows - window.first_row), window.reduction},
             moved);
}

void HeatmapRenderer::draw_level(const Level& level, const HeatmapDraw& draw) const {
  const SavedState saved;
  glViewport(0, 0, draw.framebuffer_width, draw.framebuffer_height);
  set_scissor(draw);
  if (draw.opacity < 1.0f) {
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  } else {
    glDisable(GL_BLEND);
  }
  const float texels = std::max(draw.block.columns / draw.rectangle.width / level.block_across,
                                draw.block.rows / draw.rectangle.height / level.block_down);
  const Program& program = texels_between(texels) > 0 ? stretched_ : program_;
  program.use();
  set_uniforms(program, level, draw);
  glActiveTexture(GL_TEXTURE0 + kValuesUnit);
  level.texture.bind();
  glActiveTexture(GL_TEXTURE0 + kColoursUnit);
  colours_[static_cast<size_t>(draw.scale.map)].bind();
  vertex_array_.bind();
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void HeatmapRenderer::set_uniforms(const Program& program, const Level& level, const HeatmapDraw& draw) {
  const auto at = [&program](const char* name) { return program.uniform(name); };
  const Rectangle& box = draw.rectangle;
  const float across = draw.block.columns / box.width;
  const float down = draw.block.rows / box.height;

  glUniform2f(at("framebuffer_size"), static_cast<float>(draw.framebuffer_width),
              static_cast<float>(draw.framebuffer_height));
  glUniform4f(at("rectangle"), box.x, box.y, box.width, box.height);
  glUniform2f(at("first_cell"), draw.block.first_column, draw.block.first_row);
  glUniform2f(at("cells_per_pixel"), across, down);
  glUniform2f(at("cells"), level.across, level.down);
  glUniform2f(at("reach"), reach_of(across), reach_of(down));
  glUniform2f(at("gap"), gap_of(draw, across), gap_of(draw, down));
  glUniform1i(at("values"), kValuesUnit);
  glUniform2f(at("block"), level.block_across, level.block_down);
  glUniform1f(at("made_rows"), draw.waits ? 0.0f : level.made_rows);
  const float texels_across = across / level.block_across;
  const float texels_down = down / level.block_down;
  const bool is_wide = texels_across > texels_down;
  glUniform2i(at("along"), is_wide ? 1 : 0, is_wide ? 0 : 1);
  glUniform1i(at("between"), texels_between(std::max(texels_across, texels_down)));
  glUniform1i(at("transposed"), draw.transposed ? 1 : 0);
  glUniform1i(at("by_magnitude"), level.reduction == Reduction::kLargestMagnitude ? 1 : 0);
  glUniform1i(at("colours"), kColoursUnit);
  glUniform2f(at("range"), draw.scale.low, draw.scale.high);
  glUniform1i(at("flat_index"), look::entry_of(draw.scale, draw.scale.low));
  glUniform3f(at("hatch_colour"), draw.hatch_colour.r, draw.hatch_colour.g, draw.hatch_colour.b);
  glUniform3f(at("background"), draw.background.r, draw.background.g, draw.background.b);
  glUniform1f(at("hatch_period"), draw.hatch_period);
  glUniform1f(at("hatch_strength"), draw.hatch_strength);
  glUniform1f(at("opacity"), draw.opacity);
}

}  // namespace gl
