// The family of attention: each way is one setting, and its run is that of the document that has it.
#include "app/session/ways.h"

#include <gtest/gtest.h>

#include <set>

#include "app/document/checkpoints.h"
#include "app/session/session.h"
#include "app/session/way_runs.h"
#include "engine/model/settings.h"

namespace app {
namespace {

constexpr const char* kWeights = "encoder.0.self.head.1.weights";

Document reading(engine::ModelKind model = engine::ModelKind::kSeeded) {
  Document document;
  document.text = "the cat sat on the mat because the cat was tired";
  document.config.model = model;
  return document;
}

engine::StageAddress head() {
  return engine::parse_address(kWeights);
}

TEST(Ways, AreAllThatTheCommandLineKnows) {
  std::set<std::string> ids;
  for (const Way& way : ways()) ids.insert(way.id);
  EXPECT_EQ(ids.size(), ways().size()) << "each has an id of its own";
  const auto expect_all = [&](std::string_view setting, const std::string& band) {
    const auto& choices = std::get<engine::ChoiceSetting>(engine::setting_named(setting).value).choices;
    for (const engine::SettingChoice& choice : choices) {
      std::string id = band;
      id.append(" ").append(choice.name);
      EXPECT_TRUE(ids.contains(id)) << id;
    }
  };
  expect_all("attention", "weighing");
  expect_all("positions", "positions");
  expect_all("mask_pattern", "masks");
  EXPECT_TRUE(ids.contains("masks causal"));
}

TEST(Ways, HaveANameAClauseAndASentenceInEveryLanguage) {
  for (const LanguageInfo& row : languages()) {
    for (const Way& way : ways()) {
      for (const char* const part : {"", ".short", ".tip"}) {
        const std::string key = way.words + part;
        EXPECT_NE(words(row.language)(key), key) << row.code;
      }
    }
  }
}

TEST(Ways, OneOfEachBandIsInForce) {
  for (const engine::Architecture architecture :
       {engine::Architecture::kAttention, engine::Architecture::kDecoder}) {
    Document document = reading();
    document.config.architecture = architecture;
    const bool decodes = architecture == engine::Architecture::kDecoder;
    const auto place = engine::parse_address(decodes ? "decoder.0.self.head.1.weights" : kWeights);
    std::array<int, kWayBands> found = {};
    for (const Way& way : ways()) {
      if (is_in_force(document, way, place)) ++found.at(static_cast<size_t>(way.band()));
    }
    EXPECT_EQ(found, (std::array{1, 1, 1}));
  }
}

// The wall shows what a click would make the window show.
TEST(Ways, RunAsTheDocumentDoesThatUsesThem) {
  for (const auto model : {engine::ModelKind::kCrafted, engine::ModelKind::kSeeded}) {
    const Document document = reading(model);
    const Session session(State{document, {}});
    const WayRuns runs(document, session.trace());
    EXPECT_TRUE(runs.are_quick());
    EXPECT_FALSE(runs.are_too_many());
    int tried = 0;
    for (const Way& way : ways()) {
      if (!is_offered(document.config, way) || way_refused(document, way, head())) continue;
      ++tried;
      State used{document, {}};
      use_way(used, way, head());
      EXPECT_TRUE(is_in_force(used.document, way, head())) << way.id;
      const Session alone(used);
      const auto run = runs.run(way, head());
      ASSERT_TRUE(run && alone.trace()) << way.id;
      const auto here = run->find(kWeights);
      const auto there = alone.trace()->find(kWeights);
      ASSERT_TRUE(here && there) << way.id;
      const engine::Stage& stage = run->stage(*here);
      EXPECT_EQ(run->read(*here, 0, 0, stage.rows, stage.columns),
                alone.trace()->read(*there, 0, 0, stage.rows, stage.columns))
          << way.id;
    }
    EXPECT_EQ(tried, 32) << "11 ways of weighing, 7 kinds of positions, 14 masks";
  }
}

TEST(Ways, AMaskOfADecoderLeavesTheEncoderAsItIs) {
  Document document = reading();
  document.target = "le chat";
  document.config.architecture = engine::Architecture::kTransformer;
  document.config.pattern.kind = engine::PatternKind::kWindow;
  const auto place = engine::parse_address("decoder.0.self.head.0.weights");
  for (const Way& way : ways()) {
    if (way.id != "masks causal") continue;
    State used{document, {}};
    use_way(used, way, place);
    EXPECT_TRUE(is_in_force(used.document, way, place));
    EXPECT_FALSE(used.document.config.causal);
  }
}

TEST(Ways, AWindowIsNarrowerThanTheText) {
  for (const Way& way : ways()) {
    if (way.id != "weighing window") continue;
    State used{reading(), {}};
    use_way(used, way, head());
    const auto tokens = input_of(used.document)->examples.front().source.tokens.size();
    EXPECT_LT(2 * used.document.config.attention.window, static_cast<engine::Index>(tokens));
    // One that is narrow already stays.
    used.document.config.attention = {};
    used.document.config.attention.window = 2;
    use_way(used, way, head());
    EXPECT_EQ(used.document.config.attention.window, 2);
  }
}

TEST(Ways, NeighboursOnAGridAreRead) {
  for (const Way& way : ways()) {
    if (way.id != "masks convolution") continue;
    State used{reading(), {}};
    use_way(used, way, head());
    EXPECT_TRUE(engine::sees(used.document.config.pattern, 4, 5));
  }
}

std::string refusal_of(const Document& document, std::string_view id, const char* address = kWeights) {
  for (const Way& way : ways()) {
    if (way.id != id) continue;
    const auto refused = way_refused(document, way, engine::parse_address(address));
    return refused ? refused->key : "";
  }
  return "no such way";
}

TEST(Ways, SayWhatSpeaksAgainstThem) {
  Document causal = reading();
  causal.config.causal = true;
  EXPECT_EQ(refusal_of(causal, "weighing linformer"), "error.attention_causal");
  EXPECT_EQ(refusal_of(causal, "weighing performer"), "");
  Document performer = reading();
  performer.config.attention.kind = engine::AttentionKind::kPerformer;
  EXPECT_EQ(refusal_of(performer, "masks window"), "error.attention_mask");
  EXPECT_EQ(refusal_of(performer, "masks causal"), "");
  EXPECT_EQ(refusal_of(performer, "positions alibi"), "error.attention_relative");
  Document decoder = reading();
  decoder.config.architecture = engine::Architecture::kDecoder;
  const char* const decodes = "decoder.0.self.head.0.weights";
  EXPECT_EQ(refusal_of(decoder, "masks none", decodes), "ways.no.ahead");
  EXPECT_EQ(refusal_of(decoder, "masks causal", decodes), "");
  Document whole = reading();
  whole.config.architecture = engine::Architecture::kTransformer;
  whole.target = "le chat";
  EXPECT_EQ(refusal_of(whole, "masks window", "decoder.0.cross.head.0.weights"), "ways.no.cross_mask");
}

TEST(Ways, OfATrainedModelKeepItsPositions) {
  Document document = reading();
  ASSERT_FALSE(checkpoints::use("who", document).has_value());
  for (const Way& way : ways()) {
    if (way.band() != WayBand::kPositions || is_in_force(document, way, head())) continue;
    EXPECT_FALSE(is_offered(document.config, way)) << way.id;
  }
  EXPECT_EQ(refusal_of(document, "weighing uniform"), "");
}

TEST(Ways, OfALongTextAreMadeInTheBackgroundOrNotAtAll) {
  const auto runs_of = [](int words) {
    Document document = reading();
    document.text.clear();
    for (int i = 0; i < words; ++i) document.text += "w" + std::to_string(i) + " ";
    return WayRuns(document, nullptr);
  };
  EXPECT_TRUE(runs_of(12).are_quick());
  EXPECT_FALSE(runs_of(200).are_quick());
  EXPECT_FALSE(runs_of(200).are_too_many());
  EXPECT_TRUE(runs_of(4000).are_too_many());
}

}  // namespace
}  // namespace app
