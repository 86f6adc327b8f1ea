// gpu.h: what the OpenGL tests share: one context, a picture, a matrix of known numbers.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/gl/framebuffer.h"
#include "app/gl/headless.h"
#include "app/gl/heatmap.h"

namespace gl {

// Made once a process, and kept: OpenGL objects may end as late as they like.
inline const HeadlessContext& context() {
  static const auto* created = new engine::Result<HeadlessContext>(HeadlessContext::create());
  return created->value();
}

using Pixel = std::array<int, 3>;

inline Pixel pixel_of(const look::Rgb& colour) {
  const auto byte = [](float channel) { return static_cast<int>(std::lround(channel * 255.0f)); };
  return {byte(colour.r), byte(colour.g), byte(colour.b)};
}

// A framebuffer's bytes, by x from the left and y from the top.
struct Picture {
  int width;
  std::vector<std::uint8_t> bytes;

  Pixel at(int x, int y) const {
    const auto* pixel = &bytes[(static_cast<size_t>(y) * width + x) * 4];
    return {pixel[0], pixel[1], pixel[2]};
  }
};

// Numbers from -1.2 to 1.2 without order: below and above the usual range too.
inline engine::Matrix numbers(engine::Index rows, engine::Index columns) {
  engine::Matrix matrix(rows, columns);
  std::uint32_t state = 12345;
  for (engine::Index i = 0; i < matrix.size(); ++i) {
    state = state * 1664525u + 1013904223u;
    matrix.data()[i] = static_cast<float>(state >> 8) / 16777216.0f * 2.4f - 1.2f;
  }
  return matrix;
}

// A draw of the whole matrix into the whole picture.
inline HeatmapDraw whole(const engine::Matrix& matrix, int width, int height) {
  HeatmapDraw draw;
  draw.framebuffer_width = width;
  draw.framebuffer_height = height;
  draw.rectangle = {0, 0, static_cast<float>(width), static_cast<float>(height)};
  draw.block = {0, 0, static_cast<float>(matrix.rows()), static_cast<float>(matrix.cols())};
  draw.scale = {look::ColourMap::kViridis, -1.0f, 1.0f};
  draw.hatch_colour = {1.0f, 0.0f, 1.0f};
  draw.background = {1.0f, 0.75f, 1.0f};
  return draw;
}

class GpuTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(context().make_current()); }
  void TearDown() override { EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR)); }

  static const HeatmapRenderer& renderer() {
    static const auto* created = new engine::Result<HeatmapRenderer>(HeatmapRenderer::create());
    return created->value();
  }

  static HeatmapTexture texture_of(const engine::Matrix& matrix, Reduction reduction = Reduction::kLargest) {
    return HeatmapTexture::create(matrix, reduction).value();
  }

  // Drawn onto black.
  static Picture drawn(const HeatmapTexture& texture, const HeatmapDraw& draw) {
    const auto framebuffer = Framebuffer::create(draw.framebuffer_width, draw.framebuffer_height);
    framebuffer->bind();
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    renderer().draw(texture, draw);
    return {draw.framebuffer_width, framebuffer->read_pixels()};
  }
};

}  // namespace gl
