// A trained model in the window: opened, described, generated with, asked to guess; refused where it is none.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <thread>

#include "app/document/checkpoints.h"
#include "app/shell/file_desk.h"
#include "app/views/actions/help_overlay.h"
#include "app/views/core/view_words.h"
#include "driver.h"
#include "tests/engine/written_checkpoint.h"

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
      for (const FileRequest& request : requests.of<FileRequest>()) desk.carry_out(request, 1);
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

TEST(Model, WeightsThatNothingUsesAreToldByName) {
  const fs::path folder = fs::temp_directory_path() / ("headlight_unused_" + std::to_string(::getpid()));
  DrawnGpt2{.width = 16, .layers = 1, .unused = {"h.1.down"}}.write(folder);
  State state;
  ASSERT_FALSE(checkpoints::use(folder.string(), state.document).has_value());
  state.document.ids = {1, 2, 3};
  Window window(state);
  window.desk.watch(1);
  const auto notice = window.driver.session().notice();
  ASSERT_TRUE(notice.has_value());
  EXPECT_TRUE(notice->is_error);  // it stays until it is dismissed
  EXPECT_NE(words(Language::kEnglish)(notice->key, notice->arguments).find("h.1.down"), std::string::npos);
  fs::remove_all(folder);
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
  std::string highest;
  for (const auto& [name, item] : items) {
    if (name.starts_with("next ") && (highest.empty() || item.low.y < items.at(highest).low.y))
      highest = name;
  }
  ASSERT_FALSE(highest.empty());
  driver.move_to(highest);
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

TEST(Model, ThePredictionIsNamedAfterWhatIsPredicted) {
  const std::array<std::array<std::string, 4>, 4> named = {
      {{"gpt2", "Next token", "下一個詞元", "View: Next token"},
       {"bert", "Guesses", "猜測", "View: Guesses"},
       {"vit", "Classes", "類別", "View: Classes"},
       {"torch_encoder_layer", "Prediction", "預測", "View: Prediction"}}};
  for (const auto& [name, word, chinese, action] : named) {
    State state = with_model(name.c_str(), "generate");
    Driver driver(state, {2200, 1200});
    EXPECT_TRUE(driver.shows(word + "##view.generate")) << name;
    EXPECT_EQ(views::action_name(*views::find_action("view generate"), driver.view()), action);
    EXPECT_NE(views::help_groups(driver.view()).front().title.find(word), std::string::npos) << name;
    state.preferences.language = Language::kTraditionalChinese;
    Driver other(state, {2200, 1200});
    EXPECT_TRUE(other.shows(chinese + "##view.generate")) << name;
  }
}

TEST(Model, NumbersOfTokensAreShownTypedAndLeft) {
  State state = with_model("gpt2");
  state.document.ids = {281, 261, 264};
  Driver driver(state);
  EXPECT_FALSE(driver.shows("##sequence"));
  driver.click("##ids");
  driver.press(ImGuiKey_End);
  driver.type(", 266");
  EXPECT_EQ(driver.document().ids, (std::vector<engine::Index>{281, 261, 264, 266}));
  EXPECT_EQ(driver.session().trace()->sequence(0).ids.size(), 4U);
  driver.type("x");  // no number
  EXPECT_EQ(driver.document().ids.back(), 266);
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.press(ImGuiKey_Delete);
  driver.frames(3);
  EXPECT_EQ(driver.document().ids.size(), 4U) << "an emptied field waits for other numbers";
  driver.type("258");
  EXPECT_EQ(driver.document().ids, (std::vector<engine::Index>{258}));
  driver.pause();
  driver.click("Type a text##leave ids");
  EXPECT_TRUE(driver.document().ids.empty());
  EXPECT_TRUE(driver.shows("##sequence"));
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  driver.frame();
  EXPECT_EQ(driver.document().ids, (std::vector<engine::Index>{258}));
}

TEST(Model, NumbersOfTheSourceAreShownBesideTheTarget) {
  State state = with_model("t5");
  state.document.ids = {4, 5, 6};
  Driver driver(state);
  EXPECT_TRUE(driver.shows("##ids"));
  EXPECT_TRUE(driver.shows("##target"));
}

TEST(Model, NumbersOfTheTargetAreShownTypedAndLeft) {
  State state = with_model("t5");
  state.document.text = "the cat";
  state.document.target_ids = {0, 8};
  Driver driver(state);
  EXPECT_FALSE(driver.shows("##target"));
  driver.click("##target_ids");
  driver.press(ImGuiKey_End);
  driver.type(", 10");
  EXPECT_EQ(driver.session().trace()->sequence(1).ids, (std::vector<engine::Index>{0, 8, 10}));
  driver.pause();
  driver.click("Type a text##leave target ids");
  EXPECT_TRUE(driver.document().target_ids.empty());
  EXPECT_TRUE(driver.shows("##target"));
}

TEST(Model, AMaskThatIsFedInNamesTheSettingOfMasks) {
  State state = with_model("torch_mha");
  feed(state.document, "input", model("torch_mha") + "/input.npy");
  const auto has_name = [](Driver& driver) {
    const auto& items = driver.items();
    return std::any_of(items.begin(), items.end(),
                       [](const auto& item) { return item.first.starts_with("mask.npy##"); });
  };
  Driver without(state);
  EXPECT_FALSE(has_name(without));
  feed(state.document, "mask", model("torch_mha") + "/mask.npy");
  Driver with(state);
  EXPECT_TRUE(has_name(with));
}

TEST(Model, ABatchOfArraysIsWalkedOneByOne) {
  State state = with_model("torch_mha_batch");
  feed(state.document, "input", model("torch_mha_batch") + "/input.npy");
  feed(state.document, "mask", model("torch_mha_batch") + "/mask.npy");
  Driver driver(state);
  driver.click("2##sentence 2");
  driver.frames(2);
  EXPECT_TRUE(driver.document().focus.stage.starts_with("batch.1.")) << driver.document().focus.stage;
  EXPECT_FALSE(driver.shows("##batch length")) << "arrays are not padded";
}

TEST(Model, ASecondTextIsTypedWhereTheModelReadsTwo) {
  Driver driver(with_model("bert"));
  driver.click("##pair");
  driver.type("a dog ran");
  EXPECT_EQ(driver.document().pair, "a dog ran");
  const std::vector<int>& segments = driver.session().trace()->sequence(0).segments;
  EXPECT_EQ(std::count(segments.begin(), segments.end(), 1), 4);  // with [SEP]
  EXPECT_FALSE(Driver(with_model("gpt2")).shows("##pair"));
}

TEST(Model, AMaskedTokenStaysMaskedWhileTheTextIsTyped) {
  State state = with_model("bert");
  state.document.text = "the cat sat";
  Driver driver(state);
  driver.click("token 2");
  driver.frames(2);
  const engine::Index mask = driver.document().ids.at(2);
  driver.pause();
  driver.click("##sequence");
  driver.press(ImGuiKey_End);
  driver.type(" the");
  ASSERT_EQ(driver.document().ids.size(), 6U);  // [CLS] the [MASK] sat the [SEP]
  EXPECT_EQ(driver.document().ids[2], mask);
  driver.press(ImGuiKey_Home);
  driver.type("a ");
  ASSERT_EQ(driver.document().ids.size(), 7U);
  EXPECT_EQ(driver.document().ids[3], mask);
  EXPECT_EQ(driver.document().text, "a the cat sat the");
}

}  // namespace
}  // namespace app
