// The labs' table of positions: its strips, and what is marked in it and beside it.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "app/session/examples.h"
#include "drawn_text.h"
#include "driver.h"
#include "engine/labs/positions/positions_lab.h"

namespace app {
namespace {

State table_of(std::string text = "the cat sat on the mat") {
  State state{four_tokens(), {}};
  state.document.text = std::move(text);
  state.document.focus.view = "positions";
  engine::positions_lab_of(state.document.config).is_on = true;
  state.document.labs.positions.shown = "table";
  return state;
}

// The middle of an item, moved by a part of its size.
ImVec2 part_of(const ui::RecordedItem& item, float across, float down) {
  return {item.low.x + (item.high.x - item.low.x) * across, item.low.y + (item.high.y - item.low.y) * down};
}

State with_pinned(engine::Index position) {
  State state = table_of();
  state.document.focus.pinned = {position, 2};
  return state;
}

// A text that begins and ends so, drawn below `top`; nothing where there is none.
std::optional<DrawnText> text_below(float top, std::string_view begins, std::string_view ends) {
  for (const DrawnText& text : drawn_frame().texts)
    if (text.low.y >= top - 1 && text.text.starts_with(begins) && text.text.ends_with(ends)) return text;
  return std::nullopt;
}

// What a position looks like as a vector: its row and its neighbour's, large, below their columns.
TEST(PositionsTable, EnlargesThePinnedTokensRowAndTheNext) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    Driver driver(with_pinned(2), size);
    driver.frames(4);
    const auto table = driver.find("positions table").value();
    const auto strips = driver.find("positions strips").value();
    EXPECT_GT(strips.low.y, table.high.y);
    EXPECT_FLOAT_EQ(strips.low.x, table.low.x);
    EXPECT_FLOAT_EQ(strips.high.x, table.high.x);
    EXPECT_GE(strips.high.y - strips.low.y, 8 * (table.high.y - table.low.y) / 64) << "of 64 rows";
    EXPECT_GT(table.high.y - table.low.y, 174) << "the table is no lower for them";
    EXPECT_TRUE(text_below(strips.low.y - 4, "sat", "2"));
    EXPECT_TRUE(text_below(strips.low.y - 4, "on", "3"));
  }
}

// Without a token the worked cell's row; of the last row, the one before it.
TEST(PositionsTable, EnlargesAnyPosition) {
  State state = table_of("the cat");
  state.document.focus.pinned.reset();
  Driver driver(state, {1280, 720});
  driver.frames(4);
  EXPECT_TRUE(says("position 2")) << "next to the worked one, with no token";
  const auto table = driver.find("positions table").value();
  driver.move(part_of(table, 0.5f / 64, 63.5f / 64));
  driver.frames(4);
  EXPECT_TRUE(says("position 62"));
  EXPECT_TRUE(says("position 63"));
}

// Where a fast wave no longer tells both apart is computed: at the tenth of a radian a step.
TEST(PositionsTable, SaysWhichWavesTellNeighboursApart) {
  State state = with_pinned(2);
  Driver driver(state, {1280, 720});
  driver.frames(4);
  const auto strips = driver.find("positions strips").value();
  const float column = (strips.high.x - strips.low.x) / 64;
  const auto middle = [](const DrawnText& text) { return (text.low.x + text.high.x) / 2; };
  const auto fast = text_below(strips.high.y, "fast waves", "");
  const auto slow = text_below(strips.high.y, "s", "0.1 apart");
  ASSERT_TRUE(fast && slow);
  EXPECT_NEAR(middle(*slow), strips.low.x + 40 * column, column) << "from column 16 to 64";
  EXPECT_LT(fast->high.x, strips.low.x + 17 * column);
  state.document.labs.positions.in_halves = true;
  Driver halves(state, {1280, 720});
  halves.frames(4);
  const auto texts = drawn_frame().texts;
  EXPECT_EQ(std::ranges::count_if(texts, [](const auto& text) { return text.text.ends_with("0.1 apart"); }),
            2)
      << "of the sines and of the cosines";
  state.document.labs.positions.in_halves = false;
  engine::positions_lab_of(state.document.config).base = 1;
  Driver fastest(state, {1280, 720});
  fastest.frames(4);
  EXPECT_TRUE(says("all waves differ"));
  EXPECT_FALSE(says("slow waves: less"));
}

