// One page holds a whole run, and opens it again.
#include "app/export/handout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "app/document/document_line.h"
#include "app/export/handout_plan.h"
#include "app/export/worked_row.h"
#include "app/look/settings_words.h"
#include "engine/core/number_text.h"

namespace exporter {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// What the shell hands over: the text between the apostrophes.
std::string argument_of(const std::vector<std::string>& lines, const std::string& line_end) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : line_end) + line;
  const std::string start = "headlight --session '";
  EXPECT_EQ(text.substr(0, start.size()), start);
  EXPECT_EQ(text.back(), '\'');
  return text.substr(start.size(), text.size() - start.size() - 1);
}

TEST(SessionCommand, OpensTheSameDocumentWithItsLineEnds) {
  app::Document document;
  document.text = "I don't know, \"really\": 我，不想延畢";
  document.padded = {1, 2};
  document.focus = {"encoder.0.self.concat", {{2, 7}}};
  const auto lines = look::session_command(document, 118);
  EXPECT_GT(lines.size(), 2U);
  const std::string line = argument_of(lines, "\n");
  EXPECT_EQ(line.find('\''), std::string::npos);
  EXPECT_EQ(app::from_line(line).value(), document);
}

TEST(SessionCommand, ALongTextOpensTheSameDocumentOnceJoined) {
  app::Document document;
  for (int i = 0; i < 60; ++i) document.text += "don't 想 \\ \"x\" ";
  const auto lines = look::session_command(document, 118);
  for (const std::string& line : lines) {
    EXPECT_LE(line.size(), 119U);
    EXPECT_NE(line.back(), ' ');
  }
  EXPECT_EQ(app::from_line(argument_of(lines, "")).value(), document);
}

TEST(SettingsWords, SayEverySetting) {
  const app::Words& words = app::words(app::Language::kEnglish);
  app::Document document;
  document.config.causal = true;
  document.config.scale = false;
  document.config.temperature = 0.5;
  const auto phrases = look::settings_words(words, document);
  EXPECT_THAT(phrases, Contains("temperature 0.5"));
  EXPECT_THAT(phrases, Contains("scores not scaled"));
  EXPECT_THAT(phrases, Contains(HasSubstr("causal mask")));
  EXPECT_THAT(phrases, Not(Contains(HasSubstr("handout."))));
}

// A Transformer whose layers have nothing as usual.
app::Document transformer() {
  app::Document document;
  document.text = "the cat sat";
  document.target = "le chat";
  document.config.model = engine::ModelKind::kSeeded;
  document.config.architecture = engine::Architecture::kTransformer;
  document.config.encoder_layers = 1;
  document.config.activation = engine::Activation::kGelu;
  document.config.norm = engine::NormOrder::kB2T;
  document.config.final_norm = true;
  document.config.tied_output = false;
  document.config.positions = engine::PositionKind::kLearned;
  document.config.off = {"encoder.0.self.residual"};
  document.config.nudge = engine::Nudge{"decoder.1.ffn", 1};
  return document;
}

TEST(SettingsWords, NameATrainedModelAndTellEvenHeadsFromThoseThatAreOff) {
  app::Document document;
  document.config.model = engine::ModelKind::kCheckpoint;
  document.config.checkpoint = "models/who";
  document.config.off = {"encoder.0.self.head.0.output", "encoder.0.self.head.1.weights"};
  const auto phrases = look::settings_words(app::words(app::Language::kEnglish), document);
  EXPECT_THAT(phrases, Contains("trained model who"));
  EXPECT_THAT(phrases, Contains("switched off: encoder.0.self.head.0.output"));
  EXPECT_THAT(phrases, Contains("even weights: encoder.0.self.head.1.weights"));
}

TEST(SettingsWords, SayWhatTheLayersAreMadeOf) {
  for (const app::LanguageInfo& language : app::languages()) {
    const auto phrases = look::settings_words(app::words(language.language), transformer());
    for (const char* part :
         {"1 + 2", "256", "GELU", "B2T", "512", "encoder.0.self.residual", "decoder.1.ffn"})
      EXPECT_THAT(phrases, Contains(HasSubstr(part))) << language.code;
    EXPECT_THAT(phrases, Not(Contains(HasSubstr("handout.")))) << language.code;
  }
  const auto phrases = look::settings_words(app::words(app::Language::kEnglish), transformer());
  EXPECT_THAT(phrases, Contains("in the source: no mask"));
  EXPECT_THAT(phrases, Contains(HasSubstr("self-attention is causal")));
  EXPECT_THAT(phrases, Contains(HasSubstr("output table")));
}

