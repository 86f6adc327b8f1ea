// The window before a class: what is drawn is large enough, and everything works by keys alone. What is
// measured is what Dear ImGui was given to draw.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "app/document/checkpoints.h"
#include "app/ui/text.h"
#include "app/views/present/present_parts.h"
#include "app/views/present/telling_cell.h"
#include "drawn_glyphs.h"
#include "drawn_text.h"
#include "driver.h"
#include "engine/core/number_text.h"
#include "presented.h"
#include "states.h"

namespace app {
namespace {

// Numbers in cells have colours of their own: black or white, to stand on the cell's colour.
bool is_in_a_cell(const Glyph& glyph) {
  // What rounds to nothing is fainter.
  const ImU32 opaque = glyph.colour | IM_COL32_A_MASK;
  return opaque == IM_COL32_WHITE || opaque == IM_COL32_BLACK;
}

// The heights of digits: signs and points are less than half as high as any of them.
std::vector<float> digit_heights(const std::function<bool(const Glyph&)>& counts) {
  const float least = ImGui::GetIO().DisplaySize.y / 1080 * views::kDigitHeight / 2;
  std::vector<float> heights;
  for (const Glyph& glyph : drawn_glyphs()) {
    if (counts(glyph) && glyph.height() > least) heights.push_back(glyph.height());
  }
  const float most = heights.empty() ? 0 : *std::max_element(heights.begin(), heights.end());
  std::erase_if(heights, [most](float height) { return height < most / 2; });
  return heights;
}

const PresentationState& presenting(Driver& driver) {
  return driver.session().desk().presenting;
}

TEST(Present, OneKeyTakesTheControlsAwayAndEscBringsThemBack) {
  for (const ImGuiKey key : {ImGuiKey_F5, ImGuiKey_F11}) {
    Driver driver;
    EXPECT_TRUE(driver.shows("##sequence"));
    driver.press(key);
    EXPECT_TRUE(presenting(driver).is_on);
    EXPECT_FALSE(driver.shows("##sequence"));
    EXPECT_TRUE(driver.shows("stage canvas"));
    driver.press(ImGuiKey_Escape);
    EXPECT_FALSE(presenting(driver).is_on);
    EXPECT_TRUE(driver.shows("##sequence"));
  }
  Driver driver;
  driver.click("Present##present");
  EXPECT_TRUE(presenting(driver).is_on);
  EXPECT_FALSE(driver.session().can_undo()) << "how one looks is no step of the history";
}

// At 1080p 28 pixels, of a map's where more would have no room 18; a smaller projector's are as high to the
// eye. A glyph is drawn with a pixel around it.
TEST(Present, NumbersInCellsAreReadFromTheLastRow) {
  for (const ImVec2 size : {ImVec2(1920, 1080), ImVec2(1280, 720), ImVec2(3840, 2160)}) {
    for (const int tokens : {2, 4, 7, 11, 24, 40}) {
      for (const char* stage : {"weights", "scores", "q", "masked", "output"}) {
        const bool in_head = std::string_view(stage) != "output";
        State state =
            showing(tokens, (in_head ? "encoder.0.self.head.0." : "encoder.0.self.") + std::string(stage));
        // A mask of zeros without numbers says so in words.
        state.document.config.causal = std::string_view(stage) == "masked";
        Driver driver(state, size);
        driver.press(ImGuiKey_F5);
        const bool is_map = in_head && std::string_view(stage) != "q";
        const float wanted = (is_map && tokens > 7 ? 0.64f : 1.0f) * views::kDigitHeight * size.y / 1080;
        for (const float height : digit_heights(is_in_a_cell))
          ASSERT_GE(height, wanted) << stage << " of " << tokens << " at " << size.y;
      }
    }
  }
}

TEST(Present, ElevenTokensHaveAllTheirNumbersAndFortyNone) {
  for (const char* stage : {"weights", "scores"}) {
    Driver eleven(showing(11, "encoder.0.self.head.0." + std::string(stage)), {1920, 1080});
    eleven.press(ImGuiKey_F5);
    EXPECT_GE(digit_heights(is_in_a_cell).size(), 121U) << stage;
  }
  Driver twelve(showing(12), {1280, 720});
  twelve.press(ImGuiKey_F5);
  EXPECT_GE(digit_heights(is_in_a_cell).size(), 144U);
  Driver forty(showing(40), {1920, 1080});
  forty.press(ImGuiKey_F5);
  EXPECT_TRUE(digit_heights(is_in_a_cell).empty());
}

TEST(Present, WhereNotAllFitTheRowAndTheColumnOfTheCellStandBesideThem) {
  State state = showing(40, "encoder.0.self.head.0.scores");
  state.document.focus.pinned = {20, 19};
  Driver driver(state, {1920, 1080});
  driver.press(ImGuiKey_F5);
  EXPECT_TRUE(digit_heights(is_in_a_cell).empty());
  for (const ImU32 colour : {IM_COL32(0x00, 0x67, 0xA5, 255), IM_COL32(0x94, 0x58, 0x00, 255)}) {
    const auto heights = digit_heights([&](const Glyph& glyph) { return glyph.colour == colour; });
    const auto large =
        std::count_if(heights.begin(), heights.end(), [](float height) { return height >= 28; });
    EXPECT_GE(large, 3 * 7) << "three digits each, of seven numbers or more";
  }
}

TEST(Present, TheNumbersBesideTheMatrixSayWhoseRowAndColumnTheyAre) {
  State state = showing(40, "encoder.0.self.head.0.scores");
  state.document.focus.pinned = {20, 19};
  Driver driver(state, {1920, 1080});
  driver.press(ImGuiKey_F5);
  const DrawnFrame drawn = drawn_frame();
  for (const char* whose : {"row “", "column “"}) {
    EXPECT_TRUE(std::ranges::any_of(drawn.texts, [&](const DrawnText& text) {
      return text.text.find(whose) != std::string::npos;
    })) << whose;
  }
}

TEST(Present, AllOfItIsInTheWindow) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    for (const int tokens : {4, 11, 40}) {
      State state = showing(tokens, "encoder.0.self.head.0.scores");
      state.document.focus.pinned = {1, 1};
      Driver driver(state, size);
      driver.press(ImGuiKey_F5);
      for (const Glyph& glyph : drawn_glyphs()) {
        EXPECT_GE(std::min(glyph.low.x, glyph.high.x), 0);
        EXPECT_LE(std::max(glyph.low.x, glyph.high.x), size.x) << tokens;
        EXPECT_LE(std::max(glyph.low.y, glyph.high.y), size.y) << tokens;
      }
    }
  }
}

