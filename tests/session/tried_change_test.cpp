// A number made a little larger does to the target what its gradient foretold.
#include "app/session/tried_change.h"

#include <gtest/gtest.h>

#include <cmath>

namespace app {
namespace {

Document of_the_loss() {
  Document document;
  document.text = "the cat sat down";
  document.config.model = engine::ModelKind::kSeeded;
  document.config.architecture = engine::Architecture::kDecoder;
  document.gradient = engine::GradientRequest{.target = engine::LossTarget{}};
  return document;
}

TEST(TriedChange, HappensAsItsGradientForetold) {
  const Document document = of_the_loss();
  const auto trace = make_trace(document).value();
  for (const char* const address :
       {"input", "decoder.0.self.head.1.v", "decoder.1.ffn.hidden", "logits", "decoder.0.self.head.2.wk"}) {
    const int gradient = trace->find(engine::gradient_address(address)).value();
    // The number that moves the target most.
    engine::Cell most{gradient, 0, 0};
    for (engine::Index row = 0; row < trace->stage(gradient).rows; ++row) {
      for (engine::Index column = 0; column < trace->stage(gradient).columns; ++column) {
        if (std::abs(trace->at(gradient, row, column)) > std::abs(trace->at(gradient, most.row, most.column)))
          most = {gradient, row, column};
      }
    }
    const double foretold = 0.01 * static_cast<double>(trace->at(gradient, most.row, most.column));
    const auto happened = tried_change(document, *trace, address, most.row, most.column, 0.01);
    ASSERT_TRUE(happened.has_value()) << address;
    EXPECT_NE(foretold, 0) << address;
    EXPECT_NEAR(*happened, foretold, 0.05 * std::abs(foretold) + 1e-6) << address;
  }
}

TEST(TriedChange, NeedsATargetAndAStage) {
  Document document = of_the_loss();
  const auto trace = make_trace(document).value();
  EXPECT_FALSE(tried_change(document, *trace, "nowhere", 0, 0, 1));
  document.gradient.reset();
  EXPECT_FALSE(tried_change(document, *trace, "input", 0, 0, 1));
}

}  // namespace
}  // namespace app