TEST(SettingsWords, ADecoderAloneIsCausal) {
  app::Document document;
  document.config.model = engine::ModelKind::kSeeded;
  document.config.architecture = engine::Architecture::kDecoder;
  const auto phrases = look::settings_words(app::words(app::Language::kEnglish), document);
  EXPECT_THAT(phrases, Contains("decoder only, 2 layers"));
  EXPECT_THAT(phrases, Contains(HasSubstr("causal mask")));
  EXPECT_THAT(phrases, Not(Contains("no mask")));
}

TEST(SettingsWords, AttentionAloneSaysNothingOfLayers) {
  for (const std::string& phrase : look::settings_words(app::words(app::Language::kEnglish), {})) {
    EXPECT_THAT(phrase, Not(HasSubstr("layer")));
    EXPECT_THAT(phrase, Not(HasSubstr("feed-forward")));
  }
}

TEST(SessionCommand, OpensTheSameDocumentWithLayers) {
  const app::Document document = transformer();
  EXPECT_EQ(app::from_line(argument_of(look::session_command(document, 118), "\n")).value(), document);
}

// Addresses of the stages of one strip.
std::vector<std::string> addresses(const engine::Trace& trace, const Strip& strip) {
  std::vector<std::string> list;
  for (const int stage : strip.stages) list.push_back(trace.stage(stage).address);
  return list;
}

TEST(HandoutPlan, ShowsTheAttentionThatIsLookedAt) {
  const app::Words& words = app::words(app::Language::kEnglish);
  const auto trace = app::make_trace(transformer()).value();
  const HandoutPlan plan = plan_handout(words, *trace, "decoder.1.cross.head.2.weights");
  EXPECT_EQ(plan.heads_title, "Decoder 2 · Cross-attention");
  ASSERT_EQ(plan.heads.size(), 4U);
  for (const auto& head : plan.heads) EXPECT_EQ(head.size(), 12U);
  EXPECT_EQ(trace->stage(plan.heads[3][0]).address, "decoder.1.cross.head.3.wq");
  ASSERT_EQ(plan.below.size(), 2U);
  EXPECT_EQ(addresses(*trace, plan.below[0][0]),
            (std::vector<std::string>{"decoder.1.cross.concat", "decoder.1.cross.output",
                                      "decoder.1.cross.residual", "decoder.1.cross.norm"}));
  EXPECT_EQ(addresses(*trace, plan.below[1][0]),
            (std::vector<std::string>{"encoder.output", "decoder.output", "logits", "probabilities"}));
  EXPECT_EQ(addresses(*trace, plan.above[0][1]),
            (std::vector<std::string>{"target.embedding", "target.position", "target.input"}));
}

// Three columns of W would be told apart by colour alone.
TEST(HandoutPlan, HeadsEachColumnOfTheHeadsWithALetterOfItsOwn) {
  const auto trace = app::make_trace({}).value();
  const HandoutPlan plan = plan_handout(app::words(app::Language::kEnglish), *trace, "");
  for (const engine::Notation notation :
       {engine::Notation::kPaper, engine::Notation::kNotes, engine::Notation::kShapes}) {
    for (const std::vector<int>& head : plan.heads) {
      std::vector<std::string> letters;
      for (const int stage : head)
        letters.push_back(letter_of_all_heads(*trace, trace->stage(stage), {notation, 1}));
      EXPECT_THAT(letters, testing::IsSupersetOf({"W_{q}", "W_{k}", "W_{v}"}));
      const char* const output = notation == engine::Notation::kNotes ? "b" : "O";
      EXPECT_THAT(letters, Contains(output)) << "without its head's number";
      std::ranges::sort(letters);
      EXPECT_EQ(std::ranges::adjacent_find(letters), letters.end());
    }
  }
}

TEST(HandoutPlan, StaysNearWhatIsLookedAt) {
  const app::Words& words = app::words(app::Language::kEnglish);
  const auto trace = app::make_trace(transformer()).value();
  for (const auto& [focus, title] : {std::pair{"decoder.1.ffn.hidden", "Decoder 2 · Self-attention"},
                                     {"decoder.0.cross.norm", "Decoder 1 · Cross-attention"},
                                     {"encoder.output", "Encoder 1 · Self-attention"},
                                     {"source.input", "Encoder 1 · Self-attention"},
                                     {"nowhere", "Encoder 1 · Self-attention"}})
    EXPECT_EQ(plan_handout(words, *trace, focus).heads_title, title) << focus;
}

TEST(HandoutPlan, ShowsOneExampleOfABatch) {
  app::Document document;
  document.text = "the cat\nthe dog sat";
  document.is_batch = true;
  const auto trace = app::make_trace(document).value();
  const HandoutPlan plan =
      plan_handout(app::words(app::Language::kEnglish), *trace, "batch.1.encoder.0.self.head.0.scores");
  EXPECT_TRUE(plan.heads_title.empty());
  ASSERT_EQ(plan.heads.size(), 4U);
  ASSERT_EQ(plan.tokens.size(), 1U);
  EXPECT_EQ(trace->stage(plan.tokens[0]).address, "batch.1.tokens");
  for (const auto& head : plan.heads) EXPECT_TRUE(trace->stage(head.front()).address.starts_with("batch.1."));
}