// What a class takes away from a stage of a head stands below its title: of weights, how the layers read; of
// an output, whose values it is made of.
TEST(Present, SaysOfThePinnedQueryWhatItReads) {
  for (const auto& [step, reads, mixes] :
       {std::tuple("weights", 1U, 0U), std::tuple("output", 0U, 1U), std::tuple("q", 0U, 0U)}) {
    State state;
    state.document.text = "the animal did not cross the street because it was too tired";
    EXPECT_FALSE(checkpoints::use("who", state.document));
    state.document.focus.stage = "encoder.0.self.head.0." + std::string(step);
    state.document.focus.pinned = {9, 2};
    Driver driver(state, {1920, 1080});
    driver.press(ImGuiKey_F5);
    EXPECT_EQ(times_said("“it” reads"), reads) << step;
    EXPECT_EQ(times_said("“it” gets its output"), mixes) << step;
  }
}

TEST(Present, SaysOfThePinnedQueryWhatItMatchesBest) {
  State state;
  ASSERT_FALSE(checkpoints::use("who", state.document));
  state.document.text = "The animal did not cross the street because it was tired";
  state.document.focus.stage = "encoder.0.self.head.0.scores";
  state.document.focus.pinned = {9, 11};
  Driver driver(state, {1280, 720});
  driver.press(ImGuiKey_F5);
  driver.frames(3);
  const engine::Trace& trace = *driver.session().trace();
  const engine::Matrix row = trace.read_row(trace.find("encoder.0.self.head.0.scores").value(), 9);
  engine::Index best = 0;
  const auto largest = static_cast<double>(row.row(0).maxCoeff(&best));
  EXPECT_EQ(best, 11);
  EXPECT_TRUE(says("“it” matches best: “tired” (" + ui::fixed_number(largest, 2) + ")"));
}

