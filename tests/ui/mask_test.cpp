// The brush over a mask: what it paints, what comes of it in the next frame, and that it is taken back.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/session/changes.h"
#include "app/session/exploring.h"
#include "app/session/file_purpose.h"
#include "app/session/mask_words.h"
#include "app/shell/mask_desk.h"
#include "app/views/stage/stage_parts.h"
#include "drawn_text.h"
#include "driver.h"
#include "tests/ui/states.h"

namespace app {
namespace {

using engine::Index;
using engine::Matrix;

constexpr const char* kMask = "encoder.0.self.head.1.mask";

Matrix of_head(Driver& driver, int head, const std::string& step) {
  return numbers_of(driver, "encoder.0.self.head." + std::to_string(head) + "." + step);
}

// Where a stage is drawn inside the canvas, found by pointing.
class Map {
 public:
  Map(Driver& driver, const std::string& address) {
    const engine::Trace& trace = *driver.session().trace();
    const int stage = trace.find(address).value();
    const auto canvas = driver.find("stage canvas").value();
    const auto hits = [&](float x, float y) {
      driver.move({x, y});
      return driver.hover().stage == stage;
    };
    // One point of it, then its sides from there.
    ImVec2 inside(-1, -1);
    for (float y = canvas.low.y + 40; y < canvas.high.y && inside.x < 0; y += 40) {
      for (float x = canvas.low.x + 10; x < canvas.high.x && inside.x < 0; x += 40) {
        if (hits(x, y)) inside = {x, y};
      }
    }
    EXPECT_GE(inside.x, 0) << address << " is not drawn";
    const auto reach = [&](ImVec2 by) {
      ImVec2 at = inside;
      while (hits(at.x + by.x, at.y + by.y)) at = {at.x + by.x, at.y + by.y};
      return at;
    };
    low_ = {reach({-4, 0}).x, reach({0, -4}).y};
    const ImVec2 high(reach({4, 0}).x, reach({0, 4}).y);
    cell_ = {(high.x - low_.x) / static_cast<float>(trace.stage(stage).columns),
             (high.y - low_.y) / static_cast<float>(trace.stage(stage).rows)};
  }

  ImVec2 low() const { return low_; }
  ImVec2 cell() const { return cell_; }
  ImVec2 at(Index row, Index column) const {
    return {low_.x + cell_.x * (static_cast<float>(column) + 0.5f),
            low_.y + cell_.y * (static_cast<float>(row) + 0.5f)};
  }

