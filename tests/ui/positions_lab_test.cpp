// The lab on positions, clicked through page by page.
#include "engine/labs/positions/positions_lab.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/document/checkpoints.h"
#include "app/session/examples.h"
#include "drawn_text.h"
#include "driver.h"

namespace app {
namespace {

State lab(const std::string& page, std::string text = "the cat sat on the mat") {
  State state{four_tokens(), {}};
  state.document.text = std::move(text);
  state.document.focus.view = "positions";
  engine::positions_lab_of(state.document.config).is_on = true;
  state.document.labs.positions.shown = page;
  return state;
}

// The middle of an item, moved by a part of its size.
ImVec2 inside(const ui::RecordedItem& item, float across, float down) {
  return {item.low.x + (item.high.x - item.low.x) * across, item.low.y + (item.high.y - item.low.y) * down};
}

TEST(PositionsLab, EveryPageCanBeChosenAndIsDrawn) {
  Driver driver(lab("table"));
  for (const auto& [face, item] :
       {std::pair{"Worked example##lab.positions.page.worked", "Hide the steps##lab.positions.clear"},
        std::pair{"P · Pᵀ##lab.positions.page.products", "positions products"},
        std::pair{"Circles##lab.positions.page.circles", "circle 0"},
        std::pair{"Base##lab.positions.page.base", "positions likeness"},
        std::pair{"Kinds##lab.positions.page.kinds", "ALiBi##kind alibi"},
        std::pair{"Order##lab.positions.page.order", "##lab moved"},
        std::pair{"Table##lab.positions.page.table", "positions table"}}) {
    driver.click(face);
    driver.frames(2);
    EXPECT_TRUE(driver.shows(item)) << item;
  }
}

TEST(PositionsLab, ChoosingTheViewSwitchesItOnAndClosingItOff) {
  State state{four_tokens(), {}};
  Driver driver(std::move(state));
  EXPECT_FALSE(driver.session().trace()->find("lab.positions.table"));
  State open = driver.session().state();
  Requests requests;
  requests.edit("", [](State& changed) { changed.document.focus.view = "positions"; });
  driver.session().apply(requests, 1);
  driver.session().settle();
  EXPECT_TRUE(driver.session().trace()->find("lab.positions.table"));
  driver.frames(2);
  driver.click("Close the lab##lab.close");
  EXPECT_EQ(driver.document().focus.view, "stage");
  EXPECT_FALSE(driver.session().trace()->find("lab.positions.table"));
}

// Of a fast pair the waves are drawn over four periods: their axis ends there.
TEST(PositionsLab, DrawsAFastPairOverFourPeriodsAndASlowOneOverAllPositions) {
  Driver driver(lab("table"), {1920, 1080});
  driver.frames(4);
  // The last number below the waves.
  const auto last = [&] {
    const auto waves = driver.find("positions waves").value();
    std::string label;
    for (const DrawnText& text : drawn_frame().texts) {
      const bool is_tick = text.low.y > waves.high.y && text.low.y < waves.high.y + 10 &&
                           text.low.x > waves.low.x - 20 && text.low.x < waves.high.x;
      if (is_tick) label = text.text;
    }
    return std::stoi(label);
  };
  EXPECT_EQ(last(), 25);
  EXPECT_TRUE(says("each dot is a cell of the table"));
  EXPECT_TRUE(says("64 positions shown"));
  EXPECT_TRUE(says("The ringed")) << "the cell that is worked out above the table";
  for (int step = 0; step < 12; ++step) driver.click("+##pair");
  driver.frames(2);
  EXPECT_EQ(last(), 60) << "of 0 to 63";
}

// Beside a fast pair a slow one, so that both can be compared; beside a slow one the fastest.
TEST(PositionsLab, ComparesAFastPairWithASlowOne) {
  Driver driver(lab("table"), {1280, 720});
  driver.frames(4);
  EXPECT_TRUE(says("slow sine (20)")) << "25 positions are a quarter of its wave";
  for (int step = 0; step < 12; ++step) driver.click("+##pair");
  driver.frames(2);
  EXPECT_TRUE(says("fast sine (0)"));
}

// The pinned token is found again: at its row of the table, and above its position in the waves.
TEST(PositionsLab, NamesThePinnedTokenInTheTableAndInTheWaves) {
  State state = lab("table");
  state.document.focus.pinned = {4, 2};
  Driver driver(state, {1280, 720});
  driver.frames(4);
  const std::string name = driver.session().trace()->sequence(0).tokens.at(4);
  const auto table = driver.find("positions table").value();
  const auto waves = driver.find("positions waves").value();
  const float row = table.low.y + (table.high.y - table.low.y) * 4.5f / 64;
  const auto texts = drawn_frame().texts;
  const auto names = [&](const DrawnText& text) { return text.text.starts_with(name); };
  EXPECT_TRUE(std::ranges::any_of(texts, [&](const DrawnText& text) {
    return names(text) && text.low.x > table.high.x && text.low.y < row && text.high.y > row;
  }));
  EXPECT_TRUE(std::ranges::any_of(texts, [&](const DrawnText& text) {
    return names(text) && text.low.x >= waves.low.x && text.high.y <= waves.low.y + 1 &&
           text.high.y > waves.low.y - 20;
  })) << "above the curves, not among them";
}

// Waves are no roles: the sentence's query and key keep their colours for themselves.
TEST(PositionsLab, ASineAndACosineHaveOtherColoursThanTheSentencesRoles) {
  Driver driver(lab("table"), {1280, 720});
  driver.frames(2);
  const ui::Colours& colours = ui::make_style(driver.session().preferences(), {}, 1).colours;
  int named = 0;
  for (const DrawnText& text : drawn_frame().texts) {
    if (text.text != "sine (0)" && text.text != "cosine (1)") continue;
    ++named;
    EXPECT_NE(text.colour, colours.query) << text.text;
    EXPECT_NE(text.colour, colours.key) << text.text;
  }
  EXPECT_EQ(named, 2);
}

TEST(PositionsLab, SaysWhyPositionsMatterAndWhatTheWavesAreFor) {
  Driver driver(lab("table"), {1280, 720});
  driver.frames(2);
  EXPECT_TRUE(says("attention ignores order"));
  EXPECT_TRUE(says("neighbours apart"));
}

// The ringed cell is smaller than any number: it is said in a box beside it.
TEST(PositionsLab, TheRingedCellsNumberIsBesideIt) {
  State state = lab("table");
  state.document.focus.pinned.reset();
  for (const bool in_halves : {false, true}) {
    state.document.labs.positions.in_halves = in_halves;
    Driver driver(state, {1920, 1080});
    driver.frames(4);
    const auto table = driver.find(in_halves ? "positions halves" : "positions table").value();
    const auto texts = drawn_frame().texts;
    EXPECT_TRUE(std::ranges::any_of(texts, [&](const DrawnText& text) {
      return text.text == "0.84" && text.low.x > table.low.x && text.high.x < table.high.x;
    })) << "sin 1";
  }
}

TEST(PositionsLab, HasOneLetterForPositions) {
  for (const char* page : {"table", "products", "base"}) {
    Driver driver(lab(page), {1600, 1000});
    driver.frames(4);
    for (const DrawnText& text : drawn_frame().texts)
      EXPECT_EQ(text.text.find("PE"), std::string::npos) << page << ": " << text.text;
  }
}

State turning() {
  State state;
  state.document.text = "the cat sat down";
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.config.positions = engine::PositionKind::kRotary;
  state.document.focus.stage = "position";
  return state;
}

// A model that turns queries and keys adds nothing: the stage shows what turns, and how far.
TEST(RotaryPositions, AreDialsThatLeadToTheTurnedQueries) {
  Driver driver(turning(), {1280, 720});
  driver.frames(3);
  EXPECT_TRUE(says("57.3°")) << "a radian a token, of the first pair";
  EXPECT_TRUE(says("18.12°")) << "10000^(-1/8) of that, of the second";
  ASSERT_TRUE(driver.shows("dial 3 7"));
  driver.click("dial 2 1");
  driver.frames(2);
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.0.q.rotated");
  ASSERT_TRUE(driver.document().focus.pinned.has_value());
  EXPECT_EQ(*driver.document().focus.pinned, (std::pair<engine::Index, engine::Index>{2, 1}));
}

TEST(RotaryPositions, AreATableWhereTheyAreAdded) {
  State state = turning();
  state.document.config.positions = engine::PositionKind::kSinusoidal;
  const Driver driver(state, {1280, 720});
  EXPECT_FALSE(driver.shows("dial 0 0"));
}

// The names in formulas are set as mathematics, and a cell is worked out where one points.
TEST(PositionsLab, TheTableWorksOutOneCell) {
  State state = lab("table");
  state.document.focus.pinned.reset();
  Driver driver(state, {1280, 720});
  const auto has_text = [](const std::string& wanted) {
    const auto texts = drawn_frame().texts;
    return std::any_of(texts.begin(), texts.end(),
                       [&](const DrawnText& text) { return text.text.find(wanted) != std::string::npos; });
  };
  driver.frames(4);
  EXPECT_TRUE(has_text("8415")) << "sin 1";
  EXPECT_FALSE(has_text("d_model"));
  const auto table = driver.find("positions table");
  ASSERT_TRUE(table.has_value());
  driver.move(inside(*table, 0.5f / 64, 2.5f / 64));
  driver.frames(4);
  EXPECT_TRUE(has_text("9093")) << "sin 2";
  EXPECT_FALSE(has_text("8415"));
  // Of the pinned token, where there is one.
  state.document.focus.stage = "encoder.0.self.head.0.weights";
  state.document.focus.pinned = {3, 0};
  Driver pinned(state, {1280, 720});
  pinned.move({2, 2});
  pinned.frames(4);
  EXPECT_TRUE(has_text("1411")) << "sin 3";
}

TEST(PositionsLab, AColumnOfTheTableAndTheButtonsChooseThePair) {
  Driver driver(lab("table"));
  const auto table = driver.find("positions table");
  ASSERT_TRUE(table.has_value());
  driver.click_at(inside(*table, 0.5F, 0.5F));
  EXPECT_NEAR(static_cast<double>(driver.document().labs.positions.pair), 16, 1);
  const auto pair = driver.document().labs.positions.pair;
  driver.click("+##pair");
  EXPECT_EQ(driver.document().labs.positions.pair, pair + 1);
  driver.click("−##pair");
  driver.click("»##pair last");
  EXPECT_EQ(driver.document().labs.positions.pair, 31);
  driver.click("«##pair first");
  EXPECT_EQ(driver.document().labs.positions.pair, 0);
  EXPECT_EQ(driver.document().focus.view, "positions");
}

TEST(PositionsLab, TheWorkedExampleIsTypedAndCalculated) {
  Driver driver(lab("worked"));
  driver.frames(2);
  EXPECT_TRUE(driver.shows("Explain##product")) << "one example is worked out to begin with";
  driver.click("Hide the steps##lab.positions.clear");
  driver.frames(2);
  EXPECT_FALSE(driver.shows("Explain##product"));
  driver.click("##lab.positions.first");
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.type("1");
  driver.press(ImGuiKey_Enter);
  driver.click("##lab.positions.second");
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.type("2");
  driver.press(ImGuiKey_Enter);
  EXPECT_EQ(engine::positions_lab_of(driver.document().config).first, 1);
  EXPECT_EQ(engine::positions_lab_of(driver.document().config).second, 2);
  driver.click("Calculate##lab.positions.calculate");
  driver.frames(2);
  EXPECT_TRUE(driver.document().labs.positions.is_worked);
  driver.click("Explain##product");
  EXPECT_EQ(driver.document().focus.view, "stage");
  EXPECT_EQ(driver.document().focus.stage, "lab.positions.product");
  const auto cell = driver.session().explained_cell();
  EXPECT_NEAR(driver.session().trace()->explain(cell.stage, 0, 0).terms.front().left, 0.841471, 5e-7);
}

TEST(PositionsLab, AProductLeadsToItsExplanation) {
  Driver driver(lab("products"));
  const auto map = driver.find("positions products");
  ASSERT_TRUE(map.has_value());
  driver.click_at(inside(*map, 0.25F, 0.75F));
  EXPECT_EQ(driver.document().focus.stage, "lab.positions.products");
  ASSERT_TRUE(driver.document().focus.pinned.has_value());
  EXPECT_NEAR(static_cast<double>(driver.document().focus.pinned->first), 48, 1);
  EXPECT_NEAR(static_cast<double>(driver.document().focus.pinned->second), 16, 1);
}

TEST(PositionsLab, CirclesStepByKeysAndByButtonsAndByThemselves) {
  Driver driver(lab("circles"));
  const auto position = [&] { return driver.document().labs.positions.position; };
  driver.press(ImGuiKey_RightArrow);
  EXPECT_EQ(position(), 1);
  driver.click("→##circle on");
  EXPECT_EQ(position(), 2);
  driver.press(ImGuiKey_LeftArrow);
  EXPECT_EQ(position(), 1);
  const std::string stage = driver.document().focus.stage;
  EXPECT_FALSE(driver.session().plays_on_in().has_value());
  driver.click("Play##lab.positions.play");
  EXPECT_TRUE(driver.session().plays_on_in().has_value());
  driver.frames(100);
  EXPECT_GE(position(), 3);
  driver.click("Pause##lab.positions.pause");
  const auto stopped = position();
  driver.frames(100);
  EXPECT_EQ(position(), stopped);
  driver.click("Play##lab.positions.play");
  driver.click("Base##lab.positions.page.base");
  driver.frames(2);
  EXPECT_FALSE(driver.session().plays_on_in().has_value()) << "another page plays nothing";
  EXPECT_EQ(driver.document().focus.stage, stage) << "the arrows step the circles, not the walk";
}

TEST(PositionsLab, TheBaseIsSetAndAKindIsChosen) {
  Driver driver(lab("base"));
  driver.click("1##base 1");
  EXPECT_EQ(engine::positions_lab_of(driver.document().config).base, 1);
  driver.click("Kinds##lab.positions.page.kinds");
  driver.frames(2);
  driver.click("ALiBi##kind alibi");
  EXPECT_EQ(driver.document().config.positions, engine::PositionKind::kAlibi);
  driver.click("Learned##kind learned");
  EXPECT_EQ(driver.document().config.positions, engine::PositionKind::kLearned);
  EXPECT_EQ(driver.document().config.model, engine::ModelKind::kSeeded);
  EXPECT_FALSE(driver.session().error().has_value());
}

// A pair's columns stand clear of its frequency, of pairs with two digits too.
TEST(PositionsLab, TheWorkedExamplesColumnsDoNotTouchTheirFrequencies) {
  Driver driver(lab("worked"), {1920, 1080});
  driver.frames(4);
  const auto texts = drawn_frame().texts;
  int with_two_digits = 0;
  for (const DrawnText& columns : texts) {
    const size_t at = columns.text.find("umns ");  // thin letters are not found among what was drawn
    if (at == std::string::npos || columns.high.x > driver.find("##lab.positions.second")->low.x) continue;
    if (columns.text[at + 5] == '1') ++with_two_digits;
    EXPECT_EQ(columns.text.find("ω"), std::string::npos) << columns.text;
    for (const DrawnText& other : texts) {
      if (other.low.x <= columns.low.x || other.high.y <= columns.low.y || other.low.y >= columns.high.y)
        continue;
      EXPECT_GT(other.low.x, columns.high.x + 6) << columns.text << " and " << other.text;
    }
  }
  EXPECT_GE(with_two_digits, 2);
}

// Both plots begin and end below each other, and their axes' names take no height.
TEST(PositionsLab, ThePlotsOfTheBaseShareTheirEdges) {
  for (const char* face : {"10,000##base 10,000", "1##base 1"}) {
    Driver driver(lab("base"), {1280, 720});
    driver.click(face);
    driver.frames(4);
    const auto likeness = driver.find("positions likeness").value();
    const auto turns = driver.find("positions turns").value();
    EXPECT_NEAR(likeness.low.x, turns.low.x, 0.5f) << face;
    EXPECT_NEAR(likeness.high.x, turns.high.x, 0.5f) << face;
    EXPECT_TRUE(std::ranges::any_of(drawn_frame().texts, [&](const DrawnText& text) {
      return text.text.ends_with("Offset") && text.high.x > likeness.high.x &&
             text.low.y < likeness.high.y + 8;
    })) << "beside the labels of the ticks";
  }
}

State trained(const std::string& page) {
  State state = lab(page);
  EXPECT_FALSE(checkpoints::use("who", state.document).has_value());
  state.document.text = "the animal did not cross the street because it was tired";
  state.document.focus.view = "positions";
  engine::positions_lab_of(state.document.config).is_on = true;
  return state;
}

TEST(PositionsLab, SaysInAWordWhyATrainedModelLacksAKindOfPositions) {
  Driver driver(trained("order"), {1280, 720});
  driver.frames(4);
  EXPECT_TRUE(says("this trained model has no weights for it"));
  EXPECT_FALSE(says("These are not the settings"));
  for (const DrawnText& text : drawn_frame().texts) EXPECT_FALSE(text.is_cut) << text.text;
  const auto moved = driver.find("##lab moved").value();
  EXPECT_GT(moved.high.x - moved.low.x, 500) << "a sentence of a dozen words is seen whole";
}

TEST(PositionsLab, ATrainedModelsKindsAreNamedAndCannotBePressed) {
  Driver fixed(trained("kinds"), {1280, 720});
  fixed.frames(4);
  EXPECT_TRUE(says("Rotary"));
  EXPECT_TRUE(says("in this model")) << "behind its own";
  EXPECT_FALSE(fixed.shows("Rotary##kind rotary"));
  Driver free(lab("kinds"), {1280, 720});
  free.frames(4);
  EXPECT_TRUE(free.shows("Rotary##kind rotary"));
  EXPECT_FALSE(says("in this model"));
}

TEST(PositionsLab, TheCoursesPairOfSentencesIsTheSameWithoutPositions) {
  Driver driver(lab("order"));
  driver.click("Course example: 我 and 不 swapped##lab.order.example");
  driver.frames(2);
  EXPECT_EQ(driver.document().text, "我，不想延畢");
  EXPECT_EQ(driver.document().labs.positions.moved, "不，我想延畢");
  const auto seed = driver.session().desk().experiment.shuffle;
  driver.click("Shuffle##experiment.order.shuffle");
  EXPECT_EQ(driver.session().desk().experiment.shuffle, seed + 1);
  EXPECT_TRUE(driver.document().labs.positions.moved.empty());
}

TEST(PositionsLab, ManyTokensLayersAndOddWidthsAreDrawnToo) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += "word" + std::to_string(i % 7) + " ";
  State state = lab("table", text);
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.config.architecture = engine::Architecture::kTransformer;
  state.document.target = "le chat est assis";
  state.document.focus.stage = "decoder.1.cross.head.1.weights";
  engine::positions_lab_of(state.document.config).d_model = 7;
  engine::positions_lab_of(state.document.config).length = 3;
  engine::positions_lab_of(state.document.config).base = 1;
  for (const ImVec2 size : {ImVec2(1600, 1000), ImVec2(700, 480)}) {
    Driver driver(state, size);
    for (const char* page : {"table", "worked", "products", "circles", "base", "kinds", "order"}) {
      Requests requests;
      requests.edit("", [page](State& changed) {
        changed.document.labs.positions.shown = page;
        changed.document.labs.positions.is_worked = true;
      });
      driver.session().apply(requests, 1);
      driver.frames(2);
      driver.move({400, 300});
    }
    EXPECT_FALSE(driver.session().error().has_value());
  }
}

TEST(PositionsLab, WithLargeTextAPageIsSeenWholeOnAProjector) {
  for (const char* page : {"table", "products", "circles", "base", "kinds", "order"}) {
    State state = lab(page);
    state.preferences.text_size = 200;
    Driver driver(state, {1280, 720});
    driver.frames(2);
    for (const DrawnText& text : drawn_frame().texts) EXPECT_FALSE(text.is_cut) << page << ": " << text.text;
  }
}

TEST(PositionsLab, InALowAndNarrowWindowAllOfAPageIsReached) {
  constexpr const char* kLast = "kind none";
  const auto shows_last = [](Driver& driver) {
    return std::ranges::any_of(driver.items(), [](const auto& item) { return item.first.ends_with(kLast); });
  };
  State state = lab("kinds");
  state.preferences.text_size = 200;
  Driver driver(state, {700, 480});
  driver.frames(2);
  EXPECT_FALSE(shows_last(driver));
  driver.move({350, 400});
  for (int i = 0; i < 20; ++i) driver.wheel(-2);
  driver.frames(4);
  EXPECT_TRUE(shows_last(driver));
}

// Ticks are as regular as a ruler's, whichever cell is worked out; both plots begin and end below each other.
TEST(PositionsLab, TheTablesScaleAndThePlotsEdgesAreRegular) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    Driver driver(lab("table"), size);
    driver.frames(4);
    const auto table = driver.find("positions table").value();
    std::vector<int> ticks;
    for (const DrawnText& text : drawn_frame().texts) {
      const bool is_left = text.high.x < table.low.x && text.high.x > table.low.x - 30 &&
                           text.high.y > table.low.y && text.low.y < table.high.y;
      if (is_left) ticks.push_back(std::stoi(text.text));
    }
    std::ranges::sort(ticks);
    ASSERT_GT(ticks.size(), 4U);
    EXPECT_EQ(ticks.front(), 0);
    for (size_t i = 2; i < ticks.size(); ++i) EXPECT_EQ(ticks[i] - ticks[i - 1], ticks[1] - ticks[0]);
    const auto waves = driver.find("positions waves").value();
    const auto lengths = driver.find("positions wavelengths").value();
    EXPECT_NEAR(waves.low.x, lengths.low.x, 0.5f);
    EXPECT_NEAR(waves.high.x, lengths.high.x, 0.5f);
    EXPECT_TRUE(says("28 positions")) << "the unit of 6.28";
    EXPECT_TRUE(says("Pair i = 0")) << "the formula's i";
    if (size.y > 1000) {
      EXPECT_TRUE(says("Pair 0")) << "what is marked among the wavelengths";
    }
    EXPECT_TRUE(says("Ppos,2i=sin(pos/10000")) << "the formula beside the question";
  }
}

}  // namespace
}  // namespace app