// Also where scores are negative; of a mask, nothing.
TEST(Present, NamesThreeMatchesOfScoresOfAnySize) {
  State state;
  state.document.text = "the cat sat down";
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.focus.pinned = {1, 2};
  int below_nothing = 0;
  for (const char* const step : {"scores", "mask"}) {
    state.document.focus.stage = "encoder.0.self.head.0." + std::string(step);
    Driver driver(state, {1280, 720});
    driver.press(ImGuiKey_F5);
    driver.frames(3);
    const engine::Trace& trace = *driver.session().trace();
    const engine::Matrix read = trace.read_row(trace.find(state.document.focus.stage).value(), 1);
    std::vector<float> row(read.data(), read.data() + read.size());
    std::ranges::sort(row, std::ranges::greater());
    const bool is_mask = step == std::string_view("mask");
    EXPECT_EQ(says("matches best"), !is_mask) << step;
    if (is_mask) continue;
    EXPECT_TRUE(says("(" + ui::fixed_number(static_cast<double>(row[2]), 2) + ")")) << step;
    below_nothing += row[2] < 0.05f ? 1 : 0;
  }
  EXPECT_EQ(below_nothing, 1) << "the claim needs such a score";
}

TEST(Present, HeadsOfFourTokensHaveTheirNumbers) {
  State state = showing(4);
  state.document.focus.view = "heads";
  Driver driver(state, {1280, 720});
  driver.press(ImGuiKey_F5);
  EXPECT_GE(digit_heights(is_in_a_cell).size(), 4U * 16 * 3);
}

// The middle of what is drawn in this colour over everything.
std::optional<ImVec2> middle_of(ImU32 colour) {
  ImVec2 sum(0, 0);
  float count = 0;
  for (const ImDrawVert& vertex : ImGui::GetForegroundDrawList()->VtxBuffer) {
    if (vertex.col != colour) continue;
    sum.x += vertex.pos.x;
    sum.y += vertex.pos.y;
    ++count;
  }
  if (count == 0) return std::nullopt;
  return ImVec2(sum.x / count, sum.y / count);
}

TEST(Present, TheLaserPointerFollowsTheMouse) {
  constexpr ImU32 kRed = IM_COL32(230, 30, 20, 255);
  Driver driver(showing(4), {1920, 1080});
  driver.press(ImGuiKey_F5);
  EXPECT_FALSE(middle_of(kRed).has_value());
  driver.press(ImGuiKey_L);
  for (const ImVec2 place : {ImVec2(200, 300), ImVec2(1500, 900)}) {
    driver.move(place);
    const auto middle = middle_of(kRed);
    ASSERT_TRUE(middle.has_value());
    EXPECT_NEAR(middle->x, place.x, 1.5);
    EXPECT_NEAR(middle->y, place.y, 1.5);
    EXPECT_EQ(ImGui::GetMouseCursor(), ImGuiMouseCursor_None);
  }
  driver.press(ImGuiKey_L);
  EXPECT_FALSE(middle_of(kRed).has_value());
}

TEST(Present, TheScreenGoesBlackAndComesBack) {
  for (const ImGuiKey key : {ImGuiKey_B, ImGuiKey_Period}) {
    Driver driver(showing(4), {1920, 1080});
    driver.press(ImGuiKey_F5);
    driver.press(ImGuiKey_L);
    driver.press(key);
    EXPECT_TRUE(presenting(driver).is_blank);
    const ImDrawList& over = *ImGui::GetForegroundDrawList();
    ASSERT_EQ(over.VtxBuffer.Size, 4) << "one rectangle, and nothing over it";
    EXPECT_EQ(over.VtxBuffer[0].col, IM_COL32_BLACK);
    EXPECT_EQ(over.VtxBuffer[2].pos.x, 1920);
    EXPECT_EQ(over.VtxBuffer[2].pos.y, 1080);
    driver.press(ImGuiKey_Escape);
    EXPECT_FALSE(presenting(driver).is_blank);
    EXPECT_TRUE(presenting(driver).is_on) << "Esc lights the screen before it leaves";
  }
}

