// What scripts build on to break a run on purpose: heads, numbers and the order of tokens.
#include <gmock/gmock.h>

#include "tests/shell/bad_input.h"
#include "tests/shell/contract.h"

namespace app {
namespace {

using testing::HasSubstr;

const CommandLine kText = {"--text", "the cat sat"};

TEST(Breaks, AHeadThatIsOffGivesZerosAndOneThatIsEvenReadsAllAlike) {
  const auto off =
      stage("encoder.0.self.head.2.output", with(kText, {"--head-off", "encoder.0.self.head.2"}));
  for (const auto& row : off["values"]) {
    for (const auto& value : row) EXPECT_EQ(value, 0);
  }
  const auto even =
      stage("encoder.0.self.head.1.weights",
            with(kText, {"--head-even", "encoder.0.self.head.1", "--head-even", "encoder.0.self.head.0"}));
  for (const auto& row : even["values"]) {
    for (const auto& value : row) EXPECT_NEAR(value, 1.0 / 3, 1e-6);
  }
}

TEST(Breaks, ATypedNumberIsTracedAndExplained) {
  const CommandLine input =
      with(kText, {"--set", "encoder.0.self.head.0.q:1,3=2.5", "--set", "encoder.0.self.head.0.q:0,0=-1"});
  const auto q = stage("encoder.0.self.head.0.q", input);
  EXPECT_EQ(q["values"][1][3], 2.5);
  EXPECT_EQ(q["values"][0][0], -1);
  CommandLine explain = {"explain", "--stage", "encoder.0.self.head.0.q", "--cell", "1,3"};
  const std::string text = run(with(explain, input));
  EXPECT_THAT(text, HasSubstr("Typed by hand"));
  EXPECT_EQ(number_after(text, "result"), 2.5);
}

TEST(Breaks, TokensAreReadInAnotherOrder) {
  const auto plain = stage("embedding", kText);
  const auto moved = stage("embedding", with(kText, {"--order", "2,0,1"}));
  EXPECT_EQ(moved["values"][0], plain["values"][2]);
  EXPECT_EQ(moved["values"][1], plain["values"][0]);
}

INSTANTIATE_TEST_SUITE_P(
    Breaks, BadInput,
    testing::Values(
        Bad{"UnknownHead",
            {"stages", "--head-off", "encoder.0.self.head.9"},
            {"head.9", "encoder.0.self.head.0"}},
        Bad{"HeadThatIsNoAddress", {"stages", "--head-even", "2"}, {"“2”", "encoder.0.self.head.0"}},
        Bad{"SetWithoutCell", {"stages", "--set", "input=3"}, {"input=3", "--set encoder"}},
        Bad{"SetWithoutNumber", {"stages", "--set", "input:0,0=x"}, {"input:0,0=x"}},
        Bad{"SetTooLarge", {"stages", "--set", "input:0,0=1e9"}, {"1e9", "million"}},
        Bad{"SetUnknownStage", {"stages", "--set", "inputs:0,0=1"}, {"inputs", "input"}},
        Bad{"SetOutside", {"stages", "--text", "a b", "--set", "input:2,0=1"}, {"input", "0 to 1"}},
        Bad{"SetOnTokens", {"stages", "--set", "tokens:0,0=1"}, {"tokens"}},
        Bad{"OrderTooShort", {"stages", "--text", "a b c", "--order", "1,0"}, {"1,0", "3 tokens"}},
        Bad{"OrderTwice", {"stages", "--text", "a b c", "--order", "1,1,0"}, {"1,1,0"}},
        Bad{"OrderNoNumber", {"stages", "--text", "a b", "--order", "a,b"}, {"a,b"}},
        Bad{"OrderOfABatch",
            {"stages", "--batch", "--text", "a b", "--order", "1,0"},
            {"--order", "--batch"}}),
    name_of_bad);

}  // namespace
}  // namespace app
