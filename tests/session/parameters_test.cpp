// How many numbers a model has.
#include "app/session/parameters.h"

#include <gtest/gtest.h>

#include "app/session/presets.h"
#include "tests/session/preset_documents.h"

namespace app {
namespace {

TEST(Parameters, AreCountedAsThePaperCountsThem) {
  Document document = document_of("preset.transformer");
  document.text = "a b c";
  document.target = "d e";
  const auto trace = make_trace(document);
  ASSERT_TRUE(trace.ok());
  const ParameterCount count = count_parameters(**trace, document.config);
  const engine::Index d = 64;
  const engine::Index hidden = 256;
  EXPECT_EQ(count.attention, 6 * 4 * d * d);  // 2 + 2 self, 2 cross; Q, K, V and the output
  EXPECT_EQ(count.feed_forward, 4 * (2 * d * hidden + hidden + d));
  EXPECT_EQ(count.norms, 10 * 2 * d);
  EXPECT_EQ(count.embedding, 5 * d);
  EXPECT_EQ(count.positions, 0);
}

TEST(Parameters, OfABatchAreThoseOfOneModel) {
  Document document = document_of("preset.decoder");
  document.text = "a b c";
  const auto one = make_trace(document);
  document.is_batch = true;
  document.text = "a b c\na b\nc a b";
  const auto batch = make_trace(document);
  ASSERT_TRUE(one.ok() && batch.ok());
  const ParameterCount alone = count_parameters(**one, document.config);
  EXPECT_EQ(count_parameters(**batch, document.config).total() - alone.total(), 64);  // [PAD] has a row too
  EXPECT_EQ(alone.positions, 512 * 64);
}

}  // namespace
}  // namespace app