TEST(PositionsTable, AStripsColumnChoosesItsPairInEitherOrder) {
  State state = with_pinned(2);
  for (const bool in_halves : {false, true}) {
    state.document.labs.positions.in_halves = in_halves;
    Driver driver(state, {1280, 720});
    driver.frames(2);
    const auto strips = driver.find("positions strips").value();
    driver.move(part_of(strips, 20.5f / 64, 0.8f));
    driver.frames(2);
    EXPECT_TRUE(text_below(strips.low.y - 4, "sat", "2")) << "pointing at the next does not move them";
    driver.click_at(part_of(strips, 20.5f / 64, 0.25f));
    EXPECT_EQ(driver.document().labs.positions.pair, in_halves ? 20 : 10);
  }
}

// Everything else may count from 1, positions never do.
TEST(PositionsTable, SaysWhichTokenAPositionIs) {
  State state = with_pinned(2);
  for (const int first : {1, 0}) {
    state.preferences.count_from = first;
    Driver driver(state, {1280, 720});
    driver.frames(4);
    driver.move(part_of(driver.find("positions strips").value(), 20.5f / 64, 0.25f));
    driver.frames(2);
    EXPECT_EQ(says("token 3 is position 2"), first == 1) << "from 0 they are the same number";
  }
}

// The plots beside the table begin where it begins, end where its strips end, and are high enough to be read.
TEST(PositionsTable, SharesItsLinesWithThePlots) {
  for (const bool in_halves : {false, true}) {
    for (const auto& [size, percent] :
         {std::pair{ImVec2(1280, 720), 100}, std::pair{ImVec2(1280, 720), 200},
          std::pair{ImVec2(1920, 1080), 100}, std::pair{ImVec2(2560, 1440), 100}}) {
      State state = with_pinned(2);
      state.document.labs.positions.in_halves = in_halves;
      state.preferences.text_size = percent;
      Driver driver(state, size);
      driver.frames(4);
      const auto table = driver.find(in_halves ? "positions halves" : "positions table").value();
      const auto strips = driver.find("positions strips").value();
      const auto waves = driver.find("positions waves").value();
      const auto lengths = driver.find("positions wavelengths").value();
      EXPECT_NEAR(waves.low.y, table.low.y, 1.01f) << size.x << " " << percent;
      EXPECT_NEAR(lengths.high.y, strips.high.y, 2.01f) << size.x << " " << percent;
      EXPECT_GE(waves.high.y - waves.low.y, percent == 100 ? 110 : 95) << size.x;
      EXPECT_GE(lengths.high.y - lengths.low.y, percent == 100 ? 80 : 70) << size.x;
    }
  }
}

// The corners of what is drawn in exactly this colour within a rectangle.
std::vector<ImVec2> corners_in(ImU32 colour, ImVec2 low, ImVec2 high) {
  std::vector<ImVec2> corners;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
    for (const ImDrawVert& vertex : list->VtxBuffer) {
      const bool is_inside =
          vertex.pos.x >= low.x && vertex.pos.x <= high.x && vertex.pos.y >= low.y && vertex.pos.y <= high.y;
      if (vertex.col == colour && is_inside) corners.push_back(vertex.pos);
    }
  }
  return corners;
}