 private:
  ImVec2 low_, cell_;
};

void press_at(Driver& driver, ImVec2 place) {
  driver.move(place);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  driver.frame();
}
void drag_to(Driver& driver, ImVec2 place) {
  ImGui::GetIO().AddMousePosEvent(place.x, place.y);
  driver.frames(2);
}
void let_go(Driver& driver) {
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  driver.frames(3);
}

Index count_hidden(const Matrix& mask) {
  return (mask.array() < 0).count();
}

// Of the masked scores: the mask is added or put in place, by −∞ or by −1e9, and the picture says which.
TEST(MaskRule, OfATransformerSaysThatItsDecoderHidesLaterTokens) {
  State state;
  state.document.target = "le chat";
  set_architecture(state, engine::Architecture::kTransformer);
  EXPECT_EQ(rule_key(state.document.config), "mask.decoder");
  state.document.config.mask_padding = true;
  EXPECT_EQ(rule_key(state.document.config), "mask.decoder_padding");
  state.document.config.causal = true;
  EXPECT_EQ(rule_key(state.document.config), "mask.both");
  set_architecture(state, engine::Architecture::kEncoder);
  state.document.config.causal = state.document.config.mask_padding = false;
  EXPECT_EQ(rule_key(state.document.config), "mask.none");
}

TEST(MaskConvention, IsSaidAndDrawnAsItIs) {
  for (const bool finite : {false, true}) {
    for (const bool in_place : {false, true}) {
      State state = looking_at("encoder.0.self.head.0.masked");
      state.document.config.causal = true;
      state.document.config.mask_finite = finite;
      state.document.config.mask_in_place = in_place;
      Driver driver(state);
      const engine::Trace& trace = *driver.session().trace();
      const engine::Stage& stage = trace.stage(driver.session().focused_stage());
      const std::string why = words(Language::kEnglish)(views::why_key(stage, driver.document().config));
      EXPECT_EQ(why.find("−1e9") != std::string::npos, finite) << why;
      EXPECT_EQ(why.find("replaces") != std::string::npos, in_place) << why;
      EXPECT_EQ(stage.operation->sign(), in_place ? "←" : "+");
      const std::string formula = trace.formula(driver.session().focused_stage());
      EXPECT_EQ(formula.find("−10^{9}") != std::string::npos, finite && in_place) << formula;
    }
  }
}

// Nothing is added where the mask takes the score's place, and the card adds nothing up.
TEST(MaskConvention, InPlaceTheCardSaysThatTheScoreIsReplaced) {
  for (const bool finite : {false, true}) {
    for (const bool in_place : {false, true}) {
      State state = looking_at("encoder.0.self.head.0.masked");
      state.document.config.causal = true;
      state.document.config.mask_finite = finite;
      state.document.config.mask_in_place = in_place;
      state.document.focus.pinned = {0, 2};
      Driver driver(state, {1920, 1080});
      driver.frames(2);
      const std::string mask = finite ? "−10⁹ →" : "−∞ →";
      EXPECT_EQ(says("replaced by " + mask), in_place);
      EXPECT_EQ(says("+ mask " + mask), !in_place);
      const DrawnFrame drawn = drawn_frame();
      EXPECT_EQ(std::ranges::any_of(drawn.texts, [](const DrawnText& text) { return text.text == "Sum"; }),
                !in_place);
    }
  }
  State visible = looking_at("encoder.0.self.head.0.masked");
  visible.document.config.causal = true;
  visible.document.config.mask_in_place = true;
  visible.document.focus.pinned = {2, 0};
  Driver driver(visible, {1920, 1080});
  driver.frames(2);
  EXPECT_TRUE(says("+ mask 0 →"));
}

TEST(ScaledScores, AreSaidToBeDividedByWhatDividesThem) {
  for (const bool by_root : {false, true}) {
    for (const double temperature : {1.0, 1.5}) {
      State state = looking_at("encoder.0.self.head.0.scaled");
      state.document.config.scale = by_root;
      state.document.config.temperature = temperature;
      Driver driver(state);
      const engine::Stage& stage = driver.session().trace()->stage(driver.session().focused_stage());
      const std::string why = words(Language::kEnglish)(views::why_key(stage, driver.document().config));
      EXPECT_EQ(why.find("ivided by √dₖ") != std::string::npos, by_root) << why;
      EXPECT_EQ(why.find("temperature") != std::string::npos, temperature != 1) << why;
    }
  }
}

TEST(Brush, PaintsTheCellAndChangesTheWeightsOfItsRowInTheNextFrame) {
  Driver driver(looking_at(kMask));
  driver.click("Brush##brush.brush");
  const Map map(driver, kMask);
  const Matrix before = of_head(driver, 1, "weights");
  press_at(driver, map.at(2, 3));
  driver.frame();
  const Matrix mask = of_head(driver, 1, "mask");
  EXPECT_EQ(mask(2, 3), -engine::kInfinity);
  EXPECT_EQ(count_hidden(mask), 1);
  const Matrix after = of_head(driver, 1, "weights");
  EXPECT_EQ(after(2, 3), 0);
  for (Index row = 0; row < after.rows(); ++row)
    EXPECT_EQ(after.row(row) != before.row(row), row == 2) << "row " << row;
  let_go(driver);
}

TEST(Brush, TheWeightsBesideTheMaskAreAsLargeAsIt) {
  Driver driver(looking_at(kMask), {1280, 720});
  driver.click("Brush##brush.brush");
  driver.frames(2);
  const Map mask(driver, kMask);
  const Map weights(driver, "encoder.0.self.head.1.weights");
  EXPECT_NEAR(mask.low().y, weights.low().y, 4) << "found in steps of 4 pixels";
  EXPECT_NEAR(mask.cell().x, weights.cell().x, 1.5);
  EXPECT_NEAR(mask.cell().y, weights.cell().y, 1.5);
}

TEST(Brush, AStrokeIsOneStepHoweverLongItTakes) {
  Driver driver(looking_at(kMask));
  driver.press(ImGuiKey_P);
  ASSERT_TRUE(driver.session().desk().brush.is_on);
  const Map map(driver, kMask);
  press_at(driver, map.at(0, 0));
  drag_to(driver, map.at(0, 2));
  driver.pause();
  drag_to(driver, map.at(3, 5));
  driver.pause();
  drag_to(driver, map.at(3, 4));
  let_go(driver);
  const Matrix mask = of_head(driver, 0, "mask");
  EXPECT_EQ(mask(0, 1), -engine::kInfinity) << "a fast mouse leaves no gap";
  EXPECT_GE(count_hidden(mask), 7);
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_TRUE(driver.document().config.painted.empty());
  EXPECT_EQ(count_hidden(of_head(driver, 0, "mask")), 0);
}

TEST(Brush, TwoStrokesAreTwoSteps) {
  Driver driver(looking_at(kMask));
  driver.press(ImGuiKey_P);
  const Map map(driver, kMask);
  driver.click_at(map.at(0, 0));
  driver.click_at(map.at(5, 5));
  EXPECT_EQ(count_hidden(of_head(driver, 1, "mask")), 2);
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_EQ(count_hidden(of_head(driver, 1, "mask")), 1);
}

TEST(Brush, OfOneHeadLeavesTheOthers) {
  Driver driver(looking_at(kMask));
  driver.press(ImGuiKey_P);
  driver.click("This head##brush.one_head");
  const Map map(driver, kMask);
  const Matrix other = of_head(driver, 0, "weights");
  driver.click_at(map.at(4, 1));
  EXPECT_EQ(of_head(driver, 1, "mask")(4, 1), -engine::kInfinity);
  EXPECT_EQ(count_hidden(of_head(driver, 0, "mask")), 0);
  EXPECT_EQ(of_head(driver, 0, "weights"), other);
  driver.click("All heads##brush.every_head");
  driver.click_at(map.at(5, 2));
  EXPECT_EQ(of_head(driver, 0, "mask")(5, 2), -engine::kInfinity);
  EXPECT_EQ(of_head(driver, 1, "mask")(5, 2), -engine::kInfinity) << "also where a head has its own";
  EXPECT_EQ(of_head(driver, 1, "mask")(4, 1), -engine::kInfinity);
  driver.click("Clear##brush.clear");
  EXPECT_TRUE(driver.document().config.painted.empty());
}

TEST(Brush, PaintsRowsColumnsAndRectangles) {
  Driver driver(looking_at(kMask));
  driver.press(ImGuiKey_P);
  const Map map(driver, kMask);
  driver.click("Row##brush.row");
  driver.click_at(map.at(1, 3));
  EXPECT_EQ(count_hidden(of_head(driver, 1, "mask").row(1)), 6);
  EXPECT_EQ(count_hidden(of_head(driver, 1, "mask")), 6);
  EXPECT_TRUE(of_head(driver, 1, "weights").row(1).isZero(0));
  driver.click("Column##brush.column");
  driver.click("Show##brush.show");
  driver.click_at(map.at(3, 4));
  EXPECT_EQ(of_head(driver, 1, "mask")(1, 4), 0);
  driver.click("Rectangle##brush.rectangle");
  driver.click("Hide##brush.hide");
  press_at(driver, map.at(5, 5));
  drag_to(driver, map.at(4, 2));
  EXPECT_EQ(count_hidden(of_head(driver, 1, "mask")), 5) << "painted when the button comes up";
  let_go(driver);
  EXPECT_EQ(count_hidden(of_head(driver, 1, "mask").block(4, 2, 2, 4)), 8);
  EXPECT_EQ(count_hidden(of_head(driver, 1, "mask")), 13);
}

TEST(Brush, AlongTheLabelsPaintsWholeRowsAndColumns) {
  Driver driver(looking_at(kMask));
  driver.press(ImGuiKey_P);
  const Map map(driver, kMask);
  driver.click_at({map.at(2, 0).x - (map.at(2, 1).x - map.at(2, 0).x) * 0.5f - 20, map.at(2, 0).y});
  EXPECT_EQ(count_hidden(of_head(driver, 1, "mask").row(2)), 6);
  EXPECT_EQ(count_hidden(of_head(driver, 1, "mask")), 6);
  driver.click_at({map.at(0, 4).x, map.at(0, 4).y - (map.at(1, 4).y - map.at(0, 4).y) * 0.5f - 12});
  EXPECT_EQ(count_hidden(of_head(driver, 1, "mask").col(4)), 6);
  EXPECT_EQ(count_hidden(of_head(driver, 1, "mask")), 11);
}

TEST(Brush, ABiasMovesTheScoreAndIsWipedAgain) {
  Driver driver(looking_at(kMask));
  driver.press(ImGuiKey_P);
  driver.click("Bias##brush.value");
  const Map map(driver, kMask);
  driver.click_at(map.at(2, 3));
  EXPECT_EQ(of_head(driver, 1, "mask")(2, 3), -2);
  EXPECT_FLOAT_EQ(of_head(driver, 1, "masked")(2, 3), of_head(driver, 1, "scaled")(2, 3) - 2);
  driver.click("Reset to rule##brush.erase");
  driver.click_at(map.at(2, 3));
  EXPECT_TRUE(driver.document().config.painted.empty());
}

TEST(Brush, LeavesPinningToThoseWithoutIt) {
  Driver driver(looking_at(kMask));
  const Map map(driver, kMask);
  driver.click_at(map.at(2, 3));
  EXPECT_EQ(driver.document().focus.pinned, (std::pair<Index, Index>(2, 3)));
  EXPECT_TRUE(driver.document().config.painted.empty());
  driver.press(ImGuiKey_P);
  driver.pause();
  driver.click_at(Map(driver, kMask).at(4, 4));
  EXPECT_EQ(driver.document().focus.pinned, (std::pair<Index, Index>(2, 3)));
  driver.press(ImGuiKey_P);
  EXPECT_FALSE(driver.shows("Hide##brush.hide"));
}

TEST(Brush, ShowsTheWeightsBesideTheMask) {
  Driver driver(looking_at(kMask));
  driver.press(ImGuiKey_P);
  const Map weights(driver, "encoder.0.self.head.1.weights");
  driver.move(weights.at(3, 2));
  EXPECT_EQ(driver.hover().row, 3);
  EXPECT_EQ(driver.hover().column, 2);
  EXPECT_EQ(driver.session().trace()->stage(driver.hover().stage).address, "encoder.0.self.head.1.weights");
  driver.click_at(weights.at(3, 2));
  EXPECT_TRUE(driver.document().config.painted.empty()) << "only the mask is painted";
}

TEST(Brush, PaintsCrossAttentionOfTargetOverSource) {
  State state = looking_at("decoder.1.cross.head.0.mask");
  state.document.target = "le chat";
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.config.architecture = engine::Architecture::kTransformer;
  Driver driver(state);
  driver.press(ImGuiKey_P);
  driver.click_at(Map(driver, "decoder.1.cross.head.0.mask").at(1, 4));
  EXPECT_EQ(numbers_of(driver, "decoder.1.cross.head.3.weights")(1, 4), 0);
  EXPECT_GT(numbers_of(driver, "decoder.0.cross.head.3.weights")(1, 4), 0);
}

TEST(Brush, IsFoundOnlyAtAMask) {
  Driver driver(looking_at("encoder.0.self.head.1.weights"));
  EXPECT_FALSE(driver.shows("Brush##brush.brush"));
  driver.press(ImGuiKey_P);
  EXPECT_FALSE(driver.session().desk().brush.is_on);
}

TEST(MaskMenu, HasEveryPatternWithItsNumbers) {
  Driver driver(looking_at(kMask));
  driver.click("None##setting.mask");
  driver.click("Sliding window");
  EXPECT_EQ(driver.document().config.pattern.kind, engine::PatternKind::kWindow);
  EXPECT_EQ(of_head(driver, 1, "weights")(0, 4), 0);
  ASSERT_TRUE(driver.shows("##setting.mask_width"));
  ASSERT_TRUE(driver.shows("##tool setting.mask_width")) << "above the mask, too";
  press_at(driver, driver.find("##tool setting.mask_width")->low);
  drag_to(driver, {driver.find("##tool setting.mask_width")->low.x + 40, 300});
  let_go(driver);
  EXPECT_GT(driver.document().config.pattern.width, 3);
  driver.click("Sliding window##tool setting.mask");
  driver.click("Random");
  EXPECT_TRUE(driver.shows("##setting.mask_density"));
  EXPECT_TRUE(driver.shows("##setting.mask_seed"));
  EXPECT_FALSE(driver.shows("##setting.mask_width"));
}

TEST(MaskMenu, ChangesHowTheMaskHides) {
  Driver driver(looking_at(kMask));
  driver.click("None##setting.mask");
  driver.click("Causal");
  driver.click("Causal##setting.mask");
  driver.click("By −1e9");
  EXPECT_EQ(of_head(driver, 1, "mask")(0, 1), -1e9f);
  driver.click("Causal · −1e9##setting.mask");
  driver.click("Replaces the score");
  EXPECT_EQ(of_head(driver, 1, "masked")(0, 1), -1e9f);
  EXPECT_TRUE(driver.shows("Causal · −1e9 · substituted##tool setting.mask"));
}

// A folder that goes with the test.
class Folder {
 public:
  Folder()
      : path_(std::filesystem::temp_directory_path() / ("headlight_mask_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

TEST(MaskDesk, SavesTheMaskInSightAndPaintsItAgain) {
  const Folder folder;
  State state = looking_at(kMask);
  state.document.config.causal = true;
  paint_mask(state, "encoder.0.self.head.1", {0, 3, 1, 1, 0.5});
  Driver driver(state);
  const Matrix saved = of_head(driver, 1, "mask");
  ASSERT_FALSE(save_mask(driver.session(), folder.file("mask.csv")).has_value());
  driver.session().apply(
      [] {
        Requests requests;
        requests.edit("", [](State& changed) {
          clear_painted(changed);
          changed.document.config.causal = false;
        });
        return requests;
      }(),
      1);
  EXPECT_TRUE(of_head(driver, 1, "mask").isZero(0));
  ASSERT_FALSE(load_mask(driver.session(), folder.file("mask.csv"), 2).has_value());
  EXPECT_EQ(of_head(driver, 1, "mask"), saved);
  EXPECT_EQ(of_head(driver, 0, "mask"), saved) << "the brush is set to all heads";
}

TEST(MaskDesk, RefusesWhatDoesNotFitAndLeavesTheWork) {
  const Folder folder;
  std::ofstream(folder.file("small.csv")) << "0,0\n0,0\n";
  Driver driver(looking_at(kMask));
  const Document before = driver.document();
  EXPECT_EQ(load_mask(driver.session(), folder.file("small.csv"), 1)->key, "error.mask_shape");
  EXPECT_EQ(load_mask(driver.session(), folder.file("none.png"), 1)->key, "error.no_file");
  EXPECT_EQ(driver.document(), before);
  Driver elsewhere(looking_at("input"));
  EXPECT_EQ(load_mask(elsewhere.session(), folder.file("small.csv"), 1)->key, "error.no_mask_here");
}

TEST(MaskDesk, TakesMasksThatFallOnTheWindow) {
  ASSERT_NE(purpose_of_drop("a/mask.CSV"), nullptr);
  EXPECT_EQ(purpose_of_drop("a/mask.CSV")->name, "mask_open");
  EXPECT_EQ(purpose_of_drop("mask.png")->name, "mask_open");
  EXPECT_EQ(purpose_of_drop("talk.headlight")->name, "open");
}

}  // namespace
}  // namespace app
