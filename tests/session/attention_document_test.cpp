// How attention is computed is a part of a document's line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/document/document.h"
#include "app/document/document_line.h"
#include "app/session/steps.h"
#include "app/text/tr.h"

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
  EXPECT_EQ(engine::kind_of("encoder.0.self.head.1.performer.features.query").name(), "features");
  EXPECT_EQ(engine::kind_of("encoder.0.self.head.1.linformer.mix.value").name(), "mix");
  EXPECT_EQ(engine::kind_of("encoder.0.self.head.1.window.global.shares").name(), "global_shares");
  EXPECT_EQ(engine::kind_of("batch.0.encoder.0.self.head.1.tiled.row_sum").name(), "row_sum");
  EXPECT_EQ(engine::kind_of("encoder.0.self.head.1.difference").name(), "map_difference");
}

// Every way of computing attention, also causal and with a gate.
std::vector<Document> every_way() {
  std::vector<Document> documents;
  for (const engine::MethodRow& row : engine::attention_methods()) {
    for (const bool causal : {false, true}) {
      if (causal && row.masks == engine::MethodMasks::kPadding) continue;
      Document& document = documents.emplace_back();
      document.config.attention.kind = row.kind;
      document.config.causal = causal;
      document.config.attention.gate = causal && row.parameters.gate;
      document.config.mask_padding = true;
      document.padded = {0};
    }
  }
  return documents;
}

TEST(AttentionStages, AreNotShownAsKeys) {
  for (const Document& document : every_way()) {
    const auto trace = make_trace(document);
    ASSERT_TRUE(trace.ok()) << trace.error().key;
    for (const LanguageInfo& language : languages()) {
      const Words& tr = words(language.language);
      for (int i = 0; i < (*trace)->size(); ++i) {
        const engine::Stage& stage = (*trace)->stage(i);
        for (const char* part : {"stage.", "title.", "why."}) {
          const std::string key = part + kind_name(stage);
          EXPECT_NE(tr(key), key) << stage.address << " in " << language.name;
        }
        for (const engine::Index row : {engine::Index{0}, stage.rows - 1}) {
          const engine::Explanation explained = (*trace)->explain(i, row, stage.columns - 1);
          EXPECT_TRUE(explained.note.empty() || tr(explained.note) != explained.note) << stage.address;
          for (const engine::Quantity& quantity : explained.quantities)
            EXPECT_NE(tr(quantity.key), quantity.key) << stage.address;
        }
      }
    }
  }
}

}  // namespace
}  // namespace app