// Where on the screen a cell of the stage is.
ImVec2 a_cell(Driver& driver) {
  const auto canvas = *driver.find("stage canvas");
  for (float y = canvas.high.y - 150; y > canvas.low.y; y -= 60) {
    for (float x = canvas.low.x + 40; x < canvas.high.x; x += 60) {
      driver.move({x, y});
      const auto under = driver.view().heatmaps.under({x, y});
      if (under && under->frame.stage == driver.session().focused_stage()) return {x, y};
    }
  }
  ADD_FAILURE() << "no cell is under the mouse";
  return {0, 0};
}

TEST(Present, TheMagnifierShowsTheNumbersUnderTheMouse) {
  Driver driver(showing(40), {1920, 1080});
  driver.press(ImGuiKey_F5);
  const ImVec2 place = a_cell(driver);
  const auto lens = [](const Glyph& glyph) { return glyph.window == "magnifier" && is_in_a_cell(glyph); };
  EXPECT_TRUE(digit_heights(lens).empty());
  driver.press(ImGuiKey_Z);
  driver.move({place.x + 1, place.y});
  const auto heights = digit_heights(lens);
  EXPECT_GE(heights.size(), 15U) << "five columns of three";
  for (const float height : heights) EXPECT_GE(height, 32);
  EXPECT_TRUE(driver.hover().stage >= 0) << "what lies below is still pointed at";
  driver.press(ImGuiKey_Z);
  EXPECT_TRUE(digit_heights(lens).empty());
}

TEST(Present, TheFootFadesWhileNothingHappens) {
  EXPECT_EQ(views::foot_opacity(0), 1);
  EXPECT_EQ(views::foot_opacity(10), 0);
  EXPECT_FALSE(views::foot_changes_in(10).has_value());
  EXPECT_NEAR(*views::foot_changes_in(1), 2, 1e-9);
  Driver driver(showing(4), {1920, 1080});
  driver.press(ImGuiKey_F5);
  driver.move({800, 900});
  // Where one is in the walk; the line in the middle stays.
  const auto in_foot = [](const Glyph& glyph) { return glyph.low.y > 1030 && glyph.low.x > 1500; };
  EXPECT_FALSE(digit_heights(in_foot).empty());
  ImGui::GetIO().DeltaTime = 1;
  driver.frames(5);
  EXPECT_TRUE(digit_heights(in_foot).empty());
  EXPECT_TRUE(driver.shows("line encoder.0.self.head.0.weights"));
  driver.move({900, 900});
  EXPECT_FALSE(digit_heights(in_foot).empty());
}

// Every matrix of the last frame, by its stage.
std::map<int, ui::MatrixFrame> drawn_matrices(Driver& driver) {
  std::map<int, ui::MatrixFrame> found;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  for (float y = 0; y < window.y; y += 6) {
    for (float x = 0; x < window.x; x += 6) {
      if (const auto drawn = driver.view().heatmaps.under({x, y}))
        found.emplace(drawn->frame.stage, drawn->frame);
    }
  }
  return found;
}

// The sentence of most examples, with its stage before a class.
State tired_animal(const std::string& stage) {
  State state = showing(0, stage);
  state.document.text = "The animal didn't cross the street because it was too tired";
  return state;
}

TEST(Present, NoOperandIsASliver) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    for (const char* step : {"q", "scores", "masked", "weights", "output"}) {
      Driver driver(tired_animal("encoder.0.self.head.1." + std::string(step)), size);
      driver.press(ImGuiKey_F5);
      driver.frames(2);
      const auto matrices = drawn_matrices(driver);
      EXPECT_GE(matrices.size(), 2U) << step;
      for (const auto& [stage, matrix] : matrices)
        EXPECT_GE(std::min(matrix.size.x, matrix.size.y), size.y * 0.038f)
            << driver.session().trace()->stage(stage).address << " of " << step << " at " << size.y;
    }
  }
}

