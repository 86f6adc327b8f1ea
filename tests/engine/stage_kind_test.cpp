// What a stage is, by its address.
#include "engine/core/stage_kind.h"

#include <gtest/gtest.h>

#include "tests/engine/traces.h"

namespace engine {
namespace {

TEST(StageKind, IsTheSameInEveryHeadLayerAndExample) {
  EXPECT_EQ(kind_of("encoder.0.self.head.1.scores"), StageKind::kScores);
  EXPECT_EQ(kind_of("batch.2.decoder.3.cross.head.0.scores"), StageKind::kScores);
}

TEST(StageKind, OfAnOutputSaysOfWhat) {
  EXPECT_EQ(kind_of("encoder.0.self.head.1.output"), StageKind::kHeadOutput);
  EXPECT_EQ(kind_of("encoder.0.self.output"), StageKind::kOutput);
  EXPECT_EQ(kind_of("decoder.1.ffn.output"), StageKind::kFeedForwardOutput);
  EXPECT_EQ(kind_of("encoder.output"), StageKind::kEncoderOutput);
  EXPECT_EQ(kind_of("decoder.output"), StageKind::kDecoderOutput);
}

TEST(StageKind, OfTablesAndNormsSaysWhatTheyHold) {
  EXPECT_EQ(kind_of("encoder.0.self.norm.weight"), StageKind::kNormWeight);
  EXPECT_EQ(kind_of("predict.bias"), StageKind::kPredictBias);
  EXPECT_EQ(kind_of("embedding.table"), StageKind::kEmbeddingTable);
  EXPECT_EQ(kind_of("encoder.relative.table"), StageKind::kRelativeTable);
  EXPECT_EQ(kind_of("encoder.0.self.head.1.relative.table"), StageKind::kRelativeVectors);
}

TEST(StageKind, OfAStageThatNoRowNamesHasItsName) {
  EXPECT_EQ(kind_of("lab.some.stack.2.output").name(), "lab_some_stack_output");
  EXPECT_EQ(kind_of("lab.some.stack.3.output"), kind_of("lab.some.stack.2.output"));
  EXPECT_NE(kind_of("lab.some.stack.output"), kind_of("lab.other.stack.output"));
  EXPECT_EQ(kind_of("encoder.0.self.head.1.performer.features.query").name(), "features");
  EXPECT_EQ(kind_of("difference").name(), "difference");
  EXPECT_EQ(kind_of("lab.some.thing").family(), StageFamily::kOther);
}

TEST(StageKind, OfAMapIsOneOfThoseThatHaveTheSameCells) {
  EXPECT_TRUE(kind_of("encoder.0.self.head.1.difference").is_map());
  EXPECT_TRUE(kind_of("encoder.0.self.head.1.tiled.exponentials").is_map());
  EXPECT_FALSE(kind_of("encoder.0.self.head.1.output").is_map());
  EXPECT_FALSE(kind_of("lab.relatives.attention.weights").is_map());
}

TEST(StageKind, IsFoundByItsName) {
  EXPECT_EQ(StageKind::named("relative_sum"), StageKind::kRelativeSum);
  EXPECT_EQ(StageKind::named("relative_sum").step(), "relative.sum");
  EXPECT_EQ(StageKind::named("no such kind"), StageKind::named("no such kind"));
  EXPECT_EQ(StageKind(), StageKind::named(""));
}

// What is told by an address's end is what all of it says.
TEST(StageKind, OfAnAddressIsThatOfItsParts) {
  for (const AttentionKind method :
       {AttentionKind::kExact, AttentionKind::kPerformer, AttentionKind::kReformer}) {
    Config config = seeded_config(16, 2, 8, 8);
    config.architecture = Architecture::kEncoder;
    config.attention.kind = method;
    const auto trace = run({"the", "cat", "sat"}, config);
    for (const Stage& stage : trace->stages())
      EXPECT_EQ(stage.kind, kind_of(parse_address(stage.address))) << stage.address;
  }
}

}  // namespace
}  // namespace engine
