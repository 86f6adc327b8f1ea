// How many numbers a model has.
#include "app/session/parameters.h"

#include <gtest/gtest.h>

#include "app/document/checkpoints.h"
#include "app/pages/figures.h"
#include "app/session/exploring.h"
#include "app/session/presets.h"
#include "app/session/worked_example.h"
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

// A score that is typed is no parameter, and a cell beyond the matrix none either.
TEST(Parameters, AreTypedOnlyWhereTheModelReadsThem) {
  const auto typed = [](const State& state) {
    const auto trace = make_trace(state.document);
    EXPECT_TRUE(trace.ok());
    return typed_parameters(**trace, state.document.config);
  };
  State state{small_model(), {}};
  EXPECT_EQ(typed(state), TypedParameters::kAll);
  state.document.text = "the cat sat down";  // a fourth row in the table
  EXPECT_EQ(typed(state), TypedParameters::kSome);

  State computed;
  EXPECT_EQ(typed(computed), TypedParameters::kNone);
  set_number(computed, "encoder.0.self.head.0.scores", 0, 0, 1.0);
  set_number(computed, "encoder.0.self.head.0.wq", 5000, 0, 1.0);
  EXPECT_EQ(typed(computed), TypedParameters::kNone);
  set_number(computed, "encoder.0.self.head.0.wq", 0, 0, 1.0);
  EXPECT_EQ(typed(computed), TypedParameters::kSome);
}

// What the page on the growth of models counts is what the model panel counts.
TEST(Parameters, OfAModelBySizesAreThoseOfItsTrace) {
  Document document = document_of("preset.transformer");
  const auto trace = make_trace(document);
  ASSERT_TRUE(trace.ok());
  const ParameterCount count = count_parameters(**trace, document.config);
  const ModelSizes paper{
      .kind = SizedKind::kTransformer, .layers = 2, .width = 64, .heads = 4, .hidden = 256};
  EXPECT_EQ(layer_parameters_of(paper),
            static_cast<double>(count.attention + count.feed_forward + count.norms));

  Document trained;
  trained.text = "a b c";
  ASSERT_FALSE(checkpoints::use(HEADLIGHT_TEST_DATA "/golden/checkpoints/gpt2", trained).has_value());
  const auto run = make_trace(trained);
  ASSERT_TRUE(run.ok());
  const ParameterCount its = count_parameters(**run, trained.config);
  const ModelSizes gpt{.kind = SizedKind::kGpt2, .layers = 2, .width = 24, .heads = 3, .hidden = 96};
  const double final_norm = 2 * 24;
  EXPECT_EQ(layer_parameters_of(gpt) + final_norm,
            static_cast<double>(its.attention + its.feed_forward + its.norms));
}

}  // namespace
}  // namespace app