TEST(Present, AnOperandsColourBarTouchesNoLabel) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    State state = tired_animal("encoder.0.self.head.0.scores");
    for (const char* text : {"The animal didn't cross the street because it was too tired",
                             "a b c d e f g h i j k l m n o p q r s t u v w x"}) {
      state.document.text = text;
      Driver driver(state, size);
      driver.press(ImGuiKey_F5);
      driver.frames(2);
      const std::vector<DrawnText> texts = drawn_frame().texts;
      int ends = 0;
      const engine::Trace& trace = *driver.session().trace();
      std::set<std::string> numbers;
      for (const char* const operand : {"q", "k"}) {
        const int stage = trace.find("encoder.0.self.head.0." + std::string(operand)).value();
        numbers.insert(engine::short_number(driver.view().facts.own_scale(stage).high));
      }
      for (const DrawnText& end : texts) {
        if (!numbers.contains(end.text)) continue;
        ++ends;
        for (const DrawnText& label : texts) {
          const bool in_line = label.low.y < end.high.y && label.high.y > end.low.y;
          if (!in_line || label.high.x <= end.high.x) continue;
          EXPECT_GT(label.low.x, end.high.x + 4) << label.text << " at " << size.y;
        }
      }
      EXPECT_GT(ends, 0);
    }
  }
}

// The map that names the keys stands beside it.
TEST(Present, AnOperandsCrowdedLabelsLeaveTheLitOne) {
  Driver driver(tired_animal("encoder.0.self.head.0.weights"), {1280, 720});
  driver.press(ImGuiKey_F5);
  driver.frames(2);
  EXPECT_EQ(times_said("because"), 2U) << "left of the maps, and above the weights";
  State many = showing(30, "encoder.0.self.head.0.weights");
  many.document.focus.pinned = {3, 5};
  Driver crowded(many, {1280, 720});
  crowded.press(ImGuiKey_F5);
  crowded.frames(2);
  EXPECT_LE(times_said("word7"), 2U) << "left of the maps, and above the weights";
}

TEST(TellingCell, OfWeightsIsAmongTheLargestBetweenTwoTokensNearTheMiddle) {
  Driver driver(showing(6));
  const engine::Trace& trace = *driver.session().trace();
  const int weights = driver.session().focused_stage();
  const engine::Cell cell = views::telling_cell(driver.view(), weights);
  EXPECT_EQ(cell.stage, weights);
  EXPECT_NE(cell.row, cell.column);
  EXPECT_NEAR(static_cast<double>(cell.row), 2.5, 1);
  for (engine::Index row = 0; row < 6; ++row) {
    for (engine::Index column = 0; column < 6; ++column) {
      if (row == column) continue;
      EXPECT_LE(0.95f * trace.at(weights, row, column), trace.at(weights, cell.row, cell.column));
    }
  }
}

TEST(TellingCell, OfAMaskIsHiddenAndOfZerosTheFirst) {
  State state = showing(6, "encoder.0.self.head.0.mask");
  Driver open(state);
  const int mask = open.session().focused_stage();
  EXPECT_EQ(views::telling_cell(open.view(), mask), (engine::Cell{mask, 0, 0}));
  state.document.config.causal = true;
  Driver causal(state);
  const engine::Cell hidden = views::telling_cell(causal.view(), mask);
  EXPECT_TRUE(std::isinf(causal.session().trace()->at(hidden.stage, hidden.row, hidden.column)));
}

TEST(TellingCell, IsOfATokenThatSomebodyWrote) {
  State state;
  state.document.text = "the animal crossed because it was tired";
  EXPECT_FALSE(checkpoints::use("who", state.document));
  state.document.focus.stage = "encoder.0.self.head.1.weights";
  Driver driver(state);
  EXPECT_GT(views::telling_cell(driver.view(), driver.session().focused_stage()).row, 0) << "not of <bos>";
}

TEST(TellingCell, IsExplainedBeforeAClassUntilOneIsPointedAtOrPinned) {
  Driver driver(showing(6), {1920, 1080});
  driver.frames(2);
  EXPECT_LT(driver.session().explained_cell().stage, 0) << "outside a presentation nothing is";
  driver.press(ImGuiKey_F5);
  driver.frames(2);
  const int weights = driver.session().focused_stage();
  EXPECT_EQ(driver.session().explained_cell(), views::telling_cell(driver.view(), weights));
  const engine::Cell told = driver.session().explained_cell();
  EXPECT_TRUE(says("word" + std::to_string(told.row) + " → word" + std::to_string(told.column)));
  driver.view().requests.edit("", [](State& state) { state.document.focus.pinned = {4, 2}; });
  driver.frames(3);
  EXPECT_EQ(driver.session().explained_cell(), (engine::Cell{weights, 4, 2}));
}

