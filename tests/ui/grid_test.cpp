// Every head of every layer at once, driven as a person would.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "app/document/checkpoints.h"
#include "app/look/measure_words.h"
#include "app/session/head_worth.h"
#include "drawn_text.h"
#include "driver.h"
#include "engine/analysis/head_measures.h"

namespace app {
namespace {

State crafted() {
  State state;
  state.document.text = "the cat saw the dog and the bird";
  state.document.focus.view = "grid";
  return state;
}

State layered(engine::Architecture architecture, engine::Index layers, engine::Index heads) {
  State state = crafted();
  set_architecture(state, architecture);
  if (architecture == engine::Architecture::kTransformer) set_target(state, "le chat voit");
  set_size(state, &engine::Config::encoder_layers, layers);
  set_size(state, &engine::Config::decoder_layers, layers);
  set_size(state, &engine::Config::n_heads, heads);
  return state;
}

std::string label(int layer, int head) {
  return "grid head " + std::to_string(layer) + "." + std::to_string(head);
}

// Whether the head stands before all others, in reading order.
bool is_first(const Driver& driver, int head) {
  const auto here = driver.find(label(1, head));
  if (!here) return false;
  for (int other = 1; other <= 4; ++other) {
    const auto there = driver.find(label(1, other));
    if (!there || there->low.y < here->low.y) return false;
    if (there->low.y == here->low.y && there->low.x < here->low.x) return false;
  }
  return true;
}

TEST(Grid, HasAPictureForEachHeadOfEachLayer) {
  const Driver driver(layered(engine::Architecture::kEncoder, 3, 4));
  for (int layer = 1; layer <= 3; ++layer) {
    for (int head = 1; head <= 4; ++head) EXPECT_TRUE(driver.shows(label(layer, head))) << label(layer, head);
  }
  EXPECT_FALSE(driver.shows(label(4, 1)));
  // A line is a layer.
  EXPECT_EQ(driver.find(label(2, 1))->low.y, driver.find(label(2, 4))->low.y);
  EXPECT_LT(driver.find(label(1, 4))->low.y, driver.find(label(2, 1))->low.y);
}

// The names of tokens left of each line of maps and above the first.
TEST(Grid, NamesTheRowsOfEachLineAndTheColumnsOfTheFirst) {
  const Driver driver(layered(engine::Architecture::kEncoder, 3, 4));
  const DrawnFrame drawn = drawn_frame();
  const auto first = driver.find(label(1, 1));
  const auto second = driver.find(label(2, 1));
  ASSERT_TRUE(first && second);
  int left = 0;
  int above = 0;
  for (const DrawnText& text : drawn.texts) {
    if (text.text.starts_with("bird") && text.high.x < first->low.x && text.low.y > first->low.y) ++left;
    if (text.text.starts_with("bird") && text.low.x > first->low.x && text.low.y > first->low.y &&
        text.low.y < second->low.y)
      ++above;
  }
  EXPECT_EQ(left, 3);
  EXPECT_EQ(above, 4);
}

// Shares are written in one way in every language; of an even head the weight of each key.
TEST(Grid, SaysHowMuchAnEvenHeadGivesToEachKey) {
  Driver driver(crafted());
  driver.session().settle();
  driver.frames(2);
  EXPECT_TRUE(says("even: 12.5 % each"));
  EXPECT_TRUE(says("0: a query reads one token"));
  State state = crafted();
  state.document.focus.view = "heads";
  state.document.focus.stage = "encoder.0.self.head.0.weights";
  state.preferences.language = Language::kTraditionalChinese;
  Driver heads(std::move(state));
  heads.session().settle();
  heads.frames(2);
  EXPECT_TRUE(says("98 % 在"));
}

TEST(Grid, PutsTheHeadsThatReadLikeTheOneInFocusFirst) {
  State state = crafted();
  state.document.focus.stage = "encoder.0.self.head.2.scores";
  Driver driver(state);
  driver.click("Like this one##grid.order.like");
  EXPECT_TRUE(is_first(driver, 3));
  driver.click(label(1, 2));
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.1.weights");
  EXPECT_EQ(driver.document().focus.view, "stage");
}

// Of a trained model, what each head is worth: measured once, and said of the model with every head.
TEST(Grid, OfATrainedModelSaysWhatIsRightWithoutEachHead) {
  State state = crafted();
  ASSERT_FALSE(checkpoints::use("who", state.document).has_value());
  state.document.text = "the animal did not cross the street because it was too tired";
  Driver driver(std::move(state));
  driver.frames(2);
  driver.click("Accuracy without##grid.order.without");
  const auto worth = [&] { return driver.session().desk().head_worth; };
  driver.frames(2);
  driver.session().settle();
  ASSERT_TRUE(worth() && worth()->is_done());
  EXPECT_EQ(worth()->whole(), 1.0);
  for (int layer = 0; layer < 2; ++layer) {
    for (int head = 0; head < 2; ++head) {
      const auto without =
          worth()->without("encoder." + std::to_string(layer) + ".self.head." + std::to_string(head));
      ASSERT_TRUE(without.has_value());
      EXPECT_LE(*without, 1.0);
    }
  }
  const auto before = worth();
  driver.view().requests.edit("", [](State& changed) { set_text(changed, "the cat saw the dog"); });
  driver.frames(3);
  EXPECT_EQ(worth(), before) << "another text measures nothing again";
}

TEST(Grid, OfAnUntrainedModelOffersNoWorth) {
  Driver driver(layered(engine::Architecture::kEncoder, 2, 2));
  driver.frames(2);
  EXPECT_FALSE(driver.shows("Accuracy without##grid.order.without"));
}

TEST(Grid, AClickOpensTheHeadsWeights) {
  Driver driver(layered(engine::Architecture::kEncoder, 3, 4));
  driver.click(label(2, 3));
  EXPECT_EQ(driver.document().focus.stage, "encoder.1.self.head.2.weights");
  EXPECT_EQ(driver.document().focus.view, "stage");
  driver.press(ImGuiKey_LeftArrow, ImGuiMod_Alt);
  EXPECT_EQ(driver.document().focus.view, "grid");
}

TEST(Grid, AMeasurePutsTheHeadThatHasMostOfItFirst) {
  Driver driver(crafted());
  EXPECT_TRUE(is_first(driver, 1));
  driver.click("First token##grid.order.first");
  EXPECT_TRUE(is_first(driver, 3));
  driver.click("Same token##grid.order.equal");
  EXPECT_TRUE(is_first(driver, 2));
  driver.click("Entropy##grid.order.entropy");
  EXPECT_TRUE(is_first(driver, 4));
  driver.click("Previous##grid.order.previous");
  EXPECT_TRUE(is_first(driver, 1));
  driver.click("Itself##grid.order.same");
  EXPECT_TRUE(is_first(driver, 2));
  driver.click("By layer##grid.order.layer");
  EXPECT_TRUE(is_first(driver, 1));
}

State of_text(const std::string& text) {
  State state = crafted();
  state.document.text = text;
  return state;
}

std::string button_of(engine::RowMeasure measure) {
  const std::string key = look::measure_key(engine::row_of(measure));
  return words(Language::kEnglish)(key) + "##" + key;
}

constexpr std::array kOfLines = {engine::RowMeasure::kLineStart, engine::RowMeasure::kLineEnds,
                                 engine::RowMeasure::kSamePlace};

TEST(Grid, OffersTheMeasuresThatApplyToTheText) {
  using engine::RowMeasure;
  const auto offers = [](const Driver& driver, RowMeasure measure) {
    return driver.shows(button_of(measure));
  };
  const Driver sentence(crafted());
  EXPECT_TRUE(offers(sentence, RowMeasure::kOtherEqual));
  EXPECT_TRUE(offers(sentence, RowMeasure::kInduction));
  for (const RowMeasure measure : kOfLines) EXPECT_FALSE(offers(sentence, measure));
  EXPECT_FALSE(offers(sentence, RowMeasure::kWordStart));
  const Driver once(of_text("one two three"));
  EXPECT_FALSE(offers(once, RowMeasure::kOtherEqual)) << "no token repeats";
  EXPECT_TRUE(offers(once, RowMeasure::kNext));
  const Driver poem(of_text("春眠不覺曉，處處聞啼鳥。"));
  for (const RowMeasure measure : kOfLines) EXPECT_TRUE(offers(poem, measure));
  EXPECT_FALSE(offers(poem, RowMeasure::kWordStart));
  State letters = of_text("ab cd ef");
  letters.document.tokenizer = text::TokenizerKind::kCharacters;
  EXPECT_FALSE(offers(Driver(letters), RowMeasure::kWordStart)) << "no pieces of a model's own";
}

TEST(Grid, EveryMeasureOfAPoemSortsTheHeadsByItsMean) {
  Driver driver(of_text("春眠不覺曉，處處聞啼鳥。"));
  driver.session().settle();
  driver.frames(2);
  const engine::Trace& trace = *driver.session().trace();
  int offered = 0;
  for (const engine::MeasureRow& row : engine::measure_table()) {
    if (!driver.shows(button_of(row.measure))) continue;
    ++offered;
    driver.click(button_of(row.measure));
    int most = 0;
    std::array<double, 4> means{};
    for (size_t head = 0; head < means.size(); ++head) {
      const auto weights = trace.find("encoder.0.self.head." + std::to_string(head) + ".weights");
      means.at(head) = engine::measure_head(trace, weights.value())[row.measure];
      if (means.at(head) > means.at(static_cast<size_t>(most))) most = static_cast<int>(head);
    }
    EXPECT_TRUE(is_first(driver, most + 1)) << row.word;
  }
  EXPECT_EQ(offered, 12)
      << "all except the starts of words and induction: nothing follows the first 處 that 處 sees";
}

// Below the orders, and at a head that is named by it.
TEST(Grid, SaysTheFormulaOfTheMeasureAndOfTheHeadsHabit) {
  Driver driver(crafted());
  driver.session().settle();
  EXPECT_FALSE(says("mean"));
  driver.click(button_of(engine::RowMeasure::kFirst));
  driver.frames(2);
  EXPECT_TRUE(says("meani(Ai,1)"));
  driver.move_to(label(1, 1));
  ImGui::GetIO().DeltaTime = 0.5F;
  driver.frames(4);
  EXPECT_TRUE(says("meani(Ai,i1)")) << "a minus is a bar";
  ImGui::GetIO().DeltaTime = 1.0F / 60;
}

TEST(Grid, ACellOfAPictureIsExplained) {
  Driver driver(layered(engine::Architecture::kEncoder, 3, 4));
  driver.move_to(label(3, 2));
  const engine::Cell cell = driver.hover();
  ASSERT_GE(cell.stage, 0);
  EXPECT_EQ(driver.session().trace()->stage(cell.stage).address, "encoder.2.self.head.1.weights");
  EXPECT_EQ(driver.session().hovered(), nullptr);
}

TEST(Grid, OnlyWhatIsInSightIsDrawnAndTheWheelBringsTheRest) {
  Driver driver(layered(engine::Architecture::kEncoder, 12, 12), {1280, 720});
  driver.session().settle();
  driver.frames(3);
  ASSERT_TRUE(driver.shows(label(1, 1)));
  EXPECT_FALSE(driver.shows(label(12, 12)));
  driver.move_to(label(1, 2));
  for (int i = 0; i < 60; ++i) driver.wheel(-2);
  EXPECT_TRUE(driver.shows(label(12, 12)));
  EXPECT_FALSE(driver.shows(label(1, 1)));
}

TEST(Grid, EachAttentionOfATransformerHasItsOwn) {
  Driver driver(layered(engine::Architecture::kTransformer, 2, 2));
  driver.click("Cross-attention##grid.kind.cross");
  EXPECT_EQ(driver.document().focus.stage, "decoder.0.cross.head.0.weights");
  EXPECT_TRUE(driver.shows(label(2, 2)));
  // Between two sequences no token is the one before another.
  EXPECT_FALSE(driver.shows("Previous##grid.order.previous"));
  EXPECT_TRUE(driver.shows("Entropy##grid.order.entropy"));
  driver.click("Decoder##grid.kind.decoder");
  EXPECT_EQ(driver.document().focus.stage, "decoder.0.self.head.0.weights");
  EXPECT_TRUE(driver.shows("Previous##grid.order.previous"));
}

TEST(Grid, FromAStageOfNoHeadItShowsTheAttentionNearIt) {
  State state = layered(engine::Architecture::kTransformer, 2, 2);
  state.document.focus.stage = "logits";
  Driver driver(state);
  EXPECT_TRUE(driver.shows(label(2, 2)));
}

// All heads of one attention, with a pinned cell.
State pinned_in_heads() {
  State state = layered(engine::Architecture::kEncoder, 2, 2);
  state.document.focus.view = "heads";
  state.document.focus.stage = "encoder.0.self.head.0.weights";
  state.document.focus.pinned = {4, 2};
  return state;
}

TEST(Heads, SayWhatThePinnedQueryReadsMostInEachHead) {
  Driver driver(pinned_in_heads());
  driver.session().settle();
  driver.frames(2);
  const engine::Trace& trace = *driver.session().trace();
  for (const char* const address : {"encoder.0.self.head.0.weights", "encoder.0.self.head.1.weights"}) {
    const int stage = trace.find(address).value();
    const engine::Stage& map = trace.stage(stage);
    engine::Matrix row = trace.read_row(stage, 4);
    std::string before = driver.view().facts.label(map.rows_are(), 4);  // a colon is drawn as bars
    for (int i = 0; i < 2; ++i) {
      engine::Index key = 0;
      const float weight = row.row(0).maxCoeff(&key);
      row(0, key) = -1;
      const std::string words = before + driver.view().facts.label(map.columns_are(), key) + " " +
                                std::to_string(std::lround(100 * weight));
      EXPECT_TRUE(says(words)) << words;
      before = ", ";
    }
  }
}

// The explained cell has its outline in every head, drawn after the outline of its row.
TEST(Heads, OutlineTheExplainedCellInEveryHead) {
  Driver driver(pinned_in_heads());
  driver.frames(2);
  const engine::Trace& trace = *driver.session().trace();
  const engine::Stage& map = trace.stage(trace.find("encoder.0.self.head.0.weights").value());
  const ui::Colours& colours = driver.view().style.colours;
  for (const char* const label : {"map 1", "map 2"}) {
    const auto picture = driver.find(label).value();
    const float width = (picture.high.x - picture.low.x) / static_cast<float>(map.columns);
    const float height = (picture.high.y - picture.low.y) / static_cast<float>(map.rows);
    const ImVec2 corner(picture.low.x + 2 * width, picture.low.y + 4 * height);
    int order = 0;
    int cell = -1;
    int row = -1;
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
      for (const ImDrawVert& vertex : list->VtxBuffer) {
        ++order;
        const bool is_beside = std::abs(vertex.pos.y - corner.y) < 4;
        if (is_beside && std::abs(vertex.pos.x - corner.x) < 4 && vertex.col == colours.ink) cell = order;
        if (is_beside && std::abs(vertex.pos.x - picture.low.x) < 4 && vertex.col == colours.query)
          row = order;
      }
    }
    EXPECT_GT(row, 0) << label;
    EXPECT_GT(cell, row) << label;
  }
}

TEST(Heads, NameTheirLayerAndTheHeadOfTheExplainedCell) {
  Driver driver(pinned_in_heads(), {1280, 720});
  driver.frames(2);
  EXPECT_TRUE(says("Encoder 1: attention weights in both heads"));
  EXPECT_TRUE(says("Head 1: "));
  driver.move_to("map 2");
  driver.frames(2);
  EXPECT_TRUE(says("Head 2: "));
}

// Where cells are large every map has the names of its rows, none smaller than the numbers.
TEST(Heads, NameTheRowsOfEveryLargeMap) {
  Driver driver(pinned_in_heads(), {1920, 1080});
  driver.session().settle();
  driver.frames(2);
  const auto second = driver.find("map 2").value();
  const auto first = driver.find("map 1").value();
  int between = 0;
  for (const DrawnText& text : drawn_frame().texts) {
    if (text.text.starts_with("bird") && text.low.x > first.high.x && text.high.x < second.low.x) ++between;
  }
  EXPECT_EQ(between, 1);
}

}  // namespace
}  // namespace app
