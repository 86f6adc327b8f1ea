// How the window is divided: nothing overlaps, nothing is off the screen, the stage keeps its room; and what
// a person does to panels with the mouse and the keyboard.
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "app/views/core/body_plan.h"
#include "driver.h"

namespace views {
namespace {

using app::PanelFold;
using app::Panels;
using app::RailFold;

std::vector<Area> parts_of(const BodyPlan& plan) {
  std::vector<Area> parts;
  for (const Area& part : {plan.rail, plan.stage, plan.card, plan.strip, plan.stepper}) {
    if (!part.is_away()) parts.push_back(part);
  }
  return parts;
}

bool overlap(const Area& a, const Area& b) {
  return a.left < b.right() && b.left < a.right() && a.top < b.bottom() && b.top < a.bottom();
}

// Every window from 1024 x 640 to 4K in steps, every size of text, every fold, and widths of any size.
template <class Check>
void for_every_window(Check check) {
  std::mt19937 random(7);
  const auto any = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
  for (int width = 1024; width <= 3840; width += 176) {
    for (int height = 640; height <= 2160; height += 152) {
      for (int text = 75; text <= 250; text += 25) {
        for (int fold = 0; fold < 36; ++fold) {
          Panels panels{static_cast<RailFold>(fold % 4), static_cast<PanelFold>(fold / 4 % 3),
                        static_cast<PanelFold>(fold / 12)};
          if (any(2) == 0) panels.rail_width = any(2000);
          if (any(2) == 0) panels.card_width = any(2000);
          if (any(2) == 0) panels.strip_height = any(2000);
          const ImVec2 window(static_cast<float>(width), static_cast<float>(height));
          check(window, static_cast<float>(text) / 100, panels, any(5) == 0);
        }
      }
    }
  }
}

TEST(BodyPlan, PartsNeitherOverlapNorLeaveTheRoomAndFillItWholly) {
  for_every_window([](ImVec2 window, float text, const Panels& panels, bool alone) {
    const ImVec2 room = usual_room(window, text);
    const BodyPlan plan = plan_body(room, body_scale(window, text), panels, alone);
    const auto parts = parts_of(plan);
    float filled = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
      const Area& part = parts[i];
      ASSERT_GE(part.left, 0);
      ASSERT_GE(part.top, 0);
      ASSERT_LE(part.right(), room.x + 0.01f) << window.x << "x" << window.y << " at " << text;
      ASSERT_LE(part.bottom(), room.y + 0.01f) << window.x << "x" << window.y << " at " << text;
      filled += part.width * part.height;
      for (size_t j = 0; j < i; ++j) ASSERT_FALSE(overlap(part, parts[j]));
    }
    const float upright = (plan.rail.is_away() ? 0 : plan.gap) + (plan.card.is_away() ? 0 : plan.gap);
    const float gaps = upright * plan.stage.height +
                       (plan.strip.is_away() ? 0 : plan.gap * room.x + plan.gap * plan.strip.height);
    ASSERT_NEAR((filled + gaps) / (room.x * room.y), 1, 1e-4);
  });
}

TEST(BodyPlan, TheStageKeepsItsRoom) {
  for_every_window([](ImVec2 window, float text, const Panels& panels, bool alone) {
    const float scale = body_scale(window, text);
    const BodyPlan plan = plan_body(usual_room(window, text), scale, panels, alone);
    ASSERT_GE(plan.stage.width, kLeastStage.x * scale - 0.01f) << window.x << " at " << text;
    ASSERT_GE(plan.stage.height, kLeastStage.y * scale - 0.01f) << window.y << " at " << text;
  });
}

TEST(BodyPlan, WhatIsAwayStaysAwayAndWhatHasRoomIsShown) {
  for_every_window([](ImVec2 window, float text, const Panels& panels, bool alone) {
    const BodyPlan plan = plan_body(usual_room(window, text), body_scale(window, text), panels, alone);
    ASSERT_TRUE(panels.rail != RailFold::kAway || plan.rail.is_away());
    ASSERT_TRUE((panels.card != PanelFold::kAway && !alone) || plan.card.is_away());
    ASSERT_TRUE((panels.strip != PanelFold::kAway && !alone) || plan.strip.is_away());
    if (window.x / text < 1400) return;
    const bool is_wide = !plan.rail.is_away() && !plan.rail_is_pictures;
    ASSERT_TRUE(panels.rail != RailFold::kWide || is_wide);
    ASSERT_TRUE(panels.card != PanelFold::kShown || alone || !plan.card.is_away());
  });
}

TEST(BodyPlan, ASizeThatIsWishedIsGivenWhereThereIsRoom) {
  Panels panels;
  panels.rail_width = 300;
  panels.card_width = 500;
  panels.strip_height = 200;
  const BodyPlan plan = plan_body({1872, 900}, 1, panels, false);
  EXPECT_FLOAT_EQ(plan.rail.width, 300);
  EXPECT_FLOAT_EQ(plan.card.width, 500);
  EXPECT_FLOAT_EQ(plan.strip.height, 200);
}

TEST(BodyPlan, AViewOfAllHeadsHasTheStripsRoomAndTheStepperStaysBelowTheCard) {
  const BodyPlan usual = plan_body({1232, 560}, 1, {}, false);
  const BodyPlan plan = plan_body({1232, 560}, 1, {}, false, true);
  EXPECT_TRUE(plan.strip.is_away());
  EXPECT_FLOAT_EQ(plan.stage.height, 560);
  EXPECT_FLOAT_EQ(plan.stepper.left, plan.card.left);
  EXPECT_FLOAT_EQ(plan.stepper.top, usual.stepper.top);
  EXPECT_FALSE(overlap(plan.stepper, plan.card));
}

TEST(BodyPlan, WhatNobodyAskedForGivesWayFirst) {
  Panels panels;
  panels.card = PanelFold::kShown;
  panels.card_width = 236;
  // Pictures, card and the least stage do not fit beside each other here.
  const BodyPlan plan = plan_body({600, 400}, 1, panels, false);
  EXPECT_TRUE(plan.rail.is_away());
  EXPECT_FALSE(plan.card.is_away());
}

}  // namespace
}  // namespace views