TEST(Present, EveryViewCanBePresented) {
  for (const char* view : {"heads", "model", "generate", "projections"}) {
    State state = showing(4);
    state.document.focus.view = view;
    Driver driver(state, {1920, 1080});
    driver.press(ImGuiKey_F5);
    EXPECT_GT(drawn_glyphs().size(), 20U) << view;
  }
}

std::string digits_of(std::string text) {
  std::erase_if(text, [](char letter) { return letter < '0' || letter > '9'; });
  return text;
}

// The numbers of a row, and those of a column, have the same decimals, and keep their distance from the
// matrix.
TEST(Present, NumbersBesideTheMatrixHaveEqualDecimalsAndAGutter) {
  for (const char* step : {"scores", "weights"}) {
    State state = tired_animal("encoder.0.self.head.0." + std::string(step));
    state.document.text += " now";
    state.document.focus.pinned = {8, 5};
    Driver driver(state, {1920, 1080});
    driver.press(ImGuiKey_F5);
    driver.frames(3);
    const int stage = driver.session().focused_stage();
    const engine::Matrix numbers = numbers_of(driver, state.document.focus.stage);
    const ui::MatrixFrame matrix = drawn_matrices(driver).at(stage);
    const float right = matrix.corner.x + matrix.size.x;
    std::string drawn;
    for (const DrawnText& text : drawn_frame().texts) {
      drawn += digits_of(text.text);
      const bool is_beside = text.low.x > right - 20 && text.low.x < right + 100 &&
                             text.low.y > matrix.corner.y && text.high.y < matrix.corner.y + matrix.size.y;
      if (is_beside) {
        EXPECT_GE(text.low.x, right + 12) << text.text << " of " << step;
      }
    }
    const auto all_with = [&](int decimals) {
      const auto written = [&](float number) {  // an exact zero has no decimals
        return digits_of(ui::fixed_number(static_cast<double>(number), number == 0 ? 0 : decimals));
      };
      std::string row, column;
      for (engine::Index at = 0; at < numbers.cols(); ++at) {
        row += written(numbers(8, at));
        column += written(numbers(at, 5));
      }
      return drawn.find(row) != std::string::npos && drawn.find(column) != std::string::npos;
    };
    EXPECT_TRUE(all_with(0) || all_with(1) || all_with(2)) << step << ": " << drawn;
  }
}

// The pinned cell of a sum over keys: the head's output, of a text whose values do not all fit.
State weighed(int tokens) {
  State state = showing(tokens, "encoder.0.self.head.0.output");
  state.document.focus.pinned = {3, 2};
  return state;
}

// What is drawn in this box, in one string.
std::string drawn_in(ImVec2 low, ImVec2 high) {
  std::string drawn;
  for (const DrawnText& text : drawn_frame().texts) {
    const bool is_inside =
        text.low.x >= low.x && text.low.y >= low.y && text.high.x <= high.x && text.high.y <= high.y;
    if (is_inside) drawn += text.text;
  }
  std::erase(drawn, ' ');
  return drawn;
}

TEST(Present, NamesTheFactorsOfASumBesideTheirMatrices) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    for (const int tokens : {5, 12, 30}) {
      Driver driver(weighed(tokens), size);
      driver.press(ImGuiKey_F5);
      driver.frames(3);
      const engine::Trace& trace = *driver.session().trace();
      const int output = driver.session().focused_stage();
      const auto matrices = drawn_matrices(driver);
      const ui::MatrixFrame& weights = matrices.at(trace.stage(output).inputs[0]);
      const ui::MatrixFrame& values = matrices.at(trace.stage(output).inputs[1]);
      const auto terms = trace.explain(output, 3, 2).terms;
      const auto heaviest =
          std::ranges::max_element(terms, {}, [](const engine::Term& term) { return std::abs(term.value); });
      const std::string name = "word" + std::to_string(heaviest->left_cell.column);
      const std::string above = drawn_in({0, 0}, {values.corner.x, weights.corner.y});
      const std::string beside =
          drawn_in({values.corner.x + values.size.x, values.corner.y - 10}, {size.x, weights.corner.y});
      EXPECT_NE(above.find(name + ui::fixed_number(heaviest->left, 2)), std::string::npos) << above;
      EXPECT_NE(beside.find(name + ui::fixed_number(heaviest->right, 2)), std::string::npos) << beside;
      EXPECT_TRUE(overlapping_texts(drawn_frame(), 2).empty()) << tokens << " at " << size.y;
    }
  }
}

