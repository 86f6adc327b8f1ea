// A large map drawn from an overview and from tiles: no peak is lost, and every number is the matrix's own.
#include "app/gl/large_map.h"
#include "engine/model/forward.h"
#include "gpu.h"

namespace gl {
namespace {

using engine::Index;
using engine::Matrix;

ReadBlock reading(const Matrix& matrix) {
  return [&matrix](Index row, Index column, Index rows, Index columns) -> Matrix {
    return matrix.block(row, column, rows, columns);
  };
}

// What stands for each block of `level`, by looking at every cell.
Matrix by_hand(const Matrix& matrix, Halvings level, Reduction reduction) {
  const auto blocks = [](Index cells, Index block) { return (cells + block - 1) / block; };
  const float nothing = -engine::kInfinity;
  Matrix out = Matrix::Constant(blocks(matrix.rows(), level.block_rows()),
                                blocks(matrix.cols(), level.block_columns()), nothing);
  const auto size = [&](float value) {
    if (reduction == Reduction::kLargest) return value;
    return value == nothing ? -1.0f : std::abs(value);
  };
  for (Index row = 0; row < matrix.rows(); ++row) {
    for (Index column = 0; column < matrix.cols(); ++column) {
      float& most = out(row >> level.rows, column >> level.columns);
      if (size(matrix(row, column)) > size(most)) most = matrix(row, column);
    }
  }
  return out;
}

// The numbers of a whole level, from the overview or from all tiles.
Matrix level_of(const LargeMap& map, Halvings level) {
  const auto blocks = [](Index cells, Index block) { return (cells + block - 1) / block; };
  const Index rows = blocks(map.rows(), level.block_rows());
  const Index columns = blocks(map.columns(), level.block_columns());
  const Index down = blocks(rows, kTile);
  const Index right = blocks(columns, kTile);
  if (map.in_overview(level)) return map.from_overview({level, 0, 0}, down, right);
  Matrix all(rows, columns);
  for (Index row = 0; row < down; ++row) {
    for (Index column = 0; column < right; ++column) {
      const Matrix tile = map.tile({level, row, column});
      all.block(row * kTile, column * kTile, tile.rows(), tile.cols()) = tile;
    }
  }
  return all;
}

TEST(LargeMap, EveryLevelIsThatOfEveryCell) {
  Matrix matrix = numbers(701, 1103);
  matrix.topRows(40).setConstant(-engine::kInfinity);
  for (const Reduction reduction : {Reduction::kLargest, Reduction::kLargestMagnitude}) {
    LargeMap map(701, 1103, reduction, reading(matrix));
    while (!map.is_whole()) map.build(0);
    for (const Halvings level :
         {Halvings{0, 0}, {1, 1}, {2, 2}, {3, 3}, {5, 5}, {10, 11}, {0, 4}, {3, 0}, {2, 5}}) {
      EXPECT_EQ(level_of(map, level), by_hand(matrix, level, reduction))
          << level.rows << "," << level.columns;
    }
    const auto pyramid = build_pyramid(matrix, reduction);
    for (int k = 1; k <= 6; ++k) EXPECT_EQ(level_of(map, {k, k}), pyramid[static_cast<size_t>(k) - 1]);
  }
}

TEST(LargeMap, ShowsTheRowsThatAreMadeAndNoOthers) {
  const Matrix matrix = Matrix::Constant(2000, 900, 1.0f);
  LargeMap map(2000, 900, Reduction::kLargest, reading(matrix));
  map.build(0);
  ASSERT_GT(map.made_rows(), 0);
  ASSERT_LT(map.made_rows(), 2000);
  const Matrix overview = map.from_overview({map.base(), 0, 0}, 1, 1);
  const Index made = map.made_rows() / map.base().block_rows();
  EXPECT_EQ(overview.topRows(made).minCoeff(), 1.0f);
  EXPECT_EQ(overview.bottomRows(overview.rows() - made).maxCoeff(), 0.0f);
}

// 9,000 x 9,000 cells need an overview of no more than 1,024 numbers a side.
TEST(LargeMap, HoldsAnOverviewThatDoesNotGrowWithTheCells) {
  const ReadBlock nothing = [](Index, Index, Index rows, Index columns) -> Matrix {
    return Matrix::Zero(rows, columns);
  };
  for (const Index side : {300, 1024, 2048, 9000, 16384}) {
    const LargeMap map(side, side, Reduction::kLargest, nothing);
    EXPECT_LE(map.bytes(), size_t{4} << 20U) << side;
  }
  const LargeMap of_1024(1024, 1024, Reduction::kLargest, nothing);
  EXPECT_LE(144 * of_1024.bytes(), size_t{48} << 20U);
}

TEST(LargeMap, ATileOfAStageThatIsNotKeptEqualsItsNumbers) {
  engine::Config config;
  config.model = engine::ModelKind::kSeeded;
  config.d_model = 16;
  config.n_heads = 2;
  config.d_k = config.d_v = 8;
  std::vector<std::string> tokens;
  for (int i = 0; i < 300; ++i) tokens.push_back("w" + std::to_string(i % 40));
  const engine::Input input = engine::single_input({tokens, std::vector<bool>(300, false)});
  const auto trace =
      engine::forward(*engine::make_model(config), input, config, {}, nullptr, {true, nullptr});
  for (const char* step : {"weights", "scores"}) {
    const int stage = trace->find(std::string("encoder.0.self.head.1.") + step).value();
    ASSERT_FALSE(trace->is_kept(stage));
    const LargeMap map(300, 300, Reduction::kLargestMagnitude,
                       [&](Index row, Index column, Index rows, Index columns) {
                         return trace->read(stage, row, column, rows, columns);
                       });
    EXPECT_EQ(map.tile({{0, 0}, 1, 1}), trace->read(stage, 256, 256, 44, 44)) << step;
    EXPECT_EQ(map.tile({{0, 0}, 0, 0}), trace->read(stage, 0, 0, 256, 256)) << step;
  }
}

class LargeMapOnScreen : public GpuTest {
 protected:
  // The window of all tiles of a level that a block shows, drawn.
  static Picture drawn_at(const LargeMap& map, Halvings level, const HeatmapDraw& draw) {
    auto window = std::make_shared<MapWindow>();
    window->values = level_of(map, level);
    window->level = level;
    window->rows = map.rows();
    window->columns = map.columns();
    window->made_rows = map.is_whole() || !map.in_overview(level) ? map.rows() : map.made_rows();
    window->reduction = map.reduction();
    return drawn_window(std::move(window), draw);
  }
  static Picture drawn_window(std::shared_ptr<const MapWindow> window, const HeatmapDraw& draw) {
    WindowTexture texture;
    texture.show(window);
    const auto framebuffer = Framebuffer::create(draw.framebuffer_width, draw.framebuffer_height);
    framebuffer->bind();
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    renderer().draw(texture, draw);
    return {draw.framebuffer_width, framebuffer->read_pixels()};
  }
};

TEST_F(LargeMapOnScreen, IsTheSamePictureAsThatOfTheWholeTexture) {
  const Matrix matrix = numbers(900, 900);
  for (const Reduction reduction : {Reduction::kLargest, Reduction::kLargestMagnitude}) {
    LargeMap map(900, 900, reduction, reading(matrix));
    while (!map.is_whole()) map.build(1);
    for (const int side : {900, 450, 225, 100, 30}) {
      const HeatmapDraw draw = whole(matrix, side, side);
      const double cells = 900.0 / side;
      const Halvings level = level_for(cells, cells, 900, 900);
      EXPECT_EQ(drawn_at(map, level, draw).bytes, drawn(texture_of(matrix, reduction), draw).bytes) << side;
    }
  }
}

TEST_F(LargeMapOnScreen, ASinglePeakAnywhereIsSeenAtEveryLevel) {
  Matrix matrix = Matrix::Zero(1200, 1200);
  std::uint32_t state = 7;
  for (int peak = 0; peak < 12; ++peak) {
    state = state * 1664525u + 1013904223u;
    const Index row = peak == 0 ? 1199 : (state >> 8) % 1200;
    const Index column = peak == 0 ? 1199 : (state >> 4) % 1200;
    matrix(row, column) = 1.0f;
    LargeMap map(1200, 1200, Reduction::kLargest, reading(matrix));
    while (!map.is_whole()) map.build(1);
    for (const int side : {400, 120, 40}) {
      HeatmapDraw draw = whole(matrix, side, side);
      draw.scale.low = 0.0f;
      const double cells = 1200.0 / side;
      const Picture picture = drawn_at(map, level_for(cells, cells, 1200, 1200), draw);
      const auto pixel = [&](Index cell) { return static_cast<int>(static_cast<double>(cell) / cells); };
      EXPECT_EQ(picture.at(pixel(column), pixel(row)), pixel_of(look::colour_of(draw.scale, 1.0f)))
          << row << "," << column << " at " << side;
    }
    matrix(row, column) = 0.0f;
  }
}

// Only the tiles around what is seen, of a map that begins far away, and transposed.
TEST_F(LargeMapOnScreen, AWindowFarFromTheCornerShowsItsOwnCells) {
  const Matrix matrix = numbers(5000, 5000);
  const LargeMap map(5000, 5000, Reduction::kLargest, reading(matrix));
  auto window = std::make_shared<MapWindow>();
  window->values = map.tile({{0, 0}, 19, 3});
  window->first_row = 19 * kTile;
  window->first_column = 3 * kTile;
  window->rows = window->columns = window->made_rows = 5000;
  HeatmapDraw draw = whole(matrix, 100, 100);
  draw.block = {4980, 800, 20, 20};
  const Picture upright = drawn_window(window, draw);
  for (int i = 0; i < 20; ++i) {
    const Pixel expected = pixel_of(look::colour_of(draw.scale, matrix(4980 + i, 800 + (7 * i) % 20)));
    EXPECT_EQ(upright.at((7 * i) % 20 * 5 + 2, i * 5 + 2), expected) << i;
  }
  draw.transposed = true;
  draw.block = {800, 4980, 20, 20};
  const Picture turned = drawn_window(window, draw);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(turned.at(i * 5 + 2, (7 * i) % 20 * 5 + 2), upright.at((7 * i) % 20 * 5 + 2, i * 5 + 2)) << i;
}

TEST_F(LargeMapOnScreen, RowsThatAreNotKnownYetAreDottedAndNoNumber) {
  const Matrix matrix = Matrix::Constant(2000, 2000, 1.0f);
  LargeMap map(2000, 2000, Reduction::kLargest, reading(matrix));
  map.build(0);
  const HeatmapDraw draw = whole(matrix, 200, 200);
  const Picture picture = drawn_at(map, {4, 4}, draw);
  const Pixel bright = pixel_of(look::colour_of(draw.scale, 1.0f));
  const int made = static_cast<int>(map.made_rows() / 10);
  int dots = 0;
  for (int y = 0; y < 200; ++y) {
    for (int x = 0; x < 200; ++x) {
      if (y < made - 2) {
        ASSERT_EQ(picture.at(x, y), bright) << x << "," << y;
      }
      if (y <= made + 2) continue;
      ASSERT_NE(picture.at(x, y), bright) << x << "," << y;
      dots += picture.at(x, y) != pixel_of(draw.background);
    }
  }
  EXPECT_GT(dots, 100);
}

}  // namespace
}  // namespace gl