TEST(HandoutPlan, NamesWhatWasGeneratedAndWhichSentenceIsShown) {
  const app::Words& words = app::words(app::Language::kEnglish);
  const auto names = [&](const app::Document& document, const std::string& focus) {
    const auto trace = app::make_trace(document).value();
    std::vector<std::string> all;
    for (const TokenList& list : token_lists(words, document, *trace, plan_handout(words, *trace, focus))) {
      all.push_back(list.name);
      for (const std::string& label : list.labels) all.back() += " " + label;
    }
    return all;
  };
  app::Document document = transformer();
  document.generated = {"cat"};
  EXPECT_EQ(names(document, ""),
            (std::vector<std::string>{"Source (3) the cat sat", "Target (2) le chat", "Generated (1) cat"}));
  document.is_batch = true;
  document.text = "the cat\nthe dog";
  document.target = "le chat\nle chien";
  EXPECT_EQ(names(document, "batch.1.source.input"),
            (std::vector<std::string>{"Sentence 2 of 2 · Source (2) the dog", "Target (2) le chien"}));
}

TEST(SettingsWords, OfABatchSayThatPaddingIsHiddenInTheDecoderToo) {
  const app::Words& words = app::words(app::Language::kEnglish);
  app::Document document = transformer();
  document.config.mask_padding = true;
  EXPECT_THAT(look::settings_words(words, document), Not(Contains(HasSubstr("target’s padding"))));
  document.is_batch = true;
  EXPECT_THAT(look::settings_words(words, document), Contains(HasSubstr("target’s padding is hidden")));
}

// Three tokens; the pinned row is the second.
app::Document with_pinned_row() {
  app::Document document;
  document.text = "the cat sat";
  document.focus.stage = "encoder.0.self.head.1.weights";
  document.focus.pinned = {1, 0};
  return document;
}

TEST(WorkedRow, IsThePinnedRowWithTheTracesNumbers) {
  const app::Document document = with_pinned_row();
  const auto trace = app::make_trace(document).value();
  const app::Words& words = app::words(app::Language::kEnglish);
  const auto row =
      worked_row(*trace, plan_handout(words, *trace, document.focus.stage), document.focus, {.first = 1});
  ASSERT_TRUE(row.has_value());
  EXPECT_EQ(row->head, 1);
  EXPECT_EQ(row->query, "cat");
  EXPECT_EQ(row->keys, (std::vector<std::string>{"the", "cat", "sat"}));
  double total = 0;
  for (size_t key = 0; key < 3; ++key) {
    const auto weight =
        trace->at(trace->find("encoder.0.self.head.1.weights").value(), 1, static_cast<engine::Index>(key));
    EXPECT_NEAR(row->powers[key] / row->total, weight, 1e-5);
    EXPECT_EQ(row->weights[key], weight);
    total += row->powers[key];
  }
  EXPECT_NEAR(row->total, total, 1e-9);
  EXPECT_EQ(row->more, 0);
}

TEST(WorkedRow, HasItsHeadsLineWithTheNumbersOfItsLargestWeight) {
  const app::Document document = with_pinned_row();
  const auto trace = app::make_trace(document).value();
  const app::Words& words = app::words(app::Language::kEnglish);
  for (const engine::NotationInfo& info : engine::kNotations) {
    const auto row = worked_row(*trace, plan_handout(words, *trace, document.focus.stage), document.focus,
                                {.notation = info.notation});
    ASSERT_TRUE(row.has_value());
    const size_t largest = static_cast<size_t>(std::ranges::max_element(row->weights) - row->weights.begin());
    EXPECT_THAT(row->line.under, Contains(engine::fixed_number(row->weights[largest], 4)));
    EXPECT_EQ(row->line.result, "= " + engine::fixed_number(row->scores[largest], 2));
    EXPECT_EQ(row->line.under.size(), row->line.line.links.size());
  }
}

