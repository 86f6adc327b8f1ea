// Padding changes nothing: a sentence of a batch against itself alone.
#include "app/session/alone.h"

#include <gtest/gtest.h>

#include "app/session/changes.h"
#include "app/session/presets.h"
#include "tests/session/preset_documents.h"

namespace app {
namespace {

class Alone : public testing::TestWithParam<const char*> {};

TEST_P(Alone, APaddedSentenceGivesTheSameNumbers) {
  Document document = document_of(GetParam());
  document.text = "the cat sat on the mat\nwe read\nall you need";
  document.target = "le chat est assis\nnous lisons\ntout";
  State state{document, {}};
  set_batch(state, true);
  const auto trace = make_trace(state.document);
  ASSERT_TRUE(trace.ok());
  for (int example = 0; example < 3; ++example) {
    const auto check = check_alone(**trace, state.document.config, example);
    ASSERT_TRUE(check.has_value());
    EXPECT_GT(check->numbers, 0);
    EXPECT_LT(check->largest_difference, 2e-6) << example;
  }
}

TEST_P(Alone, WithoutThePaddingMaskItDoesNot) {
  Document document = document_of(GetParam());
  document.text = "the cat sat on the mat\nwe read";
  document.target = "le chat est assis\nnous lisons";
  document.is_batch = true;
  const auto trace = make_trace(document);
  ASSERT_TRUE(trace.ok());
  const auto longest = check_alone(**trace, document.config, 0);
  const auto padded = check_alone(**trace, document.config, 1);
  ASSERT_TRUE(longest && padded);
  EXPECT_LT(longest->largest_difference, 2e-6);
  // A causal decoder never looks ahead to where the padding stands.
  const bool looks_ahead = std::string_view(GetParam()) != "preset.decoder";
  EXPECT_EQ(padded->largest_difference > 1e-3, looks_ahead) << padded->largest_difference;
}

INSTANTIATE_TEST_SUITE_P(Presets, Alone,
                         testing::Values("preset.attention", "preset.transformer", "preset.encoder",
                                         "preset.decoder"));

TEST(AloneCheck, CountsTheNumbersOfTheRealRowsOnly) {
  Document document = document_of("preset.encoder");
  document.text = "the cat sat on the mat\nwe read";
  document.is_batch = true;
  document.config.mask_padding = true;
  const auto trace = make_trace(document);
  ASSERT_TRUE(trace.ok());
  const auto check = check_alone(**trace, document.config, 1);
  ASSERT_TRUE(check.has_value());
  EXPECT_EQ(check->numbers, 2 * 64);
  EXPECT_FALSE(check_alone(**trace, document.config, 2).has_value());
}

TEST(AloneCheck, OfALargeModelSaysThatItTakesTooLong) {
  Document document = document_of("preset.encoder");
  document.text = "we read\nall";
  document.is_batch = true;
  AloneChecks small;
  const auto quick = make_trace(document);
  ASSERT_TRUE(quick.ok());
  EXPECT_FALSE(small.of(**quick, document.config, 1)->too_long);
  document.config.encoder_layers = 1;
  document.config.d_model = 512;
  document.config.d_ff = 8192;
  const auto trace = make_trace(document);
  ASSERT_TRUE(trace.ok());
  AloneChecks large;
  const auto check = large.of(**trace, document.config, 1);
  ASSERT_TRUE(check.has_value());
  EXPECT_TRUE(check->too_long);
  EXPECT_EQ(check->numbers, 0);
}

TEST(AloneCheck, ANudgeOfPaddingIsNoneInTheSentenceAlone) {
  Document document = document_of("preset.encoder");
  document.text = "the cat sat on the mat\nwe read";
  document.is_batch = true;
  document.config.mask_padding = true;
  document.config.nudge = engine::Nudge{"encoder.0.self", 4};
  const auto trace = make_trace(document);
  ASSERT_TRUE(trace.ok());
  const auto check = check_alone(**trace, document.config, 1);
  ASSERT_TRUE(check.has_value());
  EXPECT_LT(check->largest_difference, 2e-6);
}

}  // namespace
}  // namespace app
