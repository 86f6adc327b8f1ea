// An attention of the model, opened into the paper's two figures: where its blocks lead, and where they are.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/session/changes.h"
#include "app/views/model/figures_layout.h"
#include "driver.h"
#include "tests/ui/outlined.h"
#include "tests/ui/states.h"

namespace app {
namespace {

using engine::Architecture;

constexpr ImVec2 kUsualWindow(1280, 720);

State opened_in(Architecture architecture, const std::string& stage, int text_size = 100) {
  State state;
  state.document.text = "the cat sat";
  state.document.target = "le chat";
  set_architecture(state, architecture);
  state.document.focus.stage = stage;
  state.document.focus.view = "model";
  state.preferences.text_size = text_size;
  return state;
}

// Every kind of attention: where it is, and whether its mask hides something.
struct OpenedCase {
  Architecture architecture;
  std::string sublayer;
  bool hides;
};
const std::vector<OpenedCase>& opened_cases() {
  static const std::vector<OpenedCase> kCases = {{Architecture::kAttention, "encoder.0.self", false},
                                                 {Architecture::kEncoder, "encoder.0.self", false},
                                                 {Architecture::kDecoder, "decoder.0.self", true},
                                                 {Architecture::kTransformer, "encoder.0.self", false},
                                                 {Architecture::kTransformer, "decoder.0.self", true},
                                                 {Architecture::kTransformer, "decoder.0.cross", false}};
  return kCases;
}

std::vector<std::string> block_labels(const std::string& sublayer, int head) {
  const std::string in_head = sublayer + ".head." + std::to_string(head) + ".";
  std::vector<std::string> labels;
  for (const char* step : {"q", "k", "v", "scores", "scaled", "masked", "weights", "output"})
    labels.push_back("scaled " + in_head + step);
  for (const char* step : {"q", "k", "v", "weights"}) labels.push_back("heads " + in_head + step);
  labels.push_back("heads " + sublayer + ".concat");
  labels.push_back("heads " + sublayer + ".output");
  return labels;
}

void open_box(Driver& driver, const std::string& sublayer) {
  driver.click("open " + sublayer);
  ASSERT_EQ(driver.session().desk().opened_attention, sublayer);
  driver.frame();
}

TEST(Figures, ABoxOpensAndCloses) {
  Driver driver(opened_in(Architecture::kTransformer, "decoder.0.cross.head.0.weights"), {1600, 1200});
  open_box(driver, "decoder.0.cross");
  EXPECT_FALSE(driver.shows("block probabilities"));
  EXPECT_FALSE(driver.session().can_undo()) << "opening is no step of the history";
  driver.click("Close##figure.close");
  EXPECT_TRUE(driver.shows("block probabilities"));
  open_box(driver, "encoder.0.self");
  driver.press(ImGuiKey_Escape);
  EXPECT_TRUE(driver.session().desk().opened_attention.empty());
  driver.frame();
  EXPECT_TRUE(driver.shows("block probabilities"));
}

TEST(Figures, EscDoesWhatElseItDoesOnceTheOpenedAttentionIsGone) {
  State state = opened_in(Architecture::kEncoder, "encoder.0.self.head.0.weights");
  state.document.focus.pinned = {1, 1};
  Driver driver(state, {1600, 1200});
  driver.view().requests.arrange([](Desk& desk) { desk.opened_attention = "encoder.7.self"; });
  driver.frames(2);
  EXPECT_TRUE(driver.shows("block encoder.output")) << "the whole model is drawn";
  driver.press(ImGuiKey_Escape);
  EXPECT_FALSE(driver.document().focus.pinned.has_value());
}

TEST(Figures, FillALargeWindow) {
  Driver driver(opened_in(Architecture::kEncoder, "encoder.0.self.head.0.weights"), {1920, 1080});
  open_box(driver, "encoder.0.self");
  const auto lowest = driver.find("scaled encoder.0.self.head.0.q");
  ASSERT_TRUE(lowest.has_value());
  EXPECT_GT(lowest->high.y, 960);
}

TEST(Figures, EveryBlockOfEveryAttentionLeadsToItsStage) {
  for (const OpenedCase& each : opened_cases()) {
    const std::string weights = each.sublayer + ".head.1.weights";
    Driver driver(opened_in(each.architecture, weights), {1600, 1200});
    open_box(driver, each.sublayer);
    for (const std::string& label : block_labels(each.sublayer, 1)) {
      ASSERT_TRUE(driver.shows(label)) << label;
      driver.click(label);
      EXPECT_EQ(driver.document().focus.stage, label.substr(label.find(' ') + 1));
      EXPECT_EQ(driver.document().focus.view, "stage");
      driver.press(ImGuiKey_M);
      EXPECT_EQ(driver.document().focus.view, "model");
      driver.frame();
    }
  }
}

TEST(Figures, TheBlockWhereOneIsLights) {
  for (const char* step : {"q", "scores", "scaled", "masked", "weights", "output"}) {
    const std::string sublayer = "decoder.0.self";
    Driver driver(opened_in(Architecture::kDecoder, sublayer + ".head.0." + step), {1600, 1200});
    open_box(driver, sublayer);
    const ImU32 ink = ui::make_style(State{}.preferences, {}, 1).colours.ink;
    for (const std::string& label : block_labels(sublayer, 0)) {
      if (!label.starts_with("scaled ")) continue;
      EXPECT_EQ(outlined(driver, label, ink) > 0, label.ends_with(std::string(".") + step))
          << label << " at " << step;
    }
  }
}

TEST(Figures, OfACrossAttentionReadsKeysAndValuesFromTheEncoder) {
  Driver driver(opened_in(Architecture::kTransformer, "decoder.0.cross.head.0.weights"), {1600, 1200});
  open_box(driver, "decoder.0.cross");
  EXPECT_TRUE(driver.shows("heads decoder.0.self.norm"));
  EXPECT_TRUE(driver.shows("heads encoder.output"));
}

bool are_apart(const ui::RecordedItem& one, const ui::RecordedItem& other) {
  return one.high.x <= other.low.x || other.high.x <= one.low.x || one.high.y <= other.low.y ||
         other.high.y <= one.low.y;
}

// Those of the blocks that are in sight, each as high as its letter and apart from all others.
std::set<std::string> blocks_in_sight(Driver& driver, const std::vector<std::string>& labels, int text_size) {
  std::set<std::string> seen;
  std::vector<ui::RecordedItem> items;
  for (const std::string& label : labels) {
    const auto item = driver.find(label);
    if (!item) continue;
    seen.insert(label);
    EXPECT_GE(item->low.x, 0) << label;
    EXPECT_LE(item->high.x, kUsualWindow.x) << label << " is cut at the right";
    EXPECT_GT(item->high.y - item->low.y, 24.0f * static_cast<float>(text_size) / 200) << label;
    for (const ui::RecordedItem& other : items)
      EXPECT_TRUE(are_apart(*item, other)) << label << " at " << text_size;
    items.push_back(*item);
  }
  return seen;
}

TEST(Figures, EveryBlockIsInTheWindowOrCanBeScrolledTo) {
  for (const int text_size : {100, 200}) {
    for (const OpenedCase& each : opened_cases()) {
      Driver driver(opened_in(each.architecture, each.sublayer + ".head.0.weights", text_size), kUsualWindow);
      open_box(driver, each.sublayer);
      const std::vector<std::string> labels = block_labels(each.sublayer, 0);
      std::set<std::string> seen = blocks_in_sight(driver, labels, text_size);
      constexpr int kMostTurns = 40;
      for (int turn = 0; text_size > 100 && seen.size() < labels.size() && turn < kMostTurns; ++turn) {
        driver.move({kUsualWindow.x / 2, kUsualWindow.y * 0.8f});
        driver.wheel(turn < kMostTurns / 2 ? -1.0f : 1.0f);
        driver.frames(2);
        seen.merge(blocks_in_sight(driver, labels, text_size));
      }
      for (const std::string& label : labels)
        EXPECT_TRUE(seen.contains(label)) << label << " at " << text_size;
    }
  }
}

TEST(Figures, NoTwoBlocksOverlapAndArrowsRunUp) {
  for (const ImVec2 room : {ImVec2(400, 200), ImVec2(1100, 430), ImVec2(2400, 1200)}) {
    for (const int heads : {1, 2, 8}) {
      const views::Figures figures = views::lay_out_figures({10, 20}, room, heads, {});
      for (size_t one = 0; one < figures.blocks.size(); ++one) {
        const views::Box& box = figures.blocks[one].box;
        EXPECT_LE(box.high.y, 20 + figures.size.y);
        for (size_t other = one + 1; other < figures.blocks.size(); ++other) {
          const views::Box& next = figures.blocks[other].box;
          EXPECT_TRUE(box.high.x <= next.low.x || next.high.x <= box.low.x || box.high.y <= next.low.y ||
                      next.high.y <= box.low.y);
        }
      }
      for (const views::FigureArrow& arrow : figures.arrows)
        EXPECT_GT(arrow.points.front().y, arrow.points.back().y);
    }
  }
}

}  // namespace
}  // namespace app
