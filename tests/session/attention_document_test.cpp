// How attention is computed is a part of a document's line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/document.h"
#include "app/session/place.h"

namespace app {
namespace {

TEST(AttentionOfADocument, ComesBackFromItsLine) {
  Document document;
  document.config.attention = {.kind = engine::AttentionKind::kRfa,
                               .features = 12,
                               .feature_map = engine::FeatureMap::kTrigonometric,
                               .orthogonal = false,
                               .rank = 3,
                               .buckets = 6,
                               .rounds = 2,
                               .chunk = 5,
                               .window = 7,
                               .global = 0,
                               .gate = true,
                               .seed = 9};
  document.config.causal = true;
  const auto read = from_line(to_line(document));
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(read->config.attention, document.config.attention);
  EXPECT_EQ(to_line(*read), to_line(document));
}

TEST(AttentionOfADocument, IsNotWrittenWhereItIsAsUsual) {
  const std::string line = to_line(Document{});
  for (const char* field : {"attention", "features", "rank", "window", "gate"})
    EXPECT_EQ(line.find(std::string("\"") + field), std::string::npos) << field;
}

TEST(AttentionStages, AreOfTheSameKindForQueriesKeysAndValues) {
  EXPECT_EQ(stage_kind("encoder.0.self.head.1.performer.features.query"), "features");
  EXPECT_EQ(stage_kind("encoder.0.self.head.1.linformer.mix.value"), "mix");
  EXPECT_EQ(stage_kind("encoder.0.self.head.1.window.global.shares"), "global_shares");
  EXPECT_EQ(stage_kind("batch.0.encoder.0.self.head.1.tiled.row_sum"), "row_sum");
  EXPECT_EQ(stage_kind("encoder.0.self.head.1.difference"), "map_difference");
}

}  // namespace
}  // namespace app
