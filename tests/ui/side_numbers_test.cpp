// The values of one row and one column beside a presented matrix whose cells are too small for them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <string>

#include "app/views/present/present_parts.h"
#include "drawn_glyphs.h"
#include "drawn_text.h"
#include "driver.h"
#include "presented.h"

namespace app {
namespace {

TEST(SideNumbers, OfARowTooLongEveryNthHasItsPlace) {
  std::mt19937 random(1);
  const auto any = [&](int most) { return static_cast<float>(random() % static_cast<unsigned>(most)); };
  for (int round = 0; round < 200; ++round) {
    std::vector<views::SideNumber> numbers(static_cast<size_t>(random() % 60 + 1));
    for (size_t i = 0; i < numbers.size(); ++i) {
      numbers[i].index = static_cast<engine::Index>(i);
      numbers[i].centre = static_cast<float>(i) * 20;
      numbers[i].size = 30 + any(70);
    }
    const size_t here = random() % numbers.size();
    numbers[here].is_here = true;
    views::take_every_nth(numbers, 4);
    EXPECT_EQ(numbers[here].lane, 0);
    std::vector<size_t> placed;
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i].lane == 0) placed.push_back(i);
    }
    for (size_t i = 1; i < placed.size(); ++i) {
      EXPECT_EQ(placed[i] - placed[i - 1], placed[1] - placed[0]) << "as far apart";
      const auto& one = numbers[placed[i - 1]];
      const auto& other = numbers[placed[i]];
      EXPECT_GE(other.centre - one.centre, (one.size + other.size) / 2 + 4);
    }
  }
}

// Numbers of three digits in cells too small for them: none is left out for another.
TEST(SideNumbers, OfAWholeRowAllStandInOneLine) {
  State state = showing(0, "encoder.0.self.head.1.scores");
  state.document.text = "The animal didn't cross the street because it was too tired";
  state.document.focus.pinned = {2, 4};
  Driver driver(state, {1920, 1080});
  driver.press(ImGuiKey_F5);
  driver.frames(3);
  const engine::Trace& trace = *driver.session().trace();
  const int scores = trace.find("encoder.0.self.head.1.scores").value();
  std::string row;
  for (engine::Index key = 0; key < 11; ++key) {
    const long number = std::lround(trace.at(scores, 2, key));
    row.append(number < 0 ? "−" : "").append(std::to_string(std::abs(number)));
  }
  EXPECT_TRUE(says(row)) << row;
}

TEST(SideNumbers, TakeTurnsBetweenTheLanesOrLeaveThem) {
  std::vector<views::SideNumber> numbers(7);
  for (size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = {.index = static_cast<engine::Index>(i), .centre = static_cast<float>(i) * 20, .size = 30};
  }
  numbers[3].is_here = true;
  ASSERT_TRUE(views::take_turns(numbers, 2, 4));
  for (size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i].lane, i % 2 == 1 ? 0 : 1);
  EXPECT_FALSE(views::take_turns(numbers, 1, 4));
  for (const auto& number : numbers) EXPECT_EQ(number.lane, -1);
}

// Twenty all of their numbers, smaller than in cells; forty as many as fit.
TEST(SideNumbers, OfARowStandInOneLine) {
  for (const auto& [tokens, size] : {std::pair{20, ImVec2(1280, 720)}, std::pair{20, ImVec2(1920, 1080)},
                                     std::pair{40, ImVec2(1920, 1080)}}) {
    State state = showing(tokens, "encoder.0.self.head.0.scores");
    state.document.focus.pinned = {3, 2};
    Driver driver(state, size);
    driver.press(ImGuiKey_F5);
    driver.frames(2);
    std::set<int> feet;  // of the digits below the matrix, in pixels
    for (const Glyph& glyph : drawn_glyphs()) {
      const bool is_below = glyph.low.y > size.y * 0.67f && glyph.high.y < size.y * 0.8f;
      const bool is_digit = glyph.height() > size.y / 1080 * views::kDigitHeight * 0.4f;
      if (is_below && is_digit && glyph.colour == IM_COL32(0x00, 0x67, 0xA5, 255))
        feet.insert(static_cast<int>(std::lround(glyph.high.y)));
    }
    ASSERT_FALSE(feet.empty()) << tokens << " at " << size.x;
    EXPECT_LE(*feet.rbegin() - *feet.begin(), 4) << tokens << " at " << size.x;
  }
}

TEST(SideNumbers, AreAllThereOrSayHowManyAre) {
  for (const char* step : {"scores", "output", "q", "masked"}) {
    State state = showing(12, "encoder.0.self.head.0." + std::string(step));
    state.document.focus.pinned = {8, 1};
    Driver driver(state, {1280, 720});
    driver.press(ImGuiKey_F5);
    EXPECT_EQ(times_said("of 12 values") + times_said("of 16 values"), 0U) << step;
  }
  State state = showing(40, "encoder.0.self.head.0.scores");
  state.document.focus.pinned = {8, 1};
  Driver driver(state, {1280, 720});
  driver.press(ImGuiKey_F5);
  EXPECT_EQ(times_said("of 40 values"), 2U) << "below for the row, and to the right for the column";
}

}  // namespace
}  // namespace app
