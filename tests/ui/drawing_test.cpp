// How the stage and the views of heads are drawn: room that is used, shared labels, what is said where.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/document/labs/labs.h"
#include "app/views/present/one_line_sum.h"
#include "app/views/stage/matrix_view.h"
#include "driver.h"
#include "presented.h"
#include "states.h"

namespace app {
namespace {

const std::string kDrawnHead = "encoder.0.self.head.0.";

State with_pin(const std::string& step, engine::Index row, engine::Index column) {
  State state = looking_at(kDrawnHead + step);
  state.document.text = "The animal didn't cross the street because it was too tired";
  state.document.focus.pinned = {row, column};
  return state;
}

// A window of this frame whose name has this part; null if there is none.
const ImGuiWindow* window_named(std::string_view part) {
  for (const ImGuiWindow* window : GImGui->Windows) {
    if (window->Active && std::string_view(window->Name).find(part) != std::string_view::npos) return window;
  }
  return nullptr;
}

TEST(Card, OfAWeightFitsAProjectorWithoutScrolling) {
  Driver driver(with_pin("weights", 7, 1), {1280, 720});
  driver.frames(2);
  const ImGuiWindow* card = window_named("/card_");
  ASSERT_NE(card, nullptr);
  EXPECT_EQ(card->ScrollMax.y, 0);
}

// The last line is read without scrolling, in large text too.
TEST(Card, OfAWeightFitsInLargeText) {
  State state = with_pin("weights", 2, 1);
  state.document.text = "the cat sat on the mat because it was tired";
  choose_text_size(state.preferences, 200);
  Driver driver(state, {1920, 1080});
  driver.frames(2);
  for (const char* panel : {"/card_", "/rail_"}) {
    const ImGuiWindow* const shown = window_named(panel);
    ASSERT_NE(shown, nullptr) << panel;
    EXPECT_EQ(shown->ScrollMax.y, 0) << panel;
  }
}

TEST(Rail, ShowsTheWholeWalkOfALabInAProjectorsWindow) {
  State state = with_pin("weights", 2, 1);
  state.document.focus.view = "positions";
  open_lab_of_view(state.document);
  Driver driver(state, {1280, 720});
  driver.frames(3);
  const ImGuiWindow* const rail = window_named("/rail_");
  ASSERT_NE(rail, nullptr);
  EXPECT_EQ(rail->ScrollMax.y, 0);
}

TEST(Heads, UseTheRoomOfAProjector) {
  State state = with_pin("weights", 7, 1);
  state.document.focus.view = "heads";
  Driver driver(state, {1280, 720});
  driver.frames(2);
  const auto first = driver.find("map 1");
  ASSERT_TRUE(first.has_value());
  EXPECT_GT(first->high.x - first->low.x, 140);
  EXPECT_FALSE(driver.shows("head 1")) << "the strip would repeat what is large above it";
  ASSERT_NE(window_named("/stepper_"), nullptr) << "one can still step";
}

TEST(Layers, HaveNoStripOfOtherMapsBelow) {
  State state = with_pin("weights", 7, 1);
  state.document.focus.view = "rollout";
  Driver driver(state, {1280, 720});
  driver.frames(2);
  EXPECT_FALSE(driver.shows("head 1"));
}

TEST(Heads, HaveNoStripInTheGridEither) {
  State state = with_pin("weights", 7, 1);
  state.document.focus.view = "grid";
  Driver driver(state, {1280, 720});
  EXPECT_FALSE(driver.shows("head 1"));
}

TEST(Heads, AreNeverDrawnOverEachOther) {
  for (const int text_size : {100, 150, 200, 250}) {
    State state = with_pin("weights", 7, 1);
    state.document.focus.view = "heads";
    choose_text_size(state.preferences, text_size);
    Driver driver(state, {1280, 720});
    driver.frames(3);
    const auto heads_in_sight = [&] {
      std::vector<ui::RecordedItem> maps;
      for (int head = 1; head <= 4; ++head) {
        if (const auto map = driver.find("map " + std::to_string(head))) maps.push_back(*map);
      }
      return maps;
    };
    driver.move({640, 640});
    for (int i = 0; i < 20 && heads_in_sight().empty(); ++i) driver.wheel(-1);
    const std::vector<ui::RecordedItem> maps = heads_in_sight();
    ASSERT_FALSE(maps.empty()) << text_size;
    for (size_t one = 0; one < maps.size(); ++one) {
      EXPECT_GT(maps[one].high.y - maps[one].low.y, 60) << text_size;
      for (size_t other = 0; other < one; ++other) {
        const bool apart = maps[other].high.x <= maps[one].low.x || maps[other].high.y <= maps[one].low.y;
        EXPECT_TRUE(apart) << "heads " << other + 1 << " and " << one + 1 << " at " << text_size << " %";
      }
    }
  }
}

TEST(Header, EveryMenuStaysWithLargeText) {
  for (const char* view : {"stage", "relatives", "experiments", "generate"}) {
    State state = with_pin("weights", 7, 1);
    state.document.focus.view = view;
    choose_text_size(state.preferences, 200);
    Driver driver(state, {1280, 720});
    driver.frames(3);
    for (const char* menu : {"File##file", "Edit##edit", "View##view", "Lessons##lessons", "Help##help"})
      EXPECT_TRUE(driver.shows(menu)) << menu << " in " << view;
  }
}

TEST(Header, TheViewsLeaveTheLanguageItsPlace) {
  for (const int text_size : {100, 150, 200, 250}) {
    for (const char* view : {"stage", "compare", "experiments", "relatives"}) {
      State state = with_pin("weights", 7, 1);
      state.document.focus.view = view;
      choose_text_size(state.preferences, text_size);
      Driver driver(state, {1280, 720});
      driver.frames(3);
      const ui::RecordedItem* views = nullptr;
      const ui::RecordedItem* language = nullptr;
      for (const auto& [name, item] : driver.items()) {
        if (name.ends_with("##views")) views = &item;
        if (name.ends_with("##language")) language = &item;
      }
      ASSERT_NE(language, nullptr);
      if (views == nullptr) continue;  // all of them have room
      EXPECT_LE(views->high.x, language->low.x) << view << " at " << text_size << " %";
    }
  }
}

TEST(Sentence, ShowsTheTokenInTheOtherHeadsOnceAndAClickLooksAtOne) {
  Driver driver(looking_at(kDrawnHead + "weights", "sentence"), {1920, 1080});
  driver.frame();
  const int shown = driver.session().focused_head() + 1;
  EXPECT_FALSE(driver.shows("sentence head " + std::to_string(shown))) << "its numbers are in the sentence";
  driver.click("sentence head 3");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.2.weights");
}

TEST(LitBlocks, AKeyLightsItsValue) {
  Driver driver(with_pin("weights", 7, 1));
  driver.frame();
  const int values = driver.session().trace()->find(kDrawnHead + "v").value();
  bool found = false;
  for (const views::LitBlock& block : views::lit_blocks(driver.view()))
    found = found || (block.first.stage == values && block.first.row == 1 && block.last.row == 1);
  EXPECT_TRUE(found);
}

TEST(TextSize, IsLargerInATallWindowUntilOneIsChosen) {
  Driver tall({}, {2560, 1440});
  tall.frame();
  EXPECT_EQ(tall.view().style.text_size, 125);
  tall.press(ImGuiKey_0, ImGuiMod_Ctrl);
  tall.frame();
  EXPECT_EQ(tall.view().style.text_size, 100);
  Driver usual({}, {1920, 1080});
  EXPECT_EQ(usual.view().style.text_size, 100);
}

TEST(OneLineSum, WritesAQuotientAWeightAndASum) {
  Driver driver(with_pin("weights", 7, 1));
  const engine::Trace& trace = *driver.session().trace();
  const auto line = [&](const char* step, size_t most) {
    const int stage = trace.find(kDrawnHead + step).value();
    return views::one_line_sum(trace.explain(stage, 7, 1), 1, most);
  };
  EXPECT_NE(line("scaled", 4).find(" / 4"), std::string::npos) << line("scaled", 4);
  EXPECT_NE(line("weights", 4).find("} / Σ "), std::string::npos) << line("weights", 4);
  const std::string all = line("scores", 100);
  const std::string some = line("scores", 2);
  EXPECT_EQ(std::ranges::count(all, '+'), 15) << all;
  EXPECT_EQ(std::ranges::count(some, '+'), 2) << some << ": the others add up to the last";
}

TEST(OneLineSum, MixesNoWholeNumbersWithDecimals) {
  engine::Explanation sum;
  sum.arithmetic = engine::Arithmetic::kSumOfProducts;
  sum.terms = {{.left = 4, .right = -3.28, .has_right = true, .value = -13.12},
               {.left = 3.999, .right = 2.52, .has_right = true, .value = 10.08}};
  sum.result = -3.04;
  EXPECT_EQ(views::one_line_sum(sum, 0, 4), "−3.04 = 4.00 · (−3.28) + 4.00 · 2.52");
  sum.terms = {{.left = 1, .right = 2, .has_right = true, .value = 2},
               {.left = 3, .right = -1, .has_right = true, .value = -3}};
  sum.result = -1;
  EXPECT_EQ(views::one_line_sum(sum, 0, 4), "−1 = 1 · 2 + 3 · (−1)");
}

// 2.01 · 0.95 + 0.52 · 0.53 on a calculator is 2.19.
TEST(OneLineSum, IsOnlyNearlyEqualWhereItsNumbersAreRounded) {
  engine::Explanation sum;
  sum.arithmetic = engine::Arithmetic::kSumOfProducts;
  sum.terms = {{.left = 2.0149, .right = 0.9549, .has_right = true, .value = 1.92403},
               {.left = 0.5249, .right = 0.5349, .has_right = true, .value = 0.28077}};
  sum.result = 2.2048;
  EXPECT_EQ(views::one_line_sum(sum, 0, 4), "2.20 ≈ 2.01 · 0.95 + 0.52 · 0.53");
  EXPECT_EQ(views::one_line_sum(sum, 0, 1), "2.20 ≈ 2.01 · 0.95 + 0.28") << "1.91 + 0.28 is 2.19, too";
}

// Numbers in parentheses behind a sign multiply nothing.
TEST(OneLineSum, NamesWhatIsNotWrittenAsOneTerm) {
  engine::Explanation sum;
  sum.arithmetic = engine::Arithmetic::kSumOfProducts;
  sum.terms = {{.left = 0.5, .right = 4, .has_right = true, .value = 2},
               {.left = 0.25, .right = -0.08, .has_right = true, .value = -0.02},
               {.left = 0.25, .right = 0.04, .has_right = true, .value = 0.01}};
  sum.result = 1.99;
  const views::TermNames names{{"it", "cat", "the"},
                               [](size_t count) { return std::to_string(count) + " others"; }};
  EXPECT_EQ(views::one_line_sum(sum, 0, 1, names),
            "1.99 = 0.50_{\\mathrm{it}} · 4.00 + (−0.01)\\mathrm{ (2 others)}");
}

// 8.00 · 8.00 + 16.00 is 80.00, and three numbers are not written, though two of them are 0.
TEST(OneLineSum, CountsAllOthersAndIsEqualWhereItsWrittenNumbersAre) {
  engine::Explanation sum;
  sum.arithmetic = engine::Arithmetic::kSumOfProducts;
  sum.terms = {{.left = 4, .right = 4, .has_right = true, .value = 16},
               {.left = 8, .right = 7.9999999, .has_right = true, .value = 63.9999992},
               {.left = 0, .right = 4, .has_right = true, .value = 0},
               {.left = 0, .right = 2, .has_right = true, .value = 0}};
  sum.result = 79.9999992;
  const views::TermNames names{{}, [](size_t count) { return std::to_string(count) + " others"; }};
  EXPECT_EQ(views::one_line_sum(sum, 0, 1, names), "80.00 = 8.00 · 8.00 + 16.00\\mathrm{ (3 others)}");
  EXPECT_EQ(views::one_line_sum(sum, 0, 2, names).find("others"), std::string::npos) << "they add nothing";
}

// e^{−1.93} on a calculator is 0.1451.
TEST(OneLineSum, OfASoftmaxIsOnlyNearlyEqualWhereItsPowerIsRounded) {
  engine::Explanation share;
  share.arithmetic = engine::Arithmetic::kSoftmax;
  share.terms = {{.left = 2.4956, .value = std::exp(2.4956 - 4.4297)}, {.left = 4.4297, .value = 1}};
  const double sum = share.terms[0].value + 1;
  share.quantities = {{.key = "quantity.row_max", .value = 4.4297, .measure = engine::Measure::kMaximum},
                      {.key = "quantity.sum", .value = sum, .measure = engine::Measure::kSum}};
  share.result = share.terms[0].value / sum;
  EXPECT_NE(views::one_line_sum(share, 0, 4).find("e^{2.50 − 4.43} / Σ ≈ 0.1446"), std::string::npos)
      << views::one_line_sum(share, 0, 4);
  share.result = 1 / sum;
  EXPECT_EQ(views::one_line_sum(share, 1, 4).find("≈"), std::string::npos);
}

TEST(Present, NoBoxCoversTheCellsAroundTheMouse) {
  Driver driver(showing(6), {1920, 1080});
  driver.press(ImGuiKey_F5);
  const auto canvas = *driver.find("stage canvas");
  bool pointed = false;
  for (float y = canvas.high.y - 150; y > canvas.low.y && !pointed; y -= 60) {
    for (float x = canvas.low.x + 40; x < canvas.high.x && !pointed; x += 60) {
      driver.move({x, y});
      pointed = driver.hover().stage >= 0;
    }
  }
  ASSERT_TRUE(pointed);
  driver.frames(2);
  EXPECT_EQ(window_named("##Tooltip"), nullptr);
}

TEST(EmptyViews, ShowAnExampleAndStillSayWhatToDo) {
  for (const auto& [view, button] : {std::pair{"compare", "compare.pin"},
                                     {"homework", "homework.choose"},
                                     {"generate", "generate.make_decoder"}}) {
    Driver driver(looking_at(kDrawnHead + "weights", view), {1920, 1080});
    driver.frame();
    bool found = false;
    for (const auto& [label, item] : driver.items())
      found = found || label.find(std::string("##") + button) != std::string::npos;
    EXPECT_TRUE(found) << view;
  }
}

// Beside "·" stands the key whose value is read.
TEST(OneLineSum, NamesTheKeysOfItsWeights) {
  engine::Explanation sum;
  sum.arithmetic = engine::Arithmetic::kSumOfProducts;
  sum.terms = {{.left = 0.25, .right = 2.52, .has_right = true, .value = 0.63},
               {.left = 0.75, .right = -1.28, .has_right = true, .value = -0.96}};
  sum.result = -0.33;
  const views::TermNames names{.terms = {"it", "cat"}};
  EXPECT_EQ(views::one_line_sum(sum, 0, 4, names),
            "−0.33 = 0.25_{\\mathrm{it}} · 2.52 + 0.75_{\\mathrm{cat}} · (−1.28)");
}

}  // namespace
}  // namespace app
