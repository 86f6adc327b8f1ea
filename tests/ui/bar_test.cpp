// How a person builds a model and feeds it, driven by the interface's items' labels.
#include <gtest/gtest.h>

#include "app/session/examples.h"
#include "app/session/presets.h"
#include "app/session/steps.h"
#include "driver.h"

namespace app {
namespace {

constexpr const char* kSource = "##sequence";
constexpr const char* kTarget = "##target";
constexpr const char* kPanel = "Attention alone ▾##setting.architecture";
constexpr const char* kUntrained = "Same, untrained##untrained";

Document example_of(std::string_view key) {
  for (const Example& row : examples()) {
    if (row.key == key) return row.document;
  }
  ADD_FAILURE() << "no example " << key;
  return {};
}

bool has_stage(Driver& driver, std::string_view address) {
  return driver.session().trace()->find(address).has_value();
}

// Drags the number with this label to the right, or to the left.
void drag_item(Driver& driver, std::string_view label, float by) {
  const auto item = driver.find(label);
  ASSERT_TRUE(item.has_value()) << label;
  const ImVec2 middle((item->low.x + item->high.x) / 2, (item->low.y + item->high.y) / 2);
  driver.move(middle);
  ImGui::GetIO().AddMouseButtonEvent(0, true);
  driver.frame();
  driver.move({middle.x + by, middle.y});
  ImGui::GetIO().AddMouseButtonEvent(0, false);
  driver.frames(3);
}

TEST(ModelPanel, ATransformerIsOneClickAndOneUndo) {
  Driver driver;
  const State before = driver.session().state();
  driver.click(kPanel);
  driver.click("preset.transformer");
  EXPECT_EQ(driver.document().config.checkpoint, "phrase");
  EXPECT_TRUE(has_stage(driver, "decoder.0.cross.head.0.weights"));
  EXPECT_TRUE(driver.shows(kUntrained)) << "the panel stays open";
  EXPECT_TRUE(driver.shows(kTarget));
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.session().state(), before);
  EXPECT_FALSE(driver.shows(kTarget));
}

TEST(ModelPanel, TheSameUntrainedKeepsTheTextAndIsOneUndo) {
  Driver driver;
  driver.click(kPanel);
  driver.click("preset.transformer");
  const State trained = driver.session().state();
  driver.click(kUntrained);
  EXPECT_EQ(driver.document().config.model, engine::ModelKind::kSeeded);
  EXPECT_EQ(driver.document().text, trained.document.text);
  EXPECT_TRUE(has_stage(driver, "decoder.1.cross.head.0.weights"));
  EXPECT_TRUE(driver.shows("preset.transformer"));
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  EXPECT_EQ(driver.session().state(), trained);
}

TEST(ModelPanel, EveryPresetRunsAndIsMarkedAsChosen) {
  for (const Preset& preset : presets()) {
    Driver driver;
    driver.click(kPanel);
    driver.click(preset.key);
    EXPECT_FALSE(driver.session().error().has_value()) << preset.key;
    EXPECT_TRUE(is_preset(driver.document().config, preset)) << preset.key;
  }
}

TEST(ModelPanel, ItsFieldsChangeTheTraceAtOnceAndItStaysOpen) {
  Driver driver({example_of("example.transformer"), {}});
  driver.click("Transformer (random) ▾##setting.architecture");
  driver.click("Post-LN##panel setting.norm");
  driver.click("Pre-LN");
  EXPECT_EQ(driver.document().config.norm, engine::NormOrder::kPre);
  drag_item(driver, "##panel setting.encoder_layers", 40);
  EXPECT_GT(driver.document().config.encoder_layers, 2);
  const auto layers = driver.document().config.encoder_layers;
  EXPECT_TRUE(has_stage(driver, "encoder." + std::to_string(layers - 1) + ".ffn.output"));
  driver.click("Tied##panel setting.output_table");
  driver.click("Separate");
  EXPECT_TRUE(has_stage(driver, "unembedding"));
  EXPECT_TRUE(driver.shows("preset.transformer"));
  driver.press(ImGuiKey_Escape);
  EXPECT_FALSE(driver.shows("preset.transformer"));
}

TEST(ModelPanel, EscapeClosesAListInThePanelBeforeThePanel) {
  Driver driver({example_of("example.transformer"), {}});
  driver.click("Transformer (random) ▾##setting.architecture");
  driver.click("ReLU##panel setting.activation");
  ASSERT_TRUE(driver.shows("GELU, tanh"));
  driver.press(ImGuiKey_Escape);
  EXPECT_FALSE(driver.shows("GELU, tanh"));
  EXPECT_TRUE(driver.shows("preset.transformer"));
}

TEST(ModelPanel, WhatIsSwitchedOffIsSwitchedOnAgainTogether) {
  Document document = example_of("example.transformer");
  document.config.off = {"decoder.0.cross.residual", "encoder.0.self.residual"};
  Driver driver({document, {}}, {1600, 1200});  // the whole panel is in sight
  driver.click("2 ▾##setting.off");
  driver.click("Switch all on##all on");
  EXPECT_TRUE(driver.document().config.off.empty());
  driver.frame();
  EXPECT_FALSE(driver.shows("Switch all on##all on"));
}

TEST(SettingsLine, ShowsOnlyWhatTheModelHas) {
  Driver driver;
  EXPECT_FALSE(driver.shows("##setting.layers"));
  EXPECT_TRUE(driver.shows("Crafted##setting.model"));
  driver.click(kPanel);
  driver.click("preset.encoder");
  driver.click(kUntrained);
  driver.press(ImGuiKey_Escape);
  EXPECT_TRUE(driver.shows("##setting.layers"));
  EXPECT_FALSE(driver.shows("##setting.layers 2"));
  EXPECT_TRUE(driver.shows("GELU, exact##setting.activation"));
  EXPECT_FALSE(driver.shows("Crafted##setting.model"));
  EXPECT_FALSE(driver.shows(kTarget));
}

TEST(SequenceBar, TypingInTheTargetShowsInTheNextFrame) {
  Driver driver({example_of("example.transformer"), {}});
  driver.click(kTarget);
  driver.press(ImGuiKey_End);
  ImGui::GetIO().AddInputCharactersUTF8(" enfin");
  driver.frame();  // the field takes the letters
  driver.frame();  // the next frame draws from their trace
  EXPECT_EQ(driver.document().target, "le chat est assis enfin");
  EXPECT_TRUE(driver.shows("target token 4"));
  EXPECT_EQ(driver.document().text, "the cat sat on the mat");
}

TEST(SequenceBar, OnlyTokensOfTheSourceAreSwitchedOff) {
  Driver driver({example_of("example.transformer"), {}});
  driver.click("target token 1");
  EXPECT_TRUE(driver.document().padded.empty());
  driver.click("token 1");
  EXPECT_EQ(driver.document().padded, (std::vector<engine::Index>{1}));
}

TEST(SequenceBar, AnEmptyTargetSaysWhatToDo) {
  Driver driver({example_of("example.transformer"), {}});
  driver.click(kTarget);
  driver.press(ImGuiKey_A, ImGuiMod_Ctrl);
  driver.press(ImGuiKey_Delete);
  ASSERT_TRUE(driver.session().error().has_value());
  EXPECT_EQ(driver.session().error()->key, "error.no_target");
  driver.type("oui");
  EXPECT_FALSE(driver.session().error().has_value());
}

TEST(SequenceBar, AGeneratedTokenIsAChipThatIsTakenBack) {
  Driver driver({example_of("example.transformer"), {}});
  EXPECT_FALSE(driver.shows("×##take back"));
  Requests requests;
  requests.generate();
  driver.session().apply(requests, 0);
  driver.frames(2);
  ASSERT_EQ(driver.document().generated.size(), 1U);
  EXPECT_TRUE(driver.shows("target token 4"));
  driver.click("×##take back");
  EXPECT_TRUE(driver.document().generated.empty());
  EXPECT_FALSE(driver.shows("target token 4"));
}

TEST(SequenceBar, DrawsWhileTheFirstRunIsUnderWay) {
  for (const char* key : {"example.transformer", "example.decoder", "example.batch"}) {
    Document document = example_of(key);
    document.config.model = engine::ModelKind::kSeeded;
    document.config.d_model = 1024;
    Driver driver({document, {}});
    EXPECT_TRUE(driver.shows(kSource)) << key;
    EXPECT_FALSE(driver.session().error().has_value()) << key;
  }
}

TEST(Batch, ThreeLinesAreThreeSentencesAndTheSecondIsLookedAt) {
  Driver driver;
  driver.click("Batch##batch");
  EXPECT_TRUE(driver.document().is_batch);
  driver.click(kSource);
  driver.press(ImGuiKey_End, ImGuiMod_Ctrl);
  driver.press(ImGuiKey_Enter);
  driver.type("we read");
  driver.press(ImGuiKey_Enter);
  driver.type("it works");
  EXPECT_EQ(driver.document().text, "the cat sat down\nwe read\nit works");
  EXPECT_TRUE(has_stage(driver, "batch.2.encoder.0.self.head.0.weights"));
  driver.click("2##sentence 2");
  EXPECT_EQ(engine::parse_address(driver.document().focus.stage).batch, 1);
  EXPECT_TRUE(driver.shows("token 3")) << "filled up to the longest";
  EXPECT_EQ(driver.session().trace()->sequence(1).tokens[3], kPadToken);
}

TEST(Batch, SwitchedOffTheLinesAreOneSentence) {
  Driver driver({example_of("example.batch"), {}});
  driver.click("Batch##batch");
  EXPECT_FALSE(driver.document().is_batch);
  EXPECT_EQ(driver.document().text.find('\n'), std::string::npos);
  EXPECT_EQ(driver.session().trace()->sequences().size(), 1U);
  EXPECT_EQ(driver.session().trace()->sequence(0).tokens.size(), 13U);
}

TEST(Batch, ALengthClipsAndPads) {
  Driver driver({example_of("example.batch"), {}});
  drag_item(driver, "##batch length", 32);
  const auto length = driver.document().batch_length;
  ASSERT_GT(length, 0);
  for (const engine::Sequence& sequence : driver.session().trace()->sequences())
    EXPECT_EQ(static_cast<engine::Index>(sequence.tokens.size()), length);
}

TEST(Batch, EverySentenceOfALargeBatchCanBeReached) {
  Document document = example_of("example.batch");
  for (int i = 0; i < 20; ++i) document.text += "\none more";
  Driver driver({document, {}}, {1024, 640});
  for (int sentence = 3; sentence <= 23; ++sentence) {
    const std::string number = std::to_string(sentence);
    driver.click(std::string(number).append("##sentence ").append(number));
    EXPECT_EQ(engine::parse_address(driver.document().focus.stage).batch, sentence - 1);
  }
}

TEST(Way, AltWithAnArrowGoesBackAndForward) {
  Driver driver;
  const std::string first = driver.document().focus.stage;
  driver.press(ImGuiKey_RightArrow);
  const std::string second = driver.document().focus.stage;
  ASSERT_NE(second, first);
  driver.press(ImGuiKey_LeftArrow, ImGuiMod_Alt);
  EXPECT_EQ(driver.document().focus.stage, first);
  driver.press(ImGuiKey_RightArrow, ImGuiMod_Alt);
  EXPECT_EQ(driver.document().focus.stage, second);
  EXPECT_FALSE(driver.session().can_go_forward());
}

TEST(Way, BackAndForwardGoToWhereOneWas) {
  Driver driver;
  const std::string first = driver.document().focus.stage;
  driver.click("step encoder.0.self.head.0.weights");
  driver.pause();
  driver.click("‹##go back");
  EXPECT_EQ(driver.document().focus.stage, first);
  driver.click("›##go forward");
  EXPECT_EQ(driver.document().focus.stage, "encoder.0.self.head.0.weights");
}

TEST(Way, TheMiddleShowsWhatIsChosen) {
  Driver driver;
  driver.click("Heads##view.heads");
  EXPECT_EQ(driver.document().focus.view, "heads");
  driver.click("Step##view.stage");
  EXPECT_EQ(driver.document().focus.view, "stage");
}

TEST(Way, TheChoiceOfAViewHasRoomInEveryLanguage) {
  for (const LanguageInfo& language : languages()) {
    State state;
    state.preferences.language = language.language;
    Driver driver(state, {1280, 720});
    const Words& tr = words(language.language);
    const auto segment = driver.find(tr("view.heads") + "##view.heads");
    const auto beside = driver.find(tr("language.sign") + "##language");
    ASSERT_TRUE(segment && beside) << language.name;
    EXPECT_LE(segment->high.x, beside->low.x);
  }
}

}  // namespace
}  // namespace app
