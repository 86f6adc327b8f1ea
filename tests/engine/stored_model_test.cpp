// A trained model without one of its heads: what it loses, measured on what it never saw.
#include "engine/training/stored_model.h"

#include <gtest/gtest.h>

#include "engine/loaders/box.h"

namespace engine {
namespace {

StoredModel of_box(const char* name) {
  auto stored = read_stored_model(*loaders::box_folder(name));
  EXPECT_TRUE(stored.ok()) << stored.error().key;
  return std::move(stored).value();
}

double exact_without(const StoredModel& stored, const std::string& head) {
  return measure_without(stored, head, std::span(stored.task->held_out()).first(300)).exact;
}

TEST(WithoutHead, NamesEveryHead) {
  const std::vector<std::string> heads = {"encoder.0.self.head.0", "decoder.0.self.head.0",
                                          "decoder.0.cross.head.0"};
  EXPECT_EQ(heads_of(of_box("phrase").recipe.config), heads);
  EXPECT_EQ(heads_of(of_box("who").recipe.config).size(), 4U);
}

// The only way from the source to the target.
TEST(WithoutHead, ATranslatorThatMayNotLookAtItsSourceKnowsNothing) {
  const StoredModel phrase = of_box("phrase");
  EXPECT_GE(exact_without(phrase, ""), 0.99);
  EXPECT_LT(exact_without(phrase, "decoder.0.cross.head.0"), 0.01);
}

// Two layers, of which the second copies what the first tells it: without its head nothing is said again.
TEST(WithoutHead, TheInductionHeadIsWhatRepeats) {
  const StoredModel repeat = of_box("repeat");
  double least = 1;
  for (const std::string& head : heads_of(repeat.recipe.config))
    least = std::min(least, exact_without(repeat, head));
  EXPECT_GE(exact_without(repeat, ""), 0.98);
  EXPECT_LT(least, 0.5);
}

// Heads of the same task differ in worth, and none adds anything by being put out.
TEST(WithoutHead, NothingIsGainedByIt) {
  const StoredModel who = of_box("who");
  const double whole = exact_without(who, "");
  for (const std::string& head : heads_of(who.recipe.config))
    EXPECT_LE(exact_without(who, head), whole) << head;
  EXPECT_EQ(exact_without(who, ""), whole) << "the model itself stays as it was";
}

TEST(WithoutHead, AFolderWithoutARecordIsAnError) {
  const auto stored = read_stored_model(HEADLIGHT_TEST_DATA "/golden/checkpoints/gpt2");
  ASSERT_FALSE(stored.ok());
}

}  // namespace
}  // namespace engine
