// One page holds a whole run, and opens it again.
#include "app/export/handout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/export/settings_words.h"

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
  const auto lines = session_command(document, 118);
  EXPECT_GT(lines.size(), 2U);
  const std::string line = argument_of(lines, "\n");
  EXPECT_EQ(line.find('\''), std::string::npos);
  EXPECT_EQ(app::from_line(line).value(), document);
}

TEST(SessionCommand, ALongTextOpensTheSameDocumentOnceJoined) {
  app::Document document;
  for (int i = 0; i < 60; ++i) document.text += "don't 想 \\ \"x\" ";
  const auto lines = session_command(document, 118);
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
  const auto phrases = settings_words(words, document);
  EXPECT_THAT(phrases, Contains("temperature 0.5"));
  EXPECT_THAT(phrases, Contains("scores not scaled"));
  EXPECT_THAT(phrases, Contains(HasSubstr("causal mask")));
  EXPECT_THAT(phrases, Not(Contains(HasSubstr("handout."))));
}

TEST(Handout, IsOnePageForOneTokenAndForManyHeads) {
  app::Document small;
  small.text = "hello";
  app::Document large;
  large.config = {.model = engine::ModelKind::kSeeded, .d_model = 256, .n_heads = 32, .d_k = 8, .d_v = 8};
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