// The columns of the waves have their curves' colours above them; over the numbers lies the ring alone.
TEST(PositionsTable, MarksColumnsAndRowsAtTheTablesEdges) {
  State state = with_pinned(2);
  state.document.labs.positions.pair = 5;
  for (const bool in_halves : {false, true}) {
    state.document.labs.positions.in_halves = in_halves;
    Driver driver(state, {1280, 720});
    driver.frames(4);
    const ui::Colours& colours = ui::make_style(driver.session().preferences(), {}, 1).colours;
    const auto table = driver.find(in_halves ? "positions halves" : "positions table").value();
    const float cell = (table.high.x - table.low.x) / 64;
    for (const auto& [colour, column] :
         {std::pair{colours.heads[0], in_halves ? 5 : 10}, std::pair{colours.heads[1], in_halves ? 37 : 11},
          std::pair{colours.muted, 0}}) {
      const float left = table.low.x + cell * static_cast<float>(column);
      EXPECT_FALSE(corners_in(colour, {left - 1, table.low.y - 6}, {left + cell + 1, table.low.y}).empty())
          << column;
    }
    const float row = table.low.y + (table.high.y - table.low.y) * 2.5f / 64;
    for (const float edge : {table.low.x - 4, table.high.x + 4})
      EXPECT_FALSE(corners_in(colours.query, {edge - 4, row - 4}, {edge + 4, row + 4}).empty()) << edge;
    const ImVec2 inside_low(table.low.x + 1, table.low.y + 1);
    const ImVec2 inside_high(table.high.x - 1, table.high.y - 1);
    for (const ImU32 colour : {colours.query, colours.heads[0], colours.heads[1], colours.muted})
      EXPECT_TRUE(corners_in(colour, inside_low, inside_high).empty()) << "no line over the numbers";
    const float ring = table.low.x + cell * (in_halves ? 5.5f : 10.5f);
    for (const ImVec2& corner : corners_in(colours.ink, inside_low, inside_high)) {
      EXPECT_NEAR(corner.x, ring, 10);
      EXPECT_NEAR(corner.y, row, 10);
    }
  }
}

// Where the table is too narrow for words before the formula, a ring as in the table says whose it is.
TEST(PositionsTable, WritesTheRingedCellOutBesideItsCaption) {
  for (const auto& [width, has_words] : {std::pair{1280.0f, false}, std::pair{1920.0f, true}}) {
    Driver driver(with_pinned(2), {width, width * 9 / 16});
    driver.frames(4);
    EXPECT_EQ(says("The ringed"), has_words);
    const auto table = driver.find("positions table").value();
    EXPECT_TRUE(std::ranges::any_of(drawn_frame().texts, [&](const DrawnText& text) {
      return text.text.find("9093") != std::string::npos && text.high.y < table.low.y &&
             text.low.y > table.low.y - 60 && text.high.x < driver.find("positions waves").value().low.x;
    })) << "sin 2";
  }
}

// The name of the sentence's rows, the pinned token's and the legend have lines of their own.
TEST(PositionsTable, NamesBesideTheTableDoNotTouch) {
  for (const engine::Index position : {0, 1, 2, 5}) {
    Driver driver(with_pinned(position), {1280, 720});
    driver.frames(4);
    const auto table = driver.find("positions table").value();
    const auto waves = driver.find("positions waves").value();
    std::vector<DrawnText> beside;
    for (const DrawnText& text : drawn_frame().texts) {
      if (text.low.x > table.high.x && text.high.x < waves.low.x - 60 && text.low.y > table.low.y - 24 &&
          text.high.y < table.high.y)
        beside.push_back(text);
    }
    EXPECT_GE(beside.size(), 4U) << "−1, 1, the sentence and a token";
    for (size_t i = 0; i < beside.size(); ++i) {
      for (size_t j = i + 1; j < beside.size(); ++j) {
        const bool is_apart = beside[i].high.y <= beside[j].low.y + 1 ||
                              beside[j].high.y <= beside[i].low.y + 1 || beside[i].high.x < beside[j].low.x ||
                              beside[j].high.x < beside[i].low.x;
        EXPECT_TRUE(is_apart) << beside[i].text << " and " << beside[j].text << " at " << position;
      }
    }
  }
}

TEST(PositionsTable, NamesTheHalvesInsteadOfTheirColumns) {
  State state = with_pinned(2);
  Driver driver(state, {1280, 720});
  driver.frames(4);
  EXPECT_FALSE(says("even columns: sines"));
  state.document.labs.positions.in_halves = true;
  Driver halves(state, {1280, 720});
  halves.frames(4);
  EXPECT_TRUE(says("even columns: sines"));
  EXPECT_TRUE(says("odd columns: cosines"));
}

