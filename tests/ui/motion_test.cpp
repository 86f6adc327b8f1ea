// What a step leads to glides there: from where the result was drawn to where it is an operand, and back.
#include "app/views/core/motion.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "driver.h"
#include "tests/processor_time.h"
#include "tests/ui/states.h"

namespace app {
namespace {

constexpr char kScaled[] = "encoder.0.self.head.1.scaled";
constexpr char kMasked[] = "encoder.0.self.head.1.masked";
constexpr char kWeightsHere[] = "encoder.0.self.head.1.weights";

// The stage that gets the focus, in the next frame.
void step_to(Driver& driver, const std::string& address) {
  driver.view().requests.edit("walk", [address](State& state) { focus_on(state, address); });
}

const std::optional<views::StagePlace>& gliding(Driver& driver) {
  return driver.view().motion.gliding();
}

// Where the matrix is drawn at rest, while `stage` is in focus. One driver at a time: call it before there is
// another, or after its last frame.
ui::MatrixFrame at_rest(const std::string& stage, const std::string& matrix) {
  Driver driver(looking_at(stage));
  for (const views::StagePlace& place : driver.view().motion.places()) {
    if (place.address == matrix) return place.frame;
  }
  ADD_FAILURE() << matrix << " is not drawn at " << stage;
  return {};
}

void expect_at(const ui::MatrixFrame& moved, const ui::MatrixFrame& place) {
  EXPECT_NEAR(moved.corner.x, place.corner.x, 0.5f);
  EXPECT_NEAR(moved.corner.y, place.corner.y, 0.5f);
  EXPECT_NEAR(moved.size.x, place.size.x, 0.5f);
  EXPECT_NEAR(moved.size.y, place.size.y, 0.5f);
}

// Follows a step: the places of what moves, from its first frame to its last.
std::vector<ui::MatrixFrame> follow(Driver& driver) {
  std::vector<ui::MatrixFrame> places;
  driver.frame();
  while (gliding(driver) && places.size() < 100) {
    places.push_back(gliding(driver)->frame);
    driver.frame();
  }
  return places;
}

TEST(Glide, GoesFromTheResultsPlaceToTheOperandsInAQuarterOfASecond) {
  Driver driver(looking_at(kMasked));
  step_to(driver, kWeightsHere);
  const auto places = follow(driver);
  ASSERT_GE(places.size(), 9u) << "at 60 frames a second at least 0.15 s";
  EXPECT_LE(places.size(), 15u) << "at most 0.25 s";
  expect_at(places.front(), at_rest(kMasked, kMasked));
  const ui::MatrixFrame goal = at_rest(kWeightsHere, kMasked);
  expect_at(views::between({"", places.back(), {}}, {"", goal, {}}, 0.999f).frame, goal);
  EXPECT_NEAR(places.back().corner.x, goal.corner.x, 4) << "it slows down towards its end";
  const float first = std::abs(places[1].corner.x - places[0].corner.x);
  const float last = std::abs(places.back().corner.x - places[places.size() - 2].corner.x);
  EXPECT_GT(first, 4 * last);
}

TEST(Glide, GoesBackWhenOneStepsBack) {
  Driver driver(looking_at(kWeightsHere));
  step_to(driver, kMasked);
  const auto places = follow(driver);
  ASSERT_GE(places.size(), 9u);
  expect_at(places.front(), at_rest(kWeightsHere, kMasked));
  EXPECT_NEAR(places.back().corner.x, at_rest(kMasked, kMasked).corner.x, 4);
}

TEST(Glide, AsksForNoFrameBeforeItAndAfterIt) {
  Driver driver(looking_at(kMasked));
  EXPECT_FALSE(driver.is_moving());
  step_to(driver, kWeightsHere);
  driver.frame();
  EXPECT_TRUE(driver.is_moving());
  driver.frames(14);
  EXPECT_FALSE(driver.is_moving());
}

TEST(Glide, IsOffByItsSetting) {
  State state = looking_at(kMasked);
  state.preferences.motion = false;
  Driver driver(state);
  step_to(driver, kWeightsHere);
  EXPECT_TRUE(follow(driver).empty());
}

TEST(Glide, IsOffInPictures) {
  Driver driver(looking_at(kMasked));
  driver.hold_still();
  step_to(driver, kWeightsHere);
  EXPECT_TRUE(follow(driver).empty());
}

TEST(Glide, NeedsAStepToWhatReadsTheResult) {
  Driver driver(looking_at(kScaled));
  step_to(driver, kWeightsHere);
  EXPECT_TRUE(follow(driver).empty()) << "the weights are made of the masked scores";
}

TEST(Glide, LeavesTheNewStageWhereItIs) {
  const ui::MatrixFrame operand = at_rest(kWeightsHere, kMasked);
  const ui::MatrixFrame result = at_rest(kWeightsHere, kWeightsHere);
  Driver driver(looking_at(kMasked));
  step_to(driver, kWeightsHere);
  driver.frame();
  const auto places = driver.view().motion.places();  // a copy: they change with every frame
  expect_at(places.front().frame, operand);
  expect_at(places.back().frame, result);
  driver.move({result.corner.x + 5, result.corner.y + 5});
  EXPECT_TRUE(driver.is_moving());
  EXPECT_EQ(driver.hover(), (engine::Cell{driver.session().focused_stage(), 0, 0}));
}

TEST(Glide, TurnsRoundWhereItIsWhenOneStepsBackMeanwhile) {
  Driver driver(looking_at(kMasked));
  step_to(driver, kWeightsHere);
  driver.frames(4);
  ASSERT_TRUE(gliding(driver));
  const ui::MatrixFrame before = gliding(driver)->frame;
  step_to(driver, kMasked);
  const auto places = follow(driver);
  ASSERT_FALSE(places.empty());
  EXPECT_LT(std::abs(places.front().corner.x - before.corner.x),
            0.5f * std::abs(at_rest(kWeightsHere, kMasked).corner.x - before.corner.x) + 12);
  EXPECT_NEAR(places.back().corner.x, at_rest(kMasked, kMasked).corner.x, 4);
}

TEST(Glide, GoesOnWithTheNextResultWhenOneStepsMeanwhile) {
  Driver driver(looking_at(kScaled));
  step_to(driver, kMasked);
  driver.frames(3);
  ASSERT_TRUE(gliding(driver));
  EXPECT_EQ(gliding(driver)->address, kScaled);
  step_to(driver, kWeightsHere);
  driver.frame();
  ASSERT_TRUE(gliding(driver));
  EXPECT_EQ(gliding(driver)->address, kMasked);
  driver.frames(14);
  EXPECT_FALSE(driver.is_moving());
}

TEST(Glide, WorksInAPresentation) {
  Driver driver(looking_at(kMasked));
  driver.view().requests.arrange([](Desk& desk) { desk.presenting.is_on = true; });
  driver.frames(3);
  step_to(driver, kWeightsHere);
  const auto places = follow(driver);
  ASSERT_GE(places.size(), 9u);
  EXPECT_GT(places.front().size.x, 100);
}

// Milliseconds of this process for the middle one of the frames while something moves.
double cost_of_a_frame(Driver& driver) {
  std::vector<double> costs;
  while (driver.is_moving() && costs.size() < 100) {
    const double before = headlight_test::processor_seconds();
    driver.frame();
    costs.push_back(1000 * (headlight_test::processor_seconds() - before));
  }
  if (costs.empty()) return 0;
  std::nth_element(costs.begin(), costs.begin() + static_cast<std::ptrdiff_t>(costs.size() / 2), costs.end());
  return costs[costs.size() / 2];
}

TEST(Glide, CostsFarLessThanAFrameAt128Tokens) {
  State state = looking_at(kMasked);
  state.document.text.clear();
  for (int i = 0; i < 128; ++i) state.document.text.append("w").append(std::to_string(i % 50)).append(" ");
  state.document.focus.pinned = {3, 0};
  Driver driver(state);
  step_to(driver, kWeightsHere);
  driver.frame();
  const double glide = cost_of_a_frame(driver);
  driver.view().requests.edit("", [](State& changed) { changed.document.focus.pinned = {3, 0}; });
  driver.frame();
  driver.view().motion.fold(kWeightsHere, 3);
  const double fold = cost_of_a_frame(driver);
  RecordProperty("glide_ms", std::to_string(glide));
  RecordProperty("fold_ms", std::to_string(fold));
  EXPECT_GT(glide, 0);
  EXPECT_GT(fold, 0);
  EXPECT_LT(glide, 8);
  EXPECT_LT(fold, 8);
}

}  // namespace
}  // namespace app
