// What of the weights is drawn as hidden.
#include "engine/core/drawn.h"

#include <gtest/gtest.h>

#include "app/document/document.h"
#include "engine/core/hidden.h"
#include "engine/core/trace.h"

namespace engine {
namespace {

std::shared_ptr<const Trace> masked_run(float hidden) {
  app::Document document;
  document.text = "the cat sat on the mat";
  document.config.causal = true;
  document.config.mask_finite = hidden != -kInfinity;
  return app::make_trace(document).value();
}

TEST(Drawn, AWeightThatTheMaskMakesZeroIsHiddenAndOneThatOnlyRoundsToZeroIsANumber) {
  for (const float hidden : {-kInfinity, -1e9F}) {
    const auto trace = masked_run(hidden);
    const int weights = trace->find("encoder.0.self.head.0.weights").value();
    const Stage& stage = trace->stage(weights);
    const Matrix numbers = trace->read(weights, 0, 0, stage.rows, stage.columns);
    const Matrix drawn = read_drawn(*trace, weights, 0, 0, stage.rows, stage.columns);
    for (Index row = 0; row < stage.rows; ++row) {
      for (Index column = 0; column < stage.columns; ++column) {
        EXPECT_EQ(is_hidden(drawn(row, column)), column > row) << row << "," << column;
        if (column <= row) {
          EXPECT_EQ(drawn(row, column), numbers(row, column));
        }
      }
    }
    EXPECT_TRUE(is_drawn_hidden(*trace, weights, 1, 3));
    EXPECT_FALSE(is_drawn_hidden(*trace, weights, 3, 1));
  }
}

TEST(Drawn, OtherStagesAreDrawnAsTheyAre) {
  const auto trace = masked_run(-kInfinity);
  for (const char* step : {"scores", "masked", "output"}) {
    const int stage = trace->find(std::string("encoder.0.self.head.0.") + step).value();
    EXPECT_EQ(hiding_stage(*trace, stage), stage);
    EXPECT_EQ(read_drawn(*trace, stage, 1, 0, 2, 3), trace->read(stage, 1, 0, 2, 3));
  }
}

}  // namespace
}  // namespace engine