namespace app {
namespace {

// From one place to another with the button held down.
void drag(Driver& driver, ImVec2 from, ImVec2 to) {
  driver.move(from);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  driver.frame();
  driver.move({(from.x + to.x) / 2, (from.y + to.y) / 2});
  driver.move(to);
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  driver.frames(3);
}

void drag_by(Driver& driver, std::string_view label, ImVec2 by) {
  const auto item = driver.find(label);
  ASSERT_TRUE(item.has_value()) << label;
  const ImVec2 middle((item->low.x + item->high.x) / 2, (item->low.y + item->high.y) / 2);
  drag(driver, middle, {middle.x + by.x, middle.y + by.y});
}

void double_click(Driver& driver, std::string_view label) {
  driver.move_to(label);
  for (int click = 0; click < 2; ++click) {
    ImGui::GetIO().AddMouseButtonEvent(0, true);
    driver.frame();
    ImGui::GetIO().AddMouseButtonEvent(0, false);
    driver.frame();
  }
  driver.frames(3);
}

float width_of(Driver& driver, std::string_view label) {
  const auto item = driver.find(label);
  return item ? item->high.x - item->low.x : 0;
}

TEST(Panels, TheGapsAreDraggedAndADoubleClickRestores) {
  Driver driver;
  const float before = width_of(driver, "stage canvas");
  drag_by(driver, "card gap first", {-100, 0});
  EXPECT_NEAR(driver.session().desk().panels.card_width, 484, 2);
  EXPECT_NEAR(width_of(driver, "stage canvas"), before - 100, 2);
  drag_by(driver, "rail gap second", {60, 0});
  EXPECT_NEAR(driver.session().desk().panels.rail_width, 316, 2);
  drag_by(driver, "strip gap first", {0, -50});
  EXPECT_NEAR(driver.session().desk().panels.strip_height, 182, 2);
  driver.pause();
  double_click(driver, "card gap first");
  driver.pause();
  double_click(driver, "rail gap first");
  driver.pause();
  double_click(driver, "strip gap first");
  EXPECT_EQ(driver.session().desk().panels, Panels{});
  EXPECT_NEAR(width_of(driver, "stage canvas"), before, 1);
}

TEST(Panels, DraggedFarEnoughAPanelFolds) {
  Driver driver;
  drag_by(driver, "rail gap first", {-180, 0});
  EXPECT_EQ(driver.session().desk().panels.rail, RailFold::kPictures);
  drag_by(driver, "card gap first", {380, 0});
  EXPECT_EQ(driver.session().desk().panels.card, PanelFold::kAway);
  EXPECT_TRUE(driver.shows("show card"));
}

TEST(Panels, EachFoldsAndComesBackByItsChevron) {
  Driver driver;
  driver.click("fold card");
  EXPECT_EQ(driver.session().desk().panels.card, PanelFold::kAway);
  driver.click("show card");
  EXPECT_FALSE(driver.shows("show card"));
  driver.click("fold strip");
  EXPECT_FALSE(driver.shows("head 1"));
  driver.click("show strip");
  EXPECT_TRUE(driver.shows("head 1"));
  driver.click("fold rail");
  EXPECT_EQ(driver.session().desk().panels.rail, RailFold::kPictures);
  EXPECT_FALSE(driver.shows("fold rail")) << "a single chevron";
  driver.click("widen rail");
  EXPECT_EQ(driver.session().desk().panels.rail, RailFold::kWide);
  driver.press(ImGuiKey_F6);
  driver.press(ImGuiKey_F6);
  EXPECT_FALSE(driver.shows("step tokens"));
  driver.click("show rail");
  EXPECT_TRUE(driver.shows("step tokens"));
}

TEST(Panels, FoldByKeysWhateverIsTyped) {
  Driver driver;
  driver.press(ImGuiKey_F7);
  EXPECT_TRUE(driver.shows("show card"));
  driver.press(ImGuiKey_F7);
  EXPECT_FALSE(driver.shows("show card"));
  driver.press(ImGuiKey_F8);
  EXPECT_TRUE(driver.shows("show strip"));
  driver.press(ImGuiKey_F8);
  driver.click("##sequence");
  for (const RailFold wanted : {RailFold::kPictures, RailFold::kAway, RailFold::kWide}) {
    driver.press(ImGuiKey_F6);
    EXPECT_EQ(driver.session().desk().panels.rail, wanted);
  }
}

TEST(Panels, AreNoStepOfTheHistory) {
  Driver driver;
  driver.click("fold card");
  EXPECT_FALSE(driver.session().can_undo());
}

State at_size(int text_size, bool with_target) {
  State state;
  state.preferences.text_size = text_size;
  state.document.text = "the cat sat on the mat because the cat was tired";
  if (!with_target) return state;
  state.document.target = "le chat est assis";
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.config.architecture = engine::Architecture::kTransformer;
  state.document.focus.stage = "decoder.1.cross.head.3.weights";
  return state;
}

TEST(Panels, WithLargeTextTheWholePageIsInTheWindow) {
  for (const ImVec2 size : {ImVec2(1024, 640), ImVec2(1280, 720), ImVec2(1920, 1080), ImVec2(3840, 2160)}) {
    for (const int text : {75, 100, 150, 200, 250}) {
      for (const bool with_target : {false, true}) {
        Driver driver(at_size(text, with_target), size);
        const auto canvas = driver.find("stage canvas");
        ASSERT_TRUE(canvas.has_value()) << size.x << " at " << text;
        EXPECT_LE(canvas->high.x, size.x) << size.x << " at " << text;
        EXPECT_LE(canvas->high.y, size.y) << size.x << " at " << text << (with_target ? " pair" : "");
        EXPECT_GE(canvas->high.y - canvas->low.y, 100)
            << size.x << " at " << text << (with_target ? " pair" : "");
        EXPECT_FALSE(driver.shows("#SCROLLY")) << size.x << " at " << text;
      }
    }
  }
}

TEST(Settings, WhatTheLineHasNoRoomForIsOneClickAway) {
  Driver driver(at_size(100, true), {1280, 720});
  EXPECT_FALSE(driver.shows("##setting.seed"));
  driver.click("More ▾##settings");
  ASSERT_TRUE(driver.shows("##panel setting.seed"));
  EXPECT_FALSE(driver.shows("##panel setting.d_model")) << "it stands in the line";
  Driver tall(at_size(100, true), {1600, 1000});
  EXPECT_TRUE(tall.shows("##setting.seed"));
  EXPECT_FALSE(tall.shows("More ▾##settings"));
}

TEST(Way, TheViewThatIsShownIsAlwaysAmongTheWords) {
  for (const char* view : {"stage", "heads", "model", "generate", "projections"}) {
    State state = at_size(200, true);
    state.document.focus.view = view;
    Driver driver(state, {1280, 720});
    const std::string word = words(Language::kEnglish)("view." + std::string(view));
    // Beside the list of the others, or where there is no room for that, as the list's own name.
    std::string name;  // of the list, which may be cut
    for (const auto& [item, place] : driver.items()) {
      if (item.ends_with(" ▾##views")) name = item.substr(0, std::min(item.find("…"), item.find(" ▾")));
    }
    const bool names_list = name.size() >= 4 && word.starts_with(name);
    EXPECT_TRUE(driver.shows(word + "##view." + view) || names_list) << view << ": " << name;
  }
}

TEST(Way, ViewsWithoutRoomAreInAList) {
  Driver driver(at_size(200, true), {1280, 720});
  ASSERT_FALSE(driver.shows("Projections##view.projections"));
  driver.click("More ▾##views");
  driver.frames(2);
  driver.move_to("Grid##view.grid");
  for (int i = 0; i < 30; ++i) driver.wheel(-1);
  driver.click("Projections##view.projections");
  EXPECT_EQ(driver.document().focus.view, "projections");
}

}  // namespace
}  // namespace app