// A wavelength with many digits has no decimals.
TEST(PositionsTable, SaysTheWavelengthOfItsPairBesideTheButtons) {
  Driver driver(with_pinned(2), {1920, 1080});
  driver.frames(4);
  EXPECT_TRUE(says("columns 0 and 1"));
  EXPECT_TRUE(says("wavelength 6.28 positions"));
  driver.click("»##pair last");
  driver.frames(2);
  EXPECT_TRUE(says("columns 62 and 63"));
  EXPECT_TRUE(says("wavelength 47,117 positions"));
}

// Of an odd width the last sine has no cosine.
TEST(PositionsTable, NamesOneColumnWhereAPairHasOne) {
  State state = with_pinned(2);
  engine::positions_lab_of(state.document.config).d_model = 7;
  state.document.labs.positions.pair = 3;
  Driver driver(state, {1920, 1080});
  driver.frames(4);
  EXPECT_TRUE(says("Pair i = 3: column 6"));
  EXPECT_FALSE(says("6 and 7"));
  driver.click("−##pair");
  driver.frames(2);
  EXPECT_TRUE(says("4 and 5"));
}

TEST(PositionsTable, ShowsTheSentenceInTheTable) {
  State state = with_pinned(2);
  Driver driver(state, {1280, 720});
  driver.frames(4);
  EXPECT_TRUE(says("this sentence"));
  EXPECT_TRUE(says("pos 2"));
  EXPECT_TRUE(says("token 3"));
  engine::positions_lab_of(state.document.config).length = 5;
  Driver shorter(state, {1280, 720});
  shorter.frames(4);
  EXPECT_FALSE(says("this sentence")) << "the table ends before it";
}

// The marked position's two numbers, at its rings.
TEST(PositionsTable, TheRingsOnTheWavesHaveTheirNumbers) {
  Driver driver(with_pinned(2), {1280, 720});
  driver.frames(4);
  const auto waves = driver.find("positions waves").value();
  for (const char* const number : {"0.91", "0.42"}) {  // sin 2 and −cos 2
    EXPECT_TRUE(std::ranges::any_of(drawn_frame().texts, [&](const DrawnText& text) {
      return text.text.ends_with(number) && text.low.x > waves.low.x && text.high.x < waves.high.x &&
             text.low.y > waves.low.y && text.high.y < waves.high.y;
    })) << number;
  }
}

// Of an early position both are on the right, of close rings one above the other.
TEST(PositionsTable, TheRingsNumbersDoNotTouch) {
  for (const engine::Index position : {0, 1, 5, 9}) {
    for (engine::Index pair = 0; pair < 10; ++pair) {
      State state = table_of("the cat sat on the mat and the dog lay on it");
      state.document.focus.pinned = {position, 2};
      state.document.labs.positions.pair = pair;
      Driver driver(state, {1280, 720});
      driver.frames(2);
      const auto waves = driver.find("positions waves").value();
      std::vector<DrawnText> numbers;
      for (const DrawnText& text : drawn_frame().texts) {
        const bool is_inside = text.low.x > waves.low.x - 2 && text.high.x < waves.high.x &&
                               text.low.y > waves.low.y - 16 && text.high.y < waves.high.y + 2;
        if (is_inside && text.text.find('.') != std::string::npos) numbers.push_back(text);
      }
      ASSERT_EQ(numbers.size(), 2U) << "position " << position << ", pair " << pair;
      const auto& [upper, lower] = numbers[0].low.y < numbers[1].low.y ? std::tie(numbers[0], numbers[1])
                                                                       : std::tie(numbers[1], numbers[0]);
      EXPECT_TRUE(upper.high.y <= lower.low.y + 1 || upper.high.x < lower.low.x || lower.high.x < upper.low.x)
          << "position " << position << ", pair " << pair;
    }
  }
}

TEST(PositionsTable, SaysWhatTheWavesAroundTheTablesLengthDo) {
  State state = table_of();
  Driver driver(state, {1280, 720});
  driver.frames(4);
  EXPECT_TRUE(says("↑ no full turn"));
  EXPECT_TRUE(says("↓ repeats"));
  engine::positions_lab_of(state.document.config).base = 1;
  Driver fastest(state, {1280, 720});
  fastest.frames(4);
  EXPECT_FALSE(says("no full turn")) << "every wave repeats";
  EXPECT_TRUE(says("↓ repeats"));
}

}  // namespace
}  // namespace app
