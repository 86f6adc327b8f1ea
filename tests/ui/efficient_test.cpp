// The lab of attention at lower cost, driven by labels: a teacher's path through it.
#include <gtest/gtest.h>

#include "app/session/efficient_runs.h"
#include "app/session/examples.h"
#include "driver.h"

namespace app {
namespace {

using engine::AttentionKind;

State efficient_lab(AttentionKind kind = AttentionKind::kPerformer) {
  State state{four_tokens(), {}};
  state.document.text = "the cat sat on the mat";
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.config.attention.kind = kind;
  state.document.focus.view = "cheaper";
  return state;
}

// Of 256 drawn tokens: where theory's slopes hold.
State drawn_lab() {
  State state = efficient_lab();
  state.document.efficient.drawn = true;
  return state;
}

const engine::AttentionMethod& method(Driver& driver) {
  return driver.document().config.attention;
}

// Drags the slider with this label from its middle to `part` of its width.
void drag_slider(Driver& driver, std::string_view label, float part) {
  driver.move_to(label);
  const auto item = driver.find(label);
  ASSERT_TRUE(item.has_value());
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  driver.frame();
  ImGui::GetIO().AddMousePosEvent(item->low.x + (item->high.x - item->low.x) * part,
                                  (item->low.y + item->high.y) / 2);
  driver.frame();
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  driver.frame();
}

TEST(Efficient, EachWayCanBeChosenAndIsDrawn) {
  Driver driver(efficient_lab(AttentionKind::kExact));
  for (const engine::MethodRow& row : engine::attention_methods()) {
    std::string label;
    for (const auto& [name, item] : driver.items()) {
      const std::string kind(row.name);
      if (name.ends_with("##cheaper method." + kind) || name == "way " + kind) label = name;
    }
    ASSERT_FALSE(label.empty()) << row.name;
    driver.click(label);
    EXPECT_EQ(method(driver).kind, row.kind);
    EXPECT_FALSE(driver.session().error().has_value()) << row.name;
    EXPECT_TRUE(driver.shows("cheaper map encoder.0.self.head.0.weights")) << row.name;
    const bool is_exact = row.kind == AttentionKind::kExact;
    EXPECT_EQ(driver.shows("cheaper map encoder.0.self.head.0.difference"), !is_exact) << row.name;
    EXPECT_EQ(driver.shows("##cheaper setting.features"), row.parameters.features) << row.name;
  }
}

TEST(Efficient, BesideTheExactMapACheaperOneIsShownAndCanBeChosen) {
  Driver driver(efficient_lab(AttentionKind::kExact));
  driver.frames(2);
  EXPECT_EQ(method(driver).kind, AttentionKind::kExact) << "looking at the example changes no model";
  driver.click("cheaper example");
  EXPECT_EQ(method(driver).kind, AttentionKind::kWindow);
  EXPECT_EQ(method(driver).window, 3);
}

TEST(Efficient, ASliderChangesTheMapInTheNextFrame) {
  Driver driver(drawn_lab());
  driver.frames(2);
  driver.move_to("##cheaper setting.features");
  const auto summary = [&] {
    const auto frame = driver.view();
    return frame.session.document().config.attention.features;
  };
  const auto before = summary();
  drag_slider(driver, "##cheaper setting.features", 0.95f);
  EXPECT_GT(method(driver).features, before);
  drag_slider(driver, "##cheaper setting.features", 0.05f);
  EXPECT_LT(method(driver).features, before);
}

TEST(Efficient, AWholeDragIsOneStepOfTheHistory) {
  Driver driver(efficient_lab());
  driver.frames(2);
  drag_slider(driver, "##cheaper setting.features", 0.9f);
  EXPECT_GT(method(driver).features, 64);
  driver.pause();
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_EQ(method(driver).features, 64);
}

TEST(Efficient, RDrawsAnewAndTheButtonToo) {
  Driver driver(efficient_lab());
  driver.press(ImGuiKey_R);
  EXPECT_EQ(method(driver).seed, 1U);
  EXPECT_EQ(driver.document().focus.view, "cheaper") << "R is the layers' key elsewhere";
  driver.click("Redraw  R##cheaper.new_draw");
  EXPECT_EQ(method(driver).seed, 2U);
}

TEST(Efficient, ASweepShowsTheSlopeOfTheory) {
  Driver driver(drawn_lab());
  driver.frames(2);
  driver.click("Measure##cheaper.sweep");
  const auto run = driver.session().desk().efficient.sweep;
  ASSERT_TRUE(run);
  driver.session().settle();
  driver.frames(2);
  const auto* const made = run->result->get();
  ASSERT_TRUE(made != nullptr && made->has_value());
  ASSERT_TRUE((*made)->map.has_value());
  EXPECT_NEAR((*made)->map->slope, -0.5, 0.06);
  EXPECT_TRUE(driver.shows("cheaper errors"));
}

TEST(Efficient, ASweepOfAnotherSettingIsNotShown) {
  Driver driver(drawn_lab());
  driver.frames(2);
  driver.click("Measure##cheaper.sweep");
  driver.session().settle();
  driver.frames(2);
  ASSERT_TRUE(driver.shows("cheaper errors"));
  driver.click("256 random tokens##cheaper.on");
  driver.frames(2);
  EXPECT_FALSE(driver.shows("cheaper errors"));
}

TEST(Efficient, ASweepCanBeGivenUp) {
  State state = drawn_lab();
  state.document.efficient.draws = 64;
  Driver driver(state);
  driver.frames(2);
  driver.click("Measure##cheaper.sweep");
  ASSERT_TRUE(driver.session().desk().efficient.sweep);
  driver.frames(2);
  driver.click("Cancel##cheaper sweep");
  EXPECT_FALSE(driver.session().desk().efficient.sweep);
  driver.session().settle();
  EXPECT_FALSE(driver.shows("cheaper errors"));
}

TEST(Efficient, AClickOnAMapOpensItsStage) {
  Driver driver(efficient_lab());
  driver.frames(2);
  driver.click("cheaper map encoder.0.self.head.0.difference");
  EXPECT_EQ(driver.document().focus.view, "stage");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.0.difference");
  EXPECT_TRUE(driver.document().focus.pinned.has_value());
}

TEST(Efficient, AWayThatTheMaskForbidsCannotBeChosen) {
  State state = efficient_lab(AttentionKind::kExact);
  state.document.config.causal = true;
  Driver driver(state);
  driver.frames(3);
  driver.click("way linformer");
  EXPECT_EQ(method(driver).kind, AttentionKind::kExact);
  driver.click("way performer");
  EXPECT_EQ(method(driver).kind, AttentionKind::kPerformer);
}

TEST(Efficient, ClosingItGoesBackToTheStepsAndToExactAttention) {
  Driver driver(efficient_lab());
  driver.click("Close the lab##cheaper.close");
  EXPECT_EQ(driver.document().focus.view, "stage");
  EXPECT_EQ(method(driver).kind, AttentionKind::kExact);
}

TEST(Efficient, WhatItIsMeasuredOnIsAPartOfTheDocument) {
  Driver driver(efficient_lab());
  driver.click("This head##cheaper.on");
  EXPECT_TRUE(driver.document().efficient.drawn);
  EXPECT_TRUE(driver.shows("cheaper map encoder.0.self.head.0.weights"));
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_FALSE(driver.document().efficient.drawn);
}

}  // namespace
}  // namespace app