// A model with layers has little room: a pinned row takes that of the maps below the heads.
TEST(WorkedRow, ThatWasPinnedIsOnThePageOfAModelWithLayersToo) {
  app::Document document = transformer();
  document.config.off.clear();
  document.config.nudge.reset();
  document.focus.stage = "encoder.0.self.head.1.weights";
  const auto trace = app::make_trace(document).value();
  const auto has_row = [&] {
    // "number by number" of the row's title, in the page's own text.
    const std::string path = (std::filesystem::temp_directory_path() / "headlight_pinned_row.pdf").string();
    EXPECT_TRUE(export_handout(document, *trace, {}, path).ok());
    FILE* pipe = ::popen(("pdftotext '" + path + "' -").c_str(), "r");
    std::string text(20'000, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), pipe));
    ::pclose(pipe);
    std::filesystem::remove(path);
    return text.find("number by number") != std::string::npos;
  };
  if (std::system("command -v pdftotext >/dev/null") != 0) GTEST_SKIP() << "pdftotext is not installed";
  EXPECT_FALSE(has_row()) << "the heads have no room above one that nobody asked for";
  document.focus.pinned = {1, 0};
  EXPECT_TRUE(has_row());
}

TEST(WorkedRow, OfALongRowKeepsTheHeaviestKeysAndSaysWhatIsLeft) {
  app::Document document;
  document.text.clear();
  for (int i = 0; i < 20; ++i) document.text += "word" + std::to_string(i) + " ";
  const auto trace = app::make_trace(document).value();
  const app::Words& words = app::words(app::Language::kEnglish);
  const auto row = worked_row(*trace, plan_handout(words, *trace, ""), {}, {.first = 1});
  ASSERT_TRUE(row.has_value());
  EXPECT_EQ(row->keys.size() + static_cast<size_t>(row->more), 20U);
  double weights = row->more_weight;
  for (const double weight : row->weights) weights += weight;
  EXPECT_NEAR(weights, 1, 1e-5);
}

TEST(WorkedRow, WithBlanksHidesWhatCanBeComputed) {
  const app::Document document = with_pinned_row();
  const auto trace = app::make_trace(document).value();
  const std::string full = draw_handout(document, *trace, {}).value();
  const std::string blank = draw_handout(document, *trace, {.handout_blanks = true}).value();
  EXPECT_TRUE(full != blank);
}

TEST(WorkedRow, LeavesNoHeadOutUnlessBlanksAreAskedFor) {
  if (std::system("command -v pdftotext >/dev/null") != 0) GTEST_SKIP() << "pdftotext is not installed";
  const std::string path = (std::filesystem::temp_directory_path() / "headlight_row.pdf").string();
  const auto text_of = [&](const app::Document& document, bool blanks) {
    const auto trace = app::make_trace(document).value();
    EXPECT_TRUE(export_handout(document, *trace, {.handout_blanks = blanks}, path).ok());
    FILE* pipe = ::popen(("pdftotext -layout '" + path + "' -").c_str(), "r");
    std::string text(20'000, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), pipe));
    ::pclose(pipe);
    return text;
  };
  const std::string alone = text_of(with_pinned_row(), false);
  EXPECT_THAT(alone, HasSubstr("what “cat” reads (Head 2)"));
  EXPECT_THAT(alone, HasSubstr("softmax"));
  EXPECT_THAT(alone, HasSubstr("score − largest"));
  EXPECT_THAT(alone, Not(HasSubstr("^"))) << "a power is raised";
  EXPECT_THAT(alone, Not(HasSubstr("left out")));
  EXPECT_THAT(alone, Not(HasSubstr("d_model 64")));
  EXPECT_THAT(text_of(with_pinned_row(), true), HasSubstr("Fill in"));
  EXPECT_THAT(text_of(transformer(), false), Not(HasSubstr("left out")));
  EXPECT_THAT(text_of(transformer(), true), HasSubstr("Fill in"));
  std::filesystem::remove(path);
}

TEST(Handout, IsOnePageForModelsWithLayers) {
  app::Document one = transformer();
  one.config.architecture = engine::Architecture::kDecoder;
  one.config.off.clear();
  app::Document batch = transformer();
  batch.is_batch = true;
  for (const app::Document& document : {transformer(), one, batch}) {
    const auto trace = app::make_trace(document).value();
    EXPECT_THAT(draw_handout(document, *trace, {}).value(), HasSubstr("/Count 1"));
  }
}

TEST(Handout, IsOnePageForOneTokenAndForManyHeads) {
  app::Document small;
  small.text = "hello";
  app::Document large;
  static_cast<engine::ModelShape&>(large.config) = {
      .model = engine::ModelKind::kSeeded, .d_model = 256, .n_heads = 32, .d_k = 8, .d_v = 8};
  large.text = std::string(3000, 'x') + " 我，不想延畢";
  for (const app::Document& document : {small, large}) {
    const auto trace = app::make_trace(document).value();
    const std::string first = draw_handout(document, *trace, {}).value();
    EXPECT_THAT(first, HasSubstr("/Count 1"));
    EXPECT_EQ(first, draw_handout(document, *trace, {}).value()) << "the same document makes the same bytes";
  }
}

}  // namespace
}  // namespace exporter
