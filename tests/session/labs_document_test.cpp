// Labs are a part of a document's line, and of its history.
#include <gtest/gtest.h>

#include "app/document/document_line.h"
#include "app/document/labs/labs.h"
#include "app/session/history_words.h"
#include "app/session/session.h"
#include "app/session/steps.h"
#include "engine/labs/labs.h"

namespace app {
namespace {

Document with_lab() {
  Document document;
  engine::positions_lab_of(document.config) = {
      .is_on = true, .d_model = 32, .base = 50, .length = 12, .first = 1, .second = 2};
  document.labs.positions = {
      .shown = "circles", .is_worked = true, .pair = 3, .position = 4, .offset = 5, .moved = "cat the"};
  document.config.positions = engine::PositionKind::kGrid;
  document.config.grid = 3;
  return document;
}

TEST(LabsOfADocument, ComeBackFromItsLine) {
  const Document document = with_lab();
  const auto read = from_line(to_line(document));
  ASSERT_TRUE(read.ok()) << read.error().key;
  EXPECT_EQ(*read, document);
  EXPECT_EQ(to_line(*read), to_line(document));
}

TEST(LabsOfADocument, AreNotWrittenWhereTheyAreAsUsual) {
  EXPECT_EQ(to_line(Document{}).find("lab"), std::string::npos);
}

TEST(LabsOfADocument, WhatMakesNoSenseIsRefused) {
  const auto key = [](const std::string& lab) {
    const auto read = from_line(R"({"headlight":1,"lab_positions":)" + lab + "}");
    return read ? "" : read.error().key;
  };
  EXPECT_EQ(key("{}"), "");
  EXPECT_EQ(key("[]"), "error.session_field");
  EXPECT_EQ(key(R"({"page":"tables"})"), "error.session_field");
  EXPECT_EQ(key(R"({"pair":-1})"), "error.session_field");
  EXPECT_EQ(key(R"({"offset":99999})"), "error.session_field");
  EXPECT_EQ(key(R"({"offset":0})"), "error.session_field");
  EXPECT_EQ(key(R"({"length":0})"), "error.size");
  EXPECT_EQ(key(R"({"length":100000})"), "error.size");
  EXPECT_EQ(key(R"({"base":0})"), "error.base");
  EXPECT_EQ(key(R"({"first":16384})"), "error.lab_position");
}

TEST(LabsOfADocument, TheOneInTheMiddleIsOn) {
  const auto read = from_line(R"({"headlight":1,"view":"positions"})");
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(engine::positions_lab_of(read->config).is_on);
}

TEST(LabsOfADocument, ItsPagesAreNoOtherRun) {
  Document other = with_lab();
  other.labs.positions.shown = "order";
  EXPECT_TRUE(same_run(with_lab(), other));
  engine::positions_lab_of(other.config).first = 3;
  EXPECT_FALSE(same_run(with_lab(), other));
}

TEST(LabStages, HaveAPlaceAfterTheModelInTheWalk) {
  Session session({with_lab(), {}});
  session.settle();
  ASSERT_TRUE(session.trace());
  const auto steps = walk(*session.trace(), 0);
  ASSERT_FALSE(steps.empty());
  EXPECT_EQ(steps.back().group, StepGroup::kLab);
  const auto groups = groups_of(steps);
  EXPECT_EQ(session.trace()->stage(steps[groups.back()].stage).address, "lab.positions.table");
  EXPECT_EQ(engine::kind_of("lab.positions.first.unit").name(), "lab_positions_first_unit");
  EXPECT_EQ(engine::kind_of("lab.some.stack.2.output").name(), "lab_some_stack_output");
}

TEST(LabStages, HaveWordsInEveryLanguage) {
  Session session({with_lab(), {}});
  session.settle();
  ASSERT_TRUE(session.trace());
  for (const LanguageInfo& language : languages()) {
    const Words& tr = words(language.language);
    for (const engine::Stage& stage : session.trace()->stages()) {
      for (const char* part : {"stage.", "title.", "why."}) {
        const std::string key = part + kind_name(stage);
        EXPECT_NE(tr(key), key) << stage.address << " in " << language.name;
      }
    }
  }
}

TEST(LabsOfADocument, TheirChangesHaveNames) {
  const auto name = [](const std::function<void(Document&)>& change) {
    State before{with_lab(), {}};
    State after = before;
    change(after.document);
    return describe_change(words(Language::kEnglish), before, after);
  };
  EXPECT_EQ(name([](Document& d) { engine::positions_lab_of(d.config).second = 7; }),
            "Second position: 2 → 7");
  EXPECT_EQ(name([](Document& d) { engine::positions_lab_of(d.config).base = 100; }), "Base: 50 → 100");
  EXPECT_EQ(name([](Document& d) { d.labs.positions.shown = "table"; }), "Positions: Circles → Table");
}

}  // namespace
}  // namespace app
