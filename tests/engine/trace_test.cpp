// A trace answers by address and by block, and names its stages in the paper's order.
#include <gtest/gtest.h>

#include <set>

#include "engine/core/letters.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

TEST(Trace, NamesItsStagesInThePapersOrder) {
  const auto trace = run({"a", "b"}, seeded_config(6, 1, 3, 2));
  std::vector<std::string> addresses;
  for (const Stage& stage : trace->stages()) addresses.push_back(stage.address);
  const std::string head = "encoder.0.self.head.0.";
  EXPECT_EQ(addresses, (std::vector<std::string>{"tokens",
                                                 "embedding.table",
                                                 "embedding",
                                                 "position",
                                                 "input",
                                                 head + "wq",
                                                 head + "wk",
                                                 head + "wv",
                                                 head + "q",
                                                 head + "k",
                                                 head + "v",
                                                 head + "scores",
                                                 head + "scaled",
                                                 head + "mask",
                                                 head + "masked",
                                                 head + "weights",
                                                 head + "output",
                                                 "encoder.0.self.concat",
                                                 "encoder.0.self.wo",
                                                 "encoder.0.self.output"}));
}

TEST(Trace, FindsEveryStageByItsAddressAndNothingElse) {
  const auto trace = run({"a", "b"});
  for (int index = 0; index < trace->size(); ++index) {
    EXPECT_EQ(trace->find(trace->stage(index).address), index);
  }
  for (const char* wrong :
       {"", "Embedding", "embedding ", "encoder.0.self.head.4.q", "encoder.0.self.head.-1.q"}) {
    EXPECT_EQ(trace->find(wrong), std::nullopt) << wrong;
  }
}

TEST(Trace, OffersTheNearestNames) {
  const auto trace = run({"a", "b"});
  EXPECT_EQ(trace->nearest("embeding", 1), std::vector<std::string>{"embedding"});
  EXPECT_EQ(trace->nearest("encoder.0.self.head.2.wieghts", 1),
            std::vector<std::string>{"encoder.0.self.head.2.weights"});
  EXPECT_EQ(trace->nearest("encoder.0.self.ouput", 3).front(), "encoder.0.self.output");
  EXPECT_EQ(trace->nearest("", 3).size(), 3u);
  EXPECT_EQ(trace->nearest("x", 10'000).size(), static_cast<size_t>(trace->size()));
  EXPECT_EQ(trace->nearest(std::string(1'000'000, 'x'), 2).size(), 2u);
}

TEST(Trace, ReadsBlocksRowsColumnsAndCellsAlike) {
  const auto trace = run({"a", "b", "c"});
  const int stage = stage_index(*trace, head_address(1, "q"));
  const Matrix whole = numbers_of(*trace, head_address(1, "q"));
  EXPECT_EQ(trace->read(stage, 1, 2, 2, 5), whole.block(1, 2, 2, 5));
  EXPECT_EQ(trace->read_row(stage, 2), whole.row(2));
  EXPECT_EQ(trace->read_column(stage, 3), whole.col(3));
  EXPECT_EQ(trace->at(stage, 2, 15), whole(2, 15));
  EXPECT_EQ(trace->read(stage, 0, 0, 0, 0).size(), 0);
}

TEST(Trace, SummarisesFiniteNumbersAndCountsHiddenOnes) {
  Config config;
  config.causal = true;
  const auto trace = run({"a", "b", "c"}, config);
  const Summary mask = trace->summary(stage_index(*trace, head_address(0, "mask")));
  EXPECT_EQ(mask.smallest, 0);
  EXPECT_EQ(mask.largest, 0);
  EXPECT_EQ(mask.finite, 6);
  EXPECT_EQ(mask.hidden, 3);
  const Matrix input = numbers_of(*trace, "input");
  const Summary summary = trace->summary(stage_index(*trace, "input"));
  EXPECT_EQ(summary.smallest, input.minCoeff());
  EXPECT_EQ(summary.largest, input.maxCoeff());
  EXPECT_EQ(summary.finite, input.size());
}

TEST(Trace, EveryStageReadsOnlyEarlierOnesAndHasAFormula) {
  const auto trace = run({"a", "b"}, seeded_config(6, 4, 3, 2));
  std::set<std::string> addresses;
  for (int index = 0; index < trace->size(); ++index) {
    const Stage& stage = trace->stage(index);
    EXPECT_TRUE(addresses.insert(stage.address).second) << stage.address;
    EXPECT_FALSE(trace->formula(index).empty()) << stage.address;
    EXPECT_FALSE(symbol_of(*trace, stage, {}).empty()) << stage.address;
    for (const int input : stage.inputs) EXPECT_LT(input, index);
  }
}

TEST(Trace, CountsSharedStorageOnce) {
  // With no mask and no scale, .scaled and .masked are .scores; all heads share one mask.
  Config config = seeded_config(8, 2, 4, 4);
  config.scale = false;
  const auto trace = run({"a", "b", "c"}, config);
  const size_t weights = 4 * 8 * 8;
  const size_t vectors =
      3 * 1 + 3 * 8 * 9;  // ids; table, embedding, position, input, Q, K, V, concat, output
  const size_t maps = 3 * 3 * (2 * 2 + 1);
  EXPECT_EQ(trace->bytes(), 4 * (weights + vectors + maps));
}

TEST(Trace, RemembersTokensAndPadding) {
  const auto trace = run({"a", "b"}, {}, {false, true});
  EXPECT_EQ(trace->sequence(0).tokens, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(trace->sequence(0).padding, (std::vector<bool>{false, true}));
  EXPECT_EQ(trace->vocabulary(), (std::vector<std::string>{"a", "b"}));
}

}  // namespace
}  // namespace engine
