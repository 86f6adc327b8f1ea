// Arcs from a query to every key that it reads from: over the sentence, and folded into the row of the
// matrix.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/session/exploring.h"
#include "app/views/core/motion.h"
#include "driver.h"
#include "tests/ui/drawn_text.h"
#include "tests/ui/states.h"

namespace app {
namespace {

constexpr char kMap[] = "encoder.0.self.head.1.weights";

using engine::Index;

State pinned_in_the_map(Index row) {
  State state = looking_at(kMap);
  state.document.focus.pinned = {row, 0};
  return state;
}

const std::vector<views::Arc>& arcs_of(Driver& driver) {
  return driver.view().motion.arcs();
}

ImVec2 middle_of(const ui::RecordedItem& item) {
  return {(item.low.x + item.high.x) / 2, (item.low.y + item.high.y) / 2};
}

const views::StagePlace& result_of(Driver& driver) {
  return driver.view().motion.places().back();
}

TEST(ChipArcs, AreAsWideAsTheWeightsOfThePinnedQuery) {
  Driver driver(pinned_in_the_map(4));
  const engine::Matrix weights = numbers_of(driver, kMap);
  const auto& arcs = arcs_of(driver);
  const auto told = std::count_if(weights.row(4).begin(), weights.row(4).end(),
                                  [](float weight) { return weight >= 0.005f; });
  ASSERT_EQ(static_cast<Eigen::Index>(arcs.size()), told);
  ASSERT_GE(arcs.size(), 2u);
  const float widest = arcs.back().width / arcs.back().weight;
  for (const views::Arc& arc : arcs) {
    EXPECT_FLOAT_EQ(arc.weight, weights(4, arc.key));
    EXPECT_NEAR(arc.width, widest * arc.weight, 1e-4f);
  }
}

TEST(ChipArcs, GoFromTheQuerysChipToTheKeys) {
  Driver driver(pinned_in_the_map(4));
  const auto query = driver.find("token 4");
  ASSERT_TRUE(query);
  for (const views::Arc& arc : arcs_of(driver)) {
    if (arc.key == 4) continue;
    const auto key = driver.find("token " + std::to_string(arc.key));
    ASSERT_TRUE(key);
    const bool to_the_left = arc.key < 4;
    const ImVec2 end = to_the_left ? arc.points.front() : arc.points.back();
    const ImVec2 start = to_the_left ? arc.points.back() : arc.points.front();
    EXPECT_NEAR(end.x, middle_of(*key).x, 1);
    EXPECT_NEAR(start.x, middle_of(*query).x, 1);
    EXPECT_NEAR(end.y, key->high.y, 1);
  }
}

// An arc between neighbours is one: there is air between it and the chips.
TEST(ChipArcs, LeaveAirBelowTheChips) {
  for (const ImVec2 window : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    State state = pinned_in_the_map(1);
    state.document.focus.stage = "encoder.0.self.head.0.weights";
    Driver driver(state, window);
    ASSERT_FALSE(arcs_of(driver).empty());
    const views::Arc& widest = arcs_of(driver).back();
    ASSERT_GT(widest.weight, 0.9f);
    float deepest = 0;
    for (const ImVec2& point : widest.points) deepest = std::max(deepest, point.y);
    EXPECT_GT(deepest - widest.points.front().y - widest.width / 2, 3);
  }
}

TEST(ChipArcs, SayWhatTheirWidthMeansWhereThereIsRoom) {
  const Driver driver(pinned_in_the_map(4), {1920, 1080});
  EXPECT_TRUE(says("The wider the arc, the more is read."));
  const Driver without(looking_at(kMap), {1920, 1080});
  EXPECT_FALSE(says("The wider the arc"));
}

TEST(ChipArcs, LeaveOutWhatTheMaskHides) {
  State state = pinned_in_the_map(2);
  state.document.config.causal = true;
  Driver driver(state);
  EXPECT_FALSE(arcs_of(driver).empty());
  for (const views::Arc& arc : arcs_of(driver)) EXPECT_LE(arc.key, 2);
}

TEST(ChipArcs, AHeadThatIsOffHasNoneAndSaysWhatFollows) {
  State state = pinned_in_the_map(4);
  set_head(state, "encoder.0.self.head.1", engine::HeadState::kOff);
  Driver driver(state);
  EXPECT_TRUE(arcs_of(driver).empty());
  const auto says = [](std::string_view words) {
    return std::ranges::any_of(drawn_frame().texts, [&](const DrawnText& text) {
      return text.text.find(words) != std::string::npos;
    });
  };
  EXPECT_TRUE(says("This head is off"));
  EXPECT_FALSE(says("Even weights"));
  Requests even;
  even.edit("",
            [](State& changed) { set_head(changed, "encoder.0.self.head.1", engine::HeadState::kUniform); });
  driver.session().apply(even, 100);
  driver.frames(3);
  EXPECT_FALSE(arcs_of(driver).empty());
  EXPECT_TRUE(says("This head reads even")) << "what follows from it";
  EXPECT_TRUE(says("Even weights")) << "the bar names what was changed";
  EXPECT_FALSE(says("Switched off"));
}

TEST(ChipArcs, StandWhileAChipIsPointedAtAndMoveNothing) {
  Driver driver(looking_at(kMap));
  EXPECT_TRUE(arcs_of(driver).empty());
  const ImVec2 before = result_of(driver).frame.corner;
  const ImVec2 chip = middle_of(*driver.find("token 3"));
  driver.move_to("token 3");
  driver.frame();
  EXPECT_FALSE(arcs_of(driver).empty());
  EXPECT_EQ(driver.hover().row, 3);
  EXPECT_EQ(result_of(driver).frame.corner.y, before.y);
  EXPECT_EQ(middle_of(*driver.find("token 3")).y, chip.y);
  driver.move({5, 5});
  driver.frame();
  EXPECT_TRUE(arcs_of(driver).empty());
}

TEST(ChipArcs, StandOnlyOverWeights) {
  State state = pinned_in_the_map(4);
  state.document.focus.stage = "encoder.0.self.head.1.scores";
  Driver driver(state);
  EXPECT_TRUE(arcs_of(driver).empty());
  driver.move_to("token 3");
  driver.frame();
  EXPECT_TRUE(arcs_of(driver).empty());
}

TEST(ChipArcs, OfTheDecoderLeadToTheEncodersChips) {
  State state = looking_at("decoder.0.cross.head.0.weights");
  state.document.target = "le chat est assis";
  set_architecture(state, engine::Architecture::kTransformer);
  state.document.focus.pinned = {1, 2};
  Driver driver(state);
  ASSERT_FALSE(arcs_of(driver).empty());
  const auto query = driver.find("target token 1");
  ASSERT_TRUE(query);
  for (const views::Arc& arc : arcs_of(driver)) {
    const auto key = driver.find("token " + std::to_string(arc.key));
    const auto [low, high] = std::minmax(arc.points.front().y, arc.points.back().y);
    EXPECT_NEAR(low, key->high.y, 1);
    EXPECT_NEAR(high, query->low.y, 1);
  }
}

TEST(ChipArcs, LeadOnlyToChipsInSight) {
  State state = pinned_in_the_map(3);
  state.document.text.clear();
  for (int i = 0; i < 200; ++i) state.document.text.append("w").append(std::to_string(i)).append(" ");
  state.preferences.fixed_range = false;
  Driver driver(state, {1280, 720});
  EXPECT_FALSE(arcs_of(driver).empty());
  for (const views::Arc& arc : arcs_of(driver)) EXPECT_TRUE(driver.shows("token " + std::to_string(arc.key)));
  EXPECT_LT(driver.view().motion.chips().size(), 100u);
}

// A click below the query's chip, where its arcs begin.
void click_arcs(Driver& driver) {
  const auto arcs = driver.find("arcs");
  ASSERT_TRUE(arcs);
  driver.move(middle_of(*arcs));
  driver.frame();
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  driver.frame();
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  driver.frame();
}

TEST(ChipArcs, FoldIntoTheRowWhenClickedAndPinIt) {
  Driver driver(looking_at(kMap));
  const auto chip = driver.find("token 3");
  driver.move_to("token 3");
  driver.frame();
  driver.move({middle_of(*chip).x, chip->high.y + 4});
  driver.frame();
  EXPECT_FALSE(arcs_of(driver).empty()) << "they stand while one goes to them";
  click_arcs(driver);
  driver.frame();
  ASSERT_TRUE(driver.document().focus.pinned);
  EXPECT_EQ(driver.document().focus.pinned->first, 3);
  EXPECT_TRUE(driver.is_moving());
  std::vector<views::Arc> last;
  int frames = 0;
  while (driver.is_moving() && frames < 60) {
    last = arcs_of(driver);
    driver.frame();
    ++frames;
  }
  EXPECT_LE(frames, 15) << "at most a quarter of a second";
  ASSERT_FALSE(last.empty());
  for (const views::Arc& arc : last) {
    const views::StagePlace& map = result_of(driver);
    const engine::Cell cell{map.frame.stage, 3, arc.key};
    const auto [low, high] = map.frame.box(cell, cell);
    EXPECT_NEAR(arc.points.front().x, low.x, 12);
    EXPECT_NEAR(arc.points.back().x, high.x, 12);
    EXPECT_NEAR(arc.points.back().y, (low.y + high.y) / 2, 12);
  }
  EXPECT_EQ(driver.view().motion.folded_row(kMap), 3);
  EXPECT_TRUE(arcs_of(driver).empty()) << "they have become the row";
}

TEST(ChipArcs, ComeBackWithTheChipAndWithAnotherRow) {
  Driver driver(pinned_in_the_map(3));
  click_arcs(driver);
  driver.frames(20);
  EXPECT_TRUE(arcs_of(driver).empty());
  driver.move_to("token 3");
  driver.frame();
  EXPECT_FALSE(arcs_of(driver).empty());
  driver.move({5, 5});
  driver.view().requests.edit("", [](State& state) { state.document.focus.pinned = {1, 0}; });
  driver.frames(2);
  EXPECT_FALSE(arcs_of(driver).empty());
  driver.view().requests.edit("", [](State& state) { state.document.focus.pinned = {3, 0}; });
  driver.frames(2);
  EXPECT_FALSE(arcs_of(driver).empty());
}

TEST(ChipArcs, FoldAtOnceWithoutMotion) {
  State state = pinned_in_the_map(3);
  state.preferences.motion = false;
  Driver driver(state);
  click_arcs(driver);
  driver.frames(2);
  EXPECT_FALSE(driver.is_moving());
  EXPECT_TRUE(arcs_of(driver).empty());
  EXPECT_EQ(driver.view().motion.folded_row(kMap), 3);
}

TEST(ChipArcs, OfTheSentenceLeadToTheMatrix) {
  State state = pinned_in_the_map(3);
  state.document.focus.view = "sentence";
  Driver driver(state);
  click_arcs(driver);
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.view, "stage");
  EXPECT_TRUE(driver.is_moving());
  driver.frames(20);
  EXPECT_FALSE(driver.is_moving());
  EXPECT_EQ(driver.view().motion.folded_row(kMap), 3);
}

TEST(ChipArcs, OfMergedPiecesGoFromWordToWord) {
  State state = looking_at(kMap);
  state.document.text = "ab cd ef";
  state.document.tokenizer = text::TokenizerKind::kCharacters;
  state.preferences.merged_pieces = true;
  state.document.focus.pinned = {4, 0};
  Driver driver(state);
  ASSERT_FALSE(arcs_of(driver).empty());
  for (const views::Arc& arc : arcs_of(driver)) EXPECT_LT(arc.key, 5) << "ab, a space, cd, a space, ef";
  click_arcs(driver);
  driver.frames(20);
  EXPECT_EQ(driver.view().motion.folded_row(kMap), 2);
}

// Where a line alone shows a part of the sentence, "…" is at the end where the rest is.
TEST(Chips, DotsAreWhereTokensAreHidden) {
  const auto dots_around = [](Index token) {
    State state = looking_at(kMap);
    state.document.text = "the quick brown fox jumps over the lazy dog and runs away";
    state.preferences.text_size = 200;
    state.document.focus.pinned = {token, 0};
    Driver driver(state, {1280, 720});
    driver.frames(3);
    const auto chip = driver.find("token " + std::to_string(token));
    std::pair<int, int> dots;
    for (const DrawnText& text : drawn_frame().texts) {
      const bool is_beside = text.text == "…" && text.low.y < chip->high.y && text.high.y > chip->low.y;
      if (is_beside) ++(text.low.x < chip->low.x ? dots.first : dots.second);
    }
    return dots;
  };
  EXPECT_EQ(dots_around(0), std::pair(0, 1));
  EXPECT_EQ(dots_around(11), std::pair(1, 0));
}

}  // namespace
}  // namespace app
