// A heatmap's pixels are the colours that the CPU gives to its cells.
#include "app/gl/heatmap.h"

#include <string>

#include "tests/gl/gpu.h"

namespace gl {
namespace {

using engine::Index;
using engine::Matrix;
using look::ColourMap;

constexpr ColourMap kMaps[] = {ColourMap::kViridis, ColourMap::kCividis, ColourMap::kGreys,
                               ColourMap::kSignedLight, ColourMap::kSignedDark};

class Heatmap : public GpuTest {
 protected:
  // Looks at the pixel in the middle of every cell whose middle is in the rectangle. How many cells it saw.
  static int expect_cell_centres(const Matrix& as_drawn, const Picture& picture, const HeatmapDraw& draw) {
    const Rectangle& box = draw.rectangle;
    int seen = 0;
    int wrong = 0;
    for (Index row = 0; row < as_drawn.rows(); ++row) {
      for (Index column = 0; column < as_drawn.cols(); ++column) {
        const float right =
            (static_cast<float>(column) + 0.5f - draw.block.first_column) / draw.block.columns;
        const float down = (static_cast<float>(row) + 0.5f - draw.block.first_row) / draw.block.rows;
        if (right <= 0 || right >= 1 || down <= 0 || down >= 1) continue;
        const int x = static_cast<int>(box.x + right * box.width);
        const int y = static_cast<int>(box.y + down * box.height);
        ++seen;
        if (picture.at(x, y) == pixel_of(look::colour_of(draw.scale, as_drawn(row, column)))) continue;
        if (++wrong > 3) continue;
        ADD_FAILURE() << "cell " << row << "," << column << " = " << as_drawn(row, column) << " at pixel "
                      << x << "," << y;
      }
    }
    EXPECT_EQ(wrong, 0);
    return seen;
  }
};

TEST_F(Heatmap, CellCentresHaveTheColoursOfTheProcessor) {
  constexpr std::pair<Index, Index> kShapes[] = {{1, 1}, {7, 5}, {1, 40}, {64, 64}, {300, 200}};
  for (const auto& [rows, columns] : kShapes) {
    const Matrix matrix = numbers(rows, columns);
    const HeatmapTexture texture = texture_of(matrix);
    for (const ColourMap map : kMaps) {
      HeatmapDraw draw = whole(matrix, 640, 931);
      draw.scale.map = map;
      EXPECT_EQ(expect_cell_centres(matrix, drawn(texture, draw), draw), matrix.size());
    }
  }
}

TEST_F(Heatmap, AMillionValuesHaveTheColoursOfTheProcessor) {
  // Every value that a colour begins or ends at, and its neighbours, in a texel a pixel.
  Matrix matrix(1024, 1024);
  const look::ColourScale scale{ColourMap::kViridis, 0.0f, 1.0f};
  for (Index i = 0; i < matrix.size(); ++i) {
    const auto edge = static_cast<float>(i % 512) / 510.0f;
    const auto away = static_cast<float>(i / 512 - 1024);
    matrix.data()[i] = edge + away * 3e-8f;
  }
  HeatmapDraw draw = whole(matrix, 1024, 1024);
  draw.scale = scale;
  EXPECT_EQ(expect_cell_centres(matrix, drawn(texture_of(matrix), draw), draw), matrix.size());
}

TEST_F(Heatmap, ZoomedAndPannedCellsStayTheirColours) {
  const Matrix matrix = numbers(90, 70);
  HeatmapDraw draw = whole(matrix, 500, 400);
  draw.rectangle = {20.25f, 31.5f, 433.0f, 320.75f};
  draw.block = {12.3f, 55.75f, 17.5f, 21.0f};  // beyond the last column
  draw.cell_gaps = true;
  const Picture picture = drawn(texture_of(matrix), draw);
  EXPECT_GT(expect_cell_centres(matrix, picture, draw), 200);
  EXPECT_EQ(picture.at(445, 200), pixel_of(draw.background)) << "beyond the last column";
  EXPECT_EQ(picture.at(10, 200), (Pixel{0, 0, 0})) << "outside the rectangle";
}

TEST_F(Heatmap, TransposedRowsRunFromLeftToRight) {
  const Matrix matrix = numbers(30, 50);
  const Matrix flipped = matrix.transpose();
  HeatmapDraw draw = whole(flipped, 600, 700);
  draw.transposed = true;
  EXPECT_EQ(expect_cell_centres(flipped, drawn(texture_of(matrix), draw), draw), 1500);
}

TEST_F(Heatmap, APartOfALargerMatrixCanBeDrawn) {
  const Matrix matrix = numbers(30, 50);
  const Matrix part = matrix.block(3, 7, 11, 13);
  const auto texture = HeatmapTexture::create(matrix.block(3, 7, 11, 13), Reduction::kLargest);
  ASSERT_TRUE(texture.ok());
  const HeatmapDraw draw = whole(part, 300, 300);
  EXPECT_EQ(expect_cell_centres(part, drawn(*texture, draw), draw), 143);
}

TEST_F(Heatmap, ARangeOfOneValueHasTheColourOfTheProcessor) {
  Matrix matrix = numbers(4, 4);
  matrix(0, 0) = 0.25f;
  for (const ColourMap map : kMaps) {
    HeatmapDraw draw = whole(matrix, 100, 100);
    draw.scale = {map, 0.25f, 0.25f};
    EXPECT_EQ(expect_cell_centres(matrix, drawn(texture_of(matrix), draw), draw), 16);
  }
}

TEST_F(Heatmap, HiddenCellsAreHatchedAndNeverAValuesColour) {
  Matrix matrix = numbers(8, 8);
  for (Index row = 0; row < 8; ++row) {
    for (Index column = row + 1; column < 8; ++column) matrix(row, column) = -engine::kInfinity;
  }
  const HeatmapDraw draw = whole(matrix, 400, 400);
  const Picture picture = drawn(texture_of(matrix), draw);
  int lines = 0;
  int between = 0;
  for (int y = 0; y < 400; ++y) {
    for (int x = 0; x < 400; ++x) {
      const Pixel pixel = picture.at(x, y);
      // Here hatching is magenta to pink (red and blue full), which no colour of viridis is.
      const bool hatched = pixel[0] == 255 && pixel[2] == 255;
      ASSERT_EQ(hatched, x / 50 > y / 50) << x << "," << y;
      lines += pixel == pixel_of(draw.hatch_colour);
      between += pixel == pixel_of(draw.background);
    }
  }
  EXPECT_GT(lines, 8000);
  EXPECT_GT(between, 8000);
}

// A zero matrix with one bright cell, `side` cells of it in 800 x 800 pixels, the cell in the last row and
// column.
void expect_peak_seen(HeatmapTexture& texture, Matrix& matrix, Index row, Index column, float side,
                      Picture (*drawn)(const HeatmapTexture&, const HeatmapDraw&)) {
  HeatmapDraw draw = whole(matrix, 800, 800);
  CellBlock& block = draw.block;
  block.rows = std::min(side, block.rows);
  block.columns = std::min(side, block.columns);
  block.first_row = std::max(0.0f, static_cast<float>(row) - block.rows + 1);
  block.first_column = std::max(0.0f, static_cast<float>(column) - block.columns + 1);
  draw.scale.low = 0.0f;
  const Pixel bright = pixel_of(look::colour_of(draw.scale, 1.0f));
  const auto x =
      static_cast<int>((static_cast<float>(column) + 0.5f - block.first_column) * 800 / block.columns);
  const auto y = static_cast<int>((static_cast<float>(row) + 0.5f - block.first_row) * 800 / block.rows);

  matrix(row, column) = 1.0f;
  ASSERT_TRUE(texture.update(matrix));
  const Picture picture = drawn(texture, draw);
  matrix(row, column) = 0.0f;
  EXPECT_EQ(picture.at(x, y), bright)
      << matrix.rows() << "x" << matrix.cols() << ": " << row << "," << column;
  if (y >= 4) {
    EXPECT_NE(picture.at(x, y - 4), bright) << "spreads from " << row << "," << column;
  }
}

TEST_F(Heatmap, ASingleBrightCellSurvivesEveryZoom) {
  struct Case {
    Index rows, columns;
    float side;
  };
  for (const Case& map :
       {Case{4096, 4096, 4096}, Case{1001, 777, 1001}, Case{4096, 4096, 900}, Case{3000, 16, 3000}}) {
    Matrix matrix = Matrix::Zero(map.rows, map.columns);
    HeatmapTexture texture = texture_of(matrix);
    const std::pair<Index, Index> cells[] = {{0, 0},
                                             {map.rows - 1, map.columns - 1},
                                             {map.rows - 1, 0},
                                             {0, map.columns - 1},
                                             {map.rows / 3, map.columns / 3},
                                             {map.rows / 2 + 1, map.columns / 2 + 1}};
    for (const auto& [row, column] : cells) expect_peak_seen(texture, matrix, row, column, map.side, drawn);
  }
}

TEST_F(Heatmap, EverySingleCellIsSeenByThePixelThatCoversIt) {
  const Pixel bright = pixel_of(look::colour_of({ColourMap::kViridis, 0.0f, 1.0f}, 1.0f));
  Matrix matrix = Matrix::Zero(1, 777);
  HeatmapTexture texture = texture_of(matrix);
  for (Index column = 0; column < 777; ++column) {
    matrix(0, column) = 1.0f;
    ASSERT_TRUE(texture.update(matrix));
    HeatmapDraw draw = whole(matrix, 91, 3);
    draw.block.rows = 777.0f * 3 / 91;  // cells as high as wide
    draw.scale.low = 0.0f;
    const Picture picture = drawn(texture, draw);
    EXPECT_EQ(picture.at(static_cast<int>((static_cast<float>(column) + 0.5f) * 91 / 777), 0), bright)
        << column;
    matrix(0, column) = 0.0f;
  }
}

TEST_F(Heatmap, TheNegativePeakOfASignedMapSurvives) {
  Matrix matrix = Matrix::Constant(1600, 1600, 0.1f);
  matrix.row(1).setConstant(-engine::kInfinity);
  matrix(801, 33) = -1.0f;
  HeatmapDraw draw = whole(matrix, 400, 400);
  draw.scale.map = ColourMap::kSignedLight;
  const Picture picture = drawn(texture_of(matrix, Reduction::kLargestMagnitude), draw);
  EXPECT_EQ(picture.at(8, 200), pixel_of(look::colour_of(draw.scale, -1.0f)));
  EXPECT_EQ(picture.at(300, 0), pixel_of(look::colour_of(draw.scale, 0.1f))) << "hidden beside seen";
}

TEST_F(Heatmap, FewWideRowsKeepTheirRows) {
  // Columns far smaller than a pixel, rows far larger: no row may show its neighbour's peaks.
  Matrix matrix = Matrix::Zero(4, 8000);
  matrix.row(2).setOnes();
  HeatmapDraw draw = whole(matrix, 400, 400);
  draw.scale.low = 0.0f;
  const Picture picture = drawn(texture_of(matrix), draw);
  for (int y = 0; y < 400; ++y) {
    const float value = y / 100 == 2 ? 1.0f : 0.0f;
    ASSERT_EQ(picture.at(123, y), pixel_of(look::colour_of(draw.scale, value))) << y;
  }
}

TEST_F(Heatmap, GapsPartCellsOfSixPixelsAndMore) {
  const Matrix matrix = Matrix::Zero(10, 10);
  HeatmapDraw draw = whole(matrix, 100, 50);  // cells of 10 x 5 pixels: gaps between columns only
  draw.cell_gaps = true;
  const Picture picture = drawn(texture_of(matrix), draw);
  const Pixel cell = pixel_of(look::colour_of(draw.scale, 0.0f));
  for (int y = 0; y < 50; ++y) {
    for (int x = 0; x < 100; ++x) {
      const bool gap = x % 10 == 0 && x > 0;
      ASSERT_EQ(picture.at(x, y), gap ? pixel_of(draw.background) : cell) << x << "," << y;
    }
  }
}

TEST_F(Heatmap, AnUpdateShows) {
  Matrix matrix = numbers(33, 20);
  HeatmapTexture texture = texture_of(matrix);
  const HeatmapDraw draw = whole(matrix, 400, 660);
  expect_cell_centres(matrix, drawn(texture, draw), draw);
  matrix = -matrix;
  ASSERT_TRUE(texture.update(matrix));
  expect_cell_centres(matrix, drawn(texture, draw), draw);
  EXPECT_FALSE(texture.update(numbers(20, 33)));
  expect_cell_centres(matrix, drawn(texture, draw), draw);
}

TEST_F(Heatmap, HalfOpacityMixesWithWhatIsThere) {
  const Matrix matrix = Matrix::Ones(1, 1);
  HeatmapDraw draw = whole(matrix, 10, 10);
  draw.scale = {ColourMap::kViridis, 0.0f, 1.0f};
  draw.opacity = 0.5f;
  const Pixel half = drawn(texture_of(matrix), draw).at(5, 5);
  const Pixel full = pixel_of(look::colour_of(draw.scale, 1.0f));
  for (size_t channel = 0; channel < 3; ++channel) EXPECT_NEAR(half[channel], full[channel] / 2.0, 1.0);
}

TEST_F(Heatmap, NothingIsDrawnOutsideTheClip) {
  const Matrix matrix = numbers(8, 8);
  HeatmapDraw draw = whole(matrix, 80, 80);
  draw.clip = Rectangle{10, 20, 30, 5};
  const Picture picture = drawn(texture_of(matrix), draw);
  for (int y = 0; y < 80; ++y) {
    for (int x = 0; x < 80; ++x) {
      const bool inside = x >= 10 && x < 40 && y >= 20 && y < 25;
      ASSERT_EQ(picture.at(x, y) != (Pixel{0, 0, 0}), inside) << x << "," << y;
    }
  }
}

TEST_F(Heatmap, LeavesOpenGlAsItWas) {
  const Matrix matrix = numbers(8, 8);
  const HeatmapTexture texture = texture_of(matrix);
  const auto framebuffer = Framebuffer::create(64, 64);
  framebuffer->bind();
  const Texture other;
  glActiveTexture(GL_TEXTURE1);
  other.bind();
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE);
  glDisable(GL_SCISSOR_TEST);
  glScissor(1, 2, 3, 4);
  glViewport(5, 6, 7, 8);
  renderer().draw(texture, whole(matrix, 64, 64));
  const auto state = [](GLenum name) {
    std::array<GLint, 4> values{};
    glGetIntegerv(name, values.data());
    return values;
  };
  EXPECT_EQ(state(GL_ACTIVE_TEXTURE)[0], GL_TEXTURE1);
  EXPECT_EQ(state(GL_TEXTURE_BINDING_2D)[0], static_cast<GLint>(other.name()));
  EXPECT_EQ(state(GL_CURRENT_PROGRAM)[0], 0);
  EXPECT_EQ(state(GL_VERTEX_ARRAY_BINDING)[0], 0);
  EXPECT_EQ(state(GL_BLEND_DST_ALPHA)[0], GL_ONE);
  EXPECT_EQ(state(GL_SCISSOR_BOX), (std::array<GLint, 4>{1, 2, 3, 4}));
  EXPECT_EQ(state(GL_VIEWPORT), (std::array<GLint, 4>{5, 6, 7, 8}));
  EXPECT_TRUE(glIsEnabled(GL_BLEND));
  EXPECT_FALSE(glIsEnabled(GL_SCISSOR_TEST));
  glDisable(GL_BLEND);
  glActiveTexture(GL_TEXTURE0);
}

TEST_F(Heatmap, AnEmptyMatrixDrawsNothing) {
  const HeatmapTexture texture = texture_of(Matrix(0, 5));
  EXPECT_EQ(texture.bytes(), 0u);
  EXPECT_EQ(drawn(texture, whole(Matrix(0, 5), 20, 20)).at(10, 10), (Pixel{0, 0, 0}));
}

}  // namespace
}  // namespace gl
