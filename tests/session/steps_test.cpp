// The walk through a trace.
#include "app/session/steps.h"

#include <gtest/gtest.h>

#include "app/session/examples.h"
#include "app/session/session.h"

namespace app {
namespace {

TEST(Steps, TheWalkOfOneHeadHasSixteenSteps) {
  const Session session({four_tokens(), {}});
  const auto steps = walk(*session.trace(), 2);
  ASSERT_EQ(steps.size(), 16U);
  EXPECT_EQ(session.trace()->stage(steps[7].stage).address, "encoder.0.self.head.2.scores");
  EXPECT_EQ(step_of(*session.trace(), steps, "encoder.0.self.head.2.wq"), 4U);
}

TEST(Steps, AnOutputIsNamedByWhatItIsTheOutputOf) {
  EXPECT_EQ(engine::kind_of("encoder.0.self.head.1.output").name(), "head_output");
  EXPECT_EQ(engine::kind_of("encoder.0.self.output").name(), "output");
}

Document transformer(engine::NormOrder norm) {
  Document document;
  document.target = "le chat";
  document.config.model = engine::ModelKind::kSeeded;
  document.config.architecture = engine::Architecture::kTransformer;
  document.config.norm = norm;
  return document;
}

// The first address of every group.
std::vector<std::string> groups(const engine::Trace& trace) {
  const auto steps = walk(trace, 0);
  std::vector<std::string> first;
  for (const size_t group : groups_of(steps)) first.push_back(trace.stage(steps[group].stage).address);
  return first;
}

TEST(Steps, TheNormBeforeASubLayerStandsWithItsHead) {
  const auto trace = make_trace(transformer(engine::NormOrder::kPre)).value();
  const auto first = groups(*trace);
  ASSERT_EQ(first.size(), 20U);
  EXPECT_EQ(first[1], "encoder.0.self.norm");
  EXPECT_EQ(first[2], "encoder.0.self.concat");
  EXPECT_EQ(first[3], "encoder.0.ffn.norm");
  const auto post = groups(*make_trace(transformer(engine::NormOrder::kPost)).value());
  ASSERT_EQ(post.size(), 20U);
  EXPECT_EQ(post[1], "encoder.0.self.head.0.q");
}

TEST(Steps, TheEndOfTheDecoderStandsWithThePrediction) {
  const auto trace = make_trace(transformer(engine::NormOrder::kPost)).value();
  const auto steps = walk(*trace, 0);
  ASSERT_GE(steps.size(), 3U);
  EXPECT_EQ(trace->stage(steps[groups_of(steps).back()].stage).address, "decoder.output");
  EXPECT_TRUE(together(steps[steps.size() - 3], steps.back()));
}

TEST(Steps, OneScaleServesEveryHeadOfEveryLayerOfAStack) {
  const auto trace = make_trace(transformer(engine::NormOrder::kPost)).value();
  EXPECT_EQ(across_all(*trace, *trace->find("decoder.1.cross.head.2.weights")).size(), 8U);
  EXPECT_EQ(across_all(*trace, *trace->find("decoder.1.ffn.hidden")).size(), 2U);
  EXPECT_EQ(across_all(*trace, *trace->find("probabilities")).size(), 1U);
}

TEST(Steps, ABatchHasAsManyExamplesAsLines) {
  Document document;
  document.text = "the cat sat\nwe read\na";
  EXPECT_EQ(example_count(*make_trace(document).value()), 0);
  document.is_batch = true;
  EXPECT_EQ(example_count(*make_trace(document).value()), 3);
  Document pairs = transformer(engine::NormOrder::kPost);
  EXPECT_EQ(example_count(*make_trace(pairs).value()), 0);
  pairs.is_batch = true;
  pairs.text = "the cat\nwe read";
  pairs.target = "le chat\nnous lisons";
  EXPECT_EQ(example_count(*make_trace(pairs).value()), 2);
}

}  // namespace
}  // namespace app