// A dimension without its value below has no number above.
TEST(Present, NumbersTheDimensionsWhoseValuesItPrints) {
  for (const int tokens : {5, 30}) {
    State state = weighed(tokens);
    ASSERT_FALSE(checkpoints::use("who", state.document)) << "of 32 dimensions a head";
    state.document.focus = weighed(tokens).document.focus;
    Driver driver(state, {1280, 720});
    driver.press(ImGuiKey_F5);
    driver.frames(3);
    const engine::Trace& trace = *driver.session().trace();
    const int output = driver.session().focused_stage();
    const auto matrices = drawn_matrices(driver);
    const ui::MatrixFrame& values = matrices.at(trace.stage(output).inputs[1]);
    const ui::MatrixFrame& result = matrices.at(output);
    const float bottom = result.corner.y + result.size.y;
    const float left = result.corner.x - 40;
    const float right = result.corner.x + result.size.x + 20;
    std::map<float, std::string> numbered, printed;  // by where they begin
    for (const DrawnText& text : drawn_frame().texts) {
      if (text.low.x < left || text.high.x > right || digits_of(text.text).empty()) continue;
      if (text.high.y < values.corner.y && text.low.y > values.corner.y - 40)
        numbered[text.low.x] = text.text;
      const bool is_value = text.text.find('.') != std::string::npos;
      if (is_value && text.low.y > bottom && text.high.y < bottom + 45) printed[text.low.x] = text.text;
    }
    EXPECT_GT(numbered.size(), 3U);
    EXPECT_LT(numbered.size(), 32U);
    std::string wanted, found;
    for (const auto& [x, number] : numbered) {
      const float value = trace.at(output, 3, std::stoi(digits_of(number)) - 1);
      wanted += digits_of(ui::fixed_number(static_cast<double>(value), 2));
    }
    for (const auto& [x, number] : printed) found += digits_of(number);
    EXPECT_EQ(found, wanted) << tokens;
  }
}

// The exponent's numbers stand at their cells of the scores, which are too small for all of them.
TEST(Present, WritesTheScoresThatASoftmaxReads) {
  State state = tired_animal("encoder.0.self.head.1.weights");
  state.document.text += " now and then";
  state.document.focus.pinned = {9, 5};
  Driver driver(state, {1280, 720});
  driver.press(ImGuiKey_F5);
  driver.frames(3);
  const engine::Trace& trace = *driver.session().trace();
  const int masked = trace.stage(driver.session().focused_stage()).inputs[0];
  const ui::MatrixFrame matrix = drawn_matrices(driver).at(masked);
  const std::string drawn = drawn_in({matrix.corner.x - 60, matrix.corner.y},
                                     {matrix.corner.x + matrix.size.x + 60, matrix.corner.y + matrix.size.y});
  const float score = trace.at(masked, 9, 5);
  const float most = trace.read(masked, 9, 0, 1, trace.stage(masked).columns).maxCoeff();
  for (const float number : {score, most})
    EXPECT_NE(drawn.find(ui::fixed_number(static_cast<double>(number), 2)), std::string::npos) << drawn;
}

TEST(Present, SaysWhatTheNumbersOfASoftmaxAreAndWhichModelItIs) {
  State state = tired_animal("encoder.0.self.head.1.weights");
  state.document.focus.pinned = {9, 5};
  Driver driver(state, {1920, 1080});
  driver.press(ImGuiKey_F5);
  driver.frames(3);
  EXPECT_TRUE(says(": row maximum"));
  EXPECT_TRUE(says("Model: "));
}

}  // namespace
}  // namespace app
