// The labels of a decoder's rows say what each row looks for, if one wants to.
#include <gtest/gtest.h>

#include "app/look/labels.h"
#include "tests/ui/states.h"

namespace app {
namespace {

constexpr const char* kWeights = "decoder.0.self.head.0.weights";

State translating() {
  State state = looking_at(kWeights);
  state.document.config.model = engine::ModelKind::kSeeded;
  state.document.config.architecture = engine::Architecture::kTransformer;
  state.document.config.encoder_layers = state.document.config.decoder_layers = 1;
  state.document.text = "the cat sat";
  state.document.target = "le chat est";
  state.document.focus.pinned = {0, 0};
  return state;
}

std::vector<std::string> rows_of(Driver& driver, std::string_view address, bool predicted) {
  const engine::Trace& trace = *driver.session().trace();
  return look::axis_labels(trace, trace.find(address).value(), look::Side::kRows, 1, predicted);
}

TEST(RowLabels, SayWhatADecodersRowsPredict) {
  Driver driver(translating());
  driver.frames(2);
  const std::vector<std::string> named = {"le ▸ chat", "chat ▸ est", "est ▸ ?"};
  const std::vector<std::string> plain = {"le", "chat", "est"};
  EXPECT_EQ(rows_of(driver, kWeights, true), named);
  EXPECT_EQ(rows_of(driver, "decoder.0.cross.head.0.scores", true), named);
  EXPECT_EQ(rows_of(driver, kWeights, false), plain);
  EXPECT_EQ(rows_of(driver, "decoder.0.self.head.0.k", true), plain)
      << "a key is looked at, and looks for nothing";
  EXPECT_EQ(rows_of(driver, "encoder.0.self.head.0.weights", true),
            (std::vector<std::string>{"the", "cat", "sat"}));
}

TEST(RowLabels, FollowTheMenuInTheWindow) {
  Driver driver(translating());
  driver.frames(2);
  const auto label = [&] {
    const engine::Trace& trace = *driver.session().trace();
    return driver.view().facts.label(trace.stage(trace.find(kWeights).value()).rows_are(), 0);
  };
  EXPECT_EQ(label(), "le");
  driver.view().requests.edit("", [](State& state) { state.preferences.predicted_rows = true; });
  driver.frames(2);
  EXPECT_EQ(label(), "le ▸ chat");
  driver.press(ImGuiKey_Z, ImGuiMod_Ctrl);
  driver.frames(2);
  EXPECT_EQ(label(), "le");
}

TEST(RowLabels, OfPaddingSayNothing) {
  const std::vector<std::string> labels = {"a", "b", "<pad>"};
  const engine::Sequence sequence{labels, {false, false, true}};
  EXPECT_EQ(look::with_predicted(labels, sequence, 0), "a ▸ b");
  EXPECT_EQ(look::with_predicted(labels, sequence, 1), "b ▸ ?");
  EXPECT_EQ(look::with_predicted(labels, sequence, 2), "<pad>");
}

}  // namespace
}  // namespace app
