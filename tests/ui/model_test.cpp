// A trained model in the window: opened, described, generated with, asked to guess; refused where it is none.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "app/checkpoints.h"
#include "app/shell/file_desk.h"
#include "driver.h"

namespace app {
namespace {

namespace fs = std::filesystem;

std::string model(const char* name) {
  return (fs::path(HEADLIGHT_TEST_DATA) / "golden/checkpoints" / name).string();
}

State with_model(const char* name, const char* view = "stage") {
  State state;
  const auto bad = checkpoints::use(model(name), state.document);
  EXPECT_FALSE(bad.has_value()) << bad->key;
  state.document.focus.view = view;
  return state;
}

// The window with the desk that opens models.
struct Window {
  explicit Window(State state = {}) : driver(std::move(state)), desk(driver.session(), "") {
    driver.serve([this](const Requests& requests) {
      for (const FileRequest& request : requests.files()) desk.carry_out(request, 1);
    });
  }
  // Until no model is being opened.
  void settle() {
    for (int i = 0; i < 500; ++i) {
      const bool busy = desk.is_busy();
      desk.watch(1);
      driver.frame();
      if (!busy) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    desk.watch(1);
    driver.frames(3);
  }

  Driver driver;
  FileDesk desk;
};

TEST(Model, OpensAndKeepsWhatIsTyped) {
  Window window;
  window.desk.carry_out({"model", model("gpt2")}, 1);
  window.settle();
  const Document& document = window.driver.document();
  EXPECT_EQ(document.config.model, engine::ModelKind::kCheckpoint);
  EXPECT_EQ(document.text, Document().text);
  EXPECT_EQ(document.focus.stage, "decoder.0.self.head.0.weights");
  ASSERT_NE(window.driver.session().trace(), nullptr);
  EXPECT_TRUE(window.driver.session().trace()->find("decoder.1.ffn.output").has_value());
}

TEST(Model, ConfigFileAndFolderThatFallsOnTheWindowOpenTheSame) {
  for (const std::string& dropped : {model("bert"), model("bert") + "/config.json"}) {
    Window window;
    window.desk.dropped({dropped}, 1);
    window.settle();
    EXPECT_EQ(window.driver.document().config.checkpoint, model("bert")) << dropped;
  }
}

TEST(Model, UndoReturnsToWhatWasOpen) {
  Window window;
  window.desk.carry_out({"model", model("gpt2")}, 1);
  window.settle();
  window.driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  window.driver.frames(2);
  EXPECT_EQ(window.driver.document().config.model, engine::ModelKind::kCrafted);
}

TEST(Model, WhatIsNoModelIsRefusedInASentenceAndChangesNothing) {
  Window window;
  const Document before = window.driver.document();
  window.desk.carry_out({"model", fs::temp_directory_path() / "no such model"}, 1);
  window.settle();
  ASSERT_TRUE(window.driver.session().notice().has_value());
  EXPECT_TRUE(window.driver.session().notice()->is_error);
  EXPECT_EQ(window.driver.document(), before);
}

TEST(Model, IsAmongTheRecentOnesOnceOpened) {
  Window window;
  window.desk.carry_out({"model", model("gpt2")}, 1);
  window.settle();
  const auto& recent = window.driver.session().desk().recent;
  ASSERT_EQ(recent.size(), 1U);
  EXPECT_EQ(recent.front().path, model("gpt2"));
  EXPECT_TRUE(recent.front().is_model);
}

TEST(Model, WeightsAreReadThroughAndSaidToBeNumbers) {
  Window window(with_model("gpt2"));
  for (int i = 0; i < 500 && !window.driver.session().desk().weight_check.is_done; ++i) {
    window.desk.watch(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(window.driver.session().desk().weight_check.is_done);
  EXPECT_EQ(window.driver.session().desk().weight_check.count, 0U);
}

TEST(Model, SizesAreShownAndCannotBeChanged) {
  Driver driver(with_model("gpt2"));
  EXPECT_FALSE(driver.shows("##setting.d_model"));
  const std::string width = std::to_string(driver.document().config.d_model);
  EXPECT_TRUE(driver.shows(width + "##setting.d_model"));
}

TEST(Model, ThePanelLeadsBackToTheCraftedModel) {
  Driver driver(with_model("gpt2"));
  driver.session().arrange([](Desk& desk) { desk.opens = "model"; });
  driver.frames(3);
  driver.click("Back to the crafted model##back to crafted");
  driver.frames(2);
  EXPECT_EQ(driver.document().config, engine::Config());
}

TEST(Model, GeneratesATokenByItsNumber) {
  Driver driver(with_model("gpt2", "generate"));
  driver.click("Add next token##next token");
  ASSERT_EQ(driver.document().generated_ids.size(), 1U);
  const auto& sequence = driver.session().trace()->sequence(0);
  EXPECT_EQ(sequence.ids.back(), driver.document().generated_ids.front());
}

TEST(Model, AChipOfBertIsMaskedAndShownAgain) {
  Driver driver(with_model("bert"));
  const std::vector<engine::Index> typed = driver.session().trace()->sequence(0).ids;
  driver.click("token 1");
  driver.frames(2);
  ASSERT_EQ(driver.document().ids.size(), typed.size());
  EXPECT_NE(driver.document().ids[1], typed[1]);
  EXPECT_EQ(driver.document().ids[2], typed[2]);
  driver.pause();
  driver.click("token 1");
  driver.frames(2);
  EXPECT_TRUE(driver.document().ids.empty());
  EXPECT_EQ(driver.session().trace()->sequence(0).ids, typed);
}

TEST(Model, GuessesAreThoseOfTheMaskedPlace) {
  Driver driver(with_model("bert", "generate"));
  driver.click("token 2");
  driver.frames(3);
  const engine::Trace& trace = *driver.session().trace();
  const auto& items = driver.items();
  const auto first = std::find_if(items.begin(), items.end(),
                                  [](const auto& item) { return item.first.starts_with("next "); });
  ASSERT_NE(first, items.end());
  driver.move_to(first->first);
  EXPECT_EQ(driver.hover().stage, trace.find("probabilities"));
  EXPECT_EQ(driver.hover().row, 2);
}

TEST(Model, APictureModelAsksForAPictureAndNamesItsClasses) {
  State state = with_model("vit", "generate");
  Driver driver(state);
  EXPECT_TRUE(driver.shows("Choose a picture…##picture"));
  state.document.image = model("vit") + "/image.png";
  Driver seeing(state);
  EXPECT_TRUE(seeing.shows("image.png ▾##picture"));
  EXPECT_TRUE(seeing.shows("next 0"));
}

}  // namespace
}  // namespace app
