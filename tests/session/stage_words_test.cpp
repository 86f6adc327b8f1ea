// Every stage of every checkpoint has a name, a title, a sentence and a place in the walk.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "app/document/checkpoints.h"
#include "app/session/steps.h"
#include "app/text/tr.h"
#include "engine/labs/relatives/relatives_lab.h"

namespace app {
namespace {

namespace fs = std::filesystem;

const fs::path kCheckpoints = fs::path(HEADLIGHT_TEST_DATA) / "golden/checkpoints";

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kCheckpoints)) {
    if (fs::exists(entry.path() / "case.json")) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// The case's model, fed as the case says.
Document document_in(const fs::path& folder) {
  Document document;
  const auto bad = checkpoints::use(folder.string(), document);
  EXPECT_FALSE(bad.has_value()) << bad->key;
  std::ifstream file(folder / "case.json");
  const auto about = nlohmann::json::parse(file);
  if (about.contains("text")) document.text = about["text"].get<std::string>();
  if (about.contains("pair")) document.pair = about["pair"].get<std::string>();
  document.target = about.value("target_text", "le chat");
  if (about.contains("image")) document.image = (folder / about["image"].get<std::string>()).string();
  if (about.contains("npy")) {
    for (const auto& [role, path] : about["npy"].items())
      feed(document, role, (folder / path.get<std::string>()).string());
  }
  return document;
}

class StageWords : public testing::TestWithParam<std::string> {};

// Names, titles, sentences, notes and quantities of every stage, in every language.
void expect_words(const engine::Trace& trace) {
  for (const LanguageInfo& language : languages()) {
    const Words& tr = words(language.language);
    for (const engine::Stage& stage : trace.stages()) {
      const std::string kind = kind_name(stage);
      for (const char* part : {"stage.", "title.", "why."}) {
        const std::string key = part + kind;
        EXPECT_NE(tr(key), key) << stage.address << " in " << language.name;
      }
      const engine::Explanation explanation =
          trace.explain(static_cast<int>(&stage - trace.stages().data()), stage.rows - 1, stage.columns - 1);
      EXPECT_TRUE(explanation.note.empty() || tr(explanation.note) != explanation.note) << stage.address;
      for (const engine::Quantity& quantity : explanation.quantities)
        EXPECT_NE(tr(quantity.key), quantity.key) << stage.address;
    }
  }
}

TEST_P(StageWords, NoStageIsShownAsAKey) {
  const auto trace = make_trace(document_in(kCheckpoints / GetParam()));
  ASSERT_TRUE(trace.ok()) << trace.error().key;
  expect_words(**trace);
}

TEST(StageWordsOfPositions, NoStageOfAnyKindIsShownAsAKey) {
  for (const engine::PositionInfo& row : engine::position_kinds()) {
    Document document;
    document.config.model = engine::ModelKind::kSeeded;
    document.config.positions = row.kind;
    const auto trace = make_trace(document);
    ASSERT_TRUE(trace.ok()) << trace.error().key;
    expect_words(**trace);
    for (const LanguageInfo& language : languages()) {
      const Words& tr = words(language.language);
      EXPECT_NE(tr(row.words), row.words) << language.name;
      const std::string tip = std::string(row.words) + ".tip";
      EXPECT_TRUE(row.choice.empty() || tr(tip) != tip) << tip;
      const std::string handout = "handout.positions." + std::string(row.name);
      EXPECT_NE(tr(handout), handout);
    }
  }
}

TEST(StageWordsOfRelatives, NoStageOfTheLabIsShownAsAKey) {
  for (const bool has_own_head : {false, true}) {
    Document document;
    document.config.model = engine::ModelKind::kSeeded;
    engine::relatives_lab_of(document.config) = {
        .is_on = true, .pooling = engine::Pooling::kMax, .linear = has_own_head};
    if (has_own_head) document.config.positions = engine::PositionKind::kRotary;
    const auto trace = make_trace(document);
    ASSERT_TRUE(trace.ok()) << trace.error().key;
    ASSERT_EQ((*trace)->find("lab.relatives.attention.q").has_value(), has_own_head);
    expect_words(**trace);
  }
}

TEST_P(StageWords, EveryStageOfTheFirstHeadIsAStepOrAnOperandOfOne) {
  const auto trace = make_trace(document_in(kCheckpoints / GetParam())).value();
  const auto steps = walk(*trace, 0, example_count(*trace) > 0 ? 0 : -1);
  std::set<int> seen;
  for (const Step& step : steps) {
    seen.insert(step.stage);
    const auto& inputs = trace->stage(step.stage).inputs;
    seen.insert(inputs.begin(), inputs.end());
  }
  for (int i = 0; i < trace->size(); ++i) {
    const engine::StageAddress place = engine::parse_address(trace->stage(i).address);
    if (place.head > 0 || place.batch > 0) continue;
    EXPECT_TRUE(seen.contains(i)) << trace->stage(i).address;
  }
}

TEST_P(StageWords, ThePredictionEndsTheWalk) {
  const auto trace = make_trace(document_in(kCheckpoints / GetParam())).value();
  const auto steps = walk(*trace, 0);
  bool predicts = false;
  for (const Step& step : steps) {
    const bool at_the_end = step.group == StepGroup::kOutput && step.place.stack != engine::Stack::kEncoder;
    EXPECT_FALSE(predicts && !at_the_end) << trace->stage(step.stage).address;
    predicts = predicts || step.place.step.starts_with("predict.") || step.place.step == "logits";
  }
}

INSTANTIATE_TEST_SUITE_P(Checkpoints, StageWords, testing::ValuesIn(names()),
                         [](const auto& name) { return name.param; });

}  // namespace
}  // namespace app
