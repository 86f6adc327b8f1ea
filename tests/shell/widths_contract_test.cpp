// Widths of attention alone on the command line: options, addresses, sessions, and what is refused.
#include <gmock/gmock.h>

#include "tests/shell/bad_input.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

using testing::Contains;
using testing::Not;

const CommandLine kWidths = {"--model", "seeded", "--i-q", "12", "--i-k", "10", "--i-v", "6", "--d-o", "20"};

TEST(Widths, GiveThreeInputsTheirStagesAndTheWeightsTheirShapes) {
  const CommandLine all = addresses(kWidths);
  for (const char* const input : {"query", "key", "value"}) {
    for (const char* const part : {".embedding.table", ".embedding", ".position", ".input"})
      EXPECT_THAT(all, Contains(std::string(input) + part));
  }
  EXPECT_THAT(all, Not(Contains("input")));
  EXPECT_THAT(line_of("encoder.0.self.head.1.wk", kWidths), Contains("16 × 10"));
  EXPECT_THAT(line_of("encoder.0.self.head.1.v", kWidths), Contains("4 × 16"));
  EXPECT_THAT(line_of("encoder.0.self.output", kWidths), Contains("4 × 20"));
}

TEST(Widths, AreTheModelsOwnUnlessTheyAreSaid) {
  EXPECT_EQ(
      run({"trace", "--stage", "encoder.0.self.output", "--model", "seeded"}),
      run({"trace", "--stage", "encoder.0.self.output", "--model", "seeded", "--i-k", "64", "--d-o", "64"}));
}

TEST(Widths, AreRefusedWithTheReason) {
  expect_refused({"stages", "--i-k", "8"}, {"crafted", "--model seeded"});
  expect_refused({"stages", "--model", "seeded", "--i-k", "-1"}, {"--i-k"});
  expect_refused({"stages", "--model", "seeded", "--i-v", "many"}, {"--i-v", "many"});
  expect_refused({"stages", "--encoder-layers", "2", "--d-o", "8"}, {"--d-o", "attention alone"});
  expect_refused({"stages", "--model", "seeded", "--i-q", "8", "--positions", "learned"}, {"d_model wide"});
}

}  // namespace
}  // namespace app
