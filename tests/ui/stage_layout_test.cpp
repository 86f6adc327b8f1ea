// The geometry of a step: operands in the layout of the product, all of it inside the room.
#include "app/views/stage/stage_layout.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/document/document.h"

namespace views {
namespace {

const LayoutMetrics kMetrics{.row_labels = 60,
                             .column_labels = 40,
                             .caption = 24,
                             .gap = 12,
                             .joint = 44,
                             .largest_cell = 76,
                             .smallest_operand = 110};
constexpr ImVec2 kStageCorner(100, 50);
constexpr ImVec2 kRoom(800, 500);

class StageLayouts : public testing::TestWithParam<int> {
 protected:
  StageLayouts() {
    app::Document document;
    document.text.clear();
    for (int i = 0; i < GetParam(); ++i) document.text += "w" + std::to_string(i) + " ";
    trace_ = app::make_trace(document).value();
  }
  StageLayout lay_out(int stage, const app::Viewport& viewport = {}) const {
    return lay_out_stage(*trace_, stage, kStageCorner, kRoom, kMetrics, viewport);
  }
  std::shared_ptr<const engine::Trace> trace_;
};

TEST_P(StageLayouts, EveryStageWithItsOperandsIsInsideTheRoom) {
  for (int stage = 0; stage < trace_->size(); ++stage) {
    for (const PlacedMatrix& placed : lay_out(stage).matrices) {
      const auto& frame = placed.frame;
      EXPECT_GE(frame.corner.x, kStageCorner.x) << trace_->stage(stage).address;
      EXPECT_GE(frame.corner.y, kStageCorner.y) << trace_->stage(stage).address;
      EXPECT_LE(frame.corner.x + frame.size.x, kStageCorner.x + kRoom.x + 2) << trace_->stage(stage).address;
      EXPECT_LE(frame.corner.y + frame.size.y, kStageCorner.y + kRoom.y + 2) << trace_->stage(stage).address;
    }
  }
}

TEST_P(StageLayouts, AProductsRowsAndColumnsLineUpWithItsOperands) {
  const StageLayout layout = lay_out(*trace_->find("encoder.0.self.head.0.scores"));
  ASSERT_EQ(layout.matrices.size(), 3U);
  const auto& left = layout.matrices[0].frame;
  const auto& above = layout.matrices[1].frame;
  const auto& result = layout.result().frame;
  EXPECT_EQ(left.corner.y, result.corner.y);
  EXPECT_EQ(left.size.y, result.size.y);
  EXPECT_EQ(above.corner.x, result.corner.x);
  EXPECT_EQ(above.size.x, result.size.x);
  EXPECT_LT(left.corner.x + left.size.x, result.corner.x);
  EXPECT_LT(above.corner.y + above.size.y, result.corner.y);
  EXPECT_TRUE(above.transposed);
}

TEST_P(StageLayouts, ACellIsFoundWhereItIsDrawn) {
  const int stage = *trace_->find("encoder.0.self.head.0.k");
  const StageLayout layout = lay_out(*trace_->find("encoder.0.self.head.0.scores"));
  const engine::Cell cell{stage, trace_->stage(stage).rows - 1, 7};
  const auto [low, high] = layout.matrices[1].frame.box(cell, cell);
  const auto found = layout.matrices[1].frame.cell_at({(low.x + high.x) / 2, (low.y + high.y) / 2});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(*found, cell);
}

TEST_P(StageLayouts, ZoomShowsTheSameRowsInResultAndLeftOperand) {
  const StageLayout layout = lay_out(*trace_->find("encoder.0.self.head.0.scores"), {0.25, 0.5, 0.5, 0.25});
  const double tokens = GetParam();
  EXPECT_DOUBLE_EQ(layout.result().frame.first_row, 0.5 * tokens);
  EXPECT_DOUBLE_EQ(layout.matrices[0].frame.first_row, 0.5 * tokens);
  EXPECT_DOUBLE_EQ(layout.matrices[0].frame.columns, 16);
  EXPECT_DOUBLE_EQ(layout.matrices[1].frame.first_column, 0.25 * tokens);
}

TEST_P(StageLayouts, AFlatResultLeavesItsHeightToTheOperandAbove) {
  const StageLayout layout = lay_out(*trace_->find("encoder.0.self.output"));
  const float above = layout.matrices[1].frame.size.y;
  const float result = layout.result().frame.size.y;
  const float taken = kMetrics.column_labels + above + kMetrics.gap + result;
  EXPECT_TRUE(taken > 0.9f * kRoom.y || above > 2.4f * result) << above << " above " << result;
  EXPECT_LE(above, std::max(2.6f * result, kMetrics.smallest_operand));
}

INSTANTIATE_TEST_SUITE_P(Tokens, StageLayouts, testing::Values(1, 2, 4, 11, 40, 300));

// A map beside another in a narrow panel: squares of its width would name every second row.
TEST(StageLayout, ANarrowMapsRowsAreAsHighAsTheirLabels) {
  app::Document document;
  document.text = "a b c d e f g h i j k l";
  const auto trace = app::make_trace(document).value();
  const int weights = *trace->find("encoder.0.self.head.0.weights");
  LayoutMetrics metrics = kMetrics;
  metrics.labelled_row = 24;
  metrics.tallest_map_cell = 1.8f;
  const auto rows_in = [&](ImVec2 room) {
    return lay_out_stage(*trace, weights, kStageCorner, room, metrics, {}).result().frame;
  };
  const ui::MatrixFrame narrow = rows_in({520, 500});
  EXPECT_LT(narrow.cell_width(), 24);
  EXPECT_GE(narrow.cell_height(), 24);
  const ui::MatrixFrame slim = rows_in({260, 500});
  EXPECT_LE(slim.cell_height(), 1.8f * slim.cell_width() + 1);
  const ui::MatrixFrame low = rows_in({520, 250});
  EXPECT_LE(low.corner.y + low.size.y, kStageCorner.y + 251);
  const ui::MatrixFrame wide = rows_in({1600, 500});
  EXPECT_LE(wide.cell_height(), wide.cell_width() + 1) << "where labels have room, cells are squares";
}

}  // namespace
}  // namespace views
