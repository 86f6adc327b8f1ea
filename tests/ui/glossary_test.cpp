// The glossary and the pages in the window: looked up, gone to, read.
#include "app/pages/glossary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/document/labs/labs.h"
#include "app/lessons/shelf.h"
#include "app/pages/page.h"
#include "app/views/actions/palette.h"
#include "app/views/core/action.h"
#include "app/views/core/view.h"
#include "app/views/pages/page_figures.h"
#include "app/views/pages/term_place.h"
#include "driver.h"
#include "engine/core/letters.h"
#include "engine/labs/labs.h"
#include "tests/ui/drawn_text.h"
#include "tests/ui/states.h"

namespace app {
namespace {

using testing::Contains;

State in_language(State state, Language language) {
  state.preferences.language = language;
  return state;
}

std::string first_entry(Driver& driver, std::string_view typed) {
  const auto entries = views::find_entries(driver.view(), typed);
  return entries.empty() ? "" : entries.front().id;
}

TEST(GlossaryInPalette, FindsEveryNameOfEveryTermFirstInEachLanguage) {
  for (const LanguageInfo& row : languages()) {
    Driver driver(in_language(example(0), row.language));
    for (const Term& term : glossary()) {
      std::vector<std::string> names(term.names.begin(), term.names.end());
      names.insert(names.end(), term.also.begin(), term.also.end());
      for (const std::string& name : names)
        EXPECT_EQ(first_entry(driver, name), "term " + term.id)
            << row.code << ": " << name << ", assets/glossary/terms.txt:" << term.line;
    }
  }
}

TEST(GlossaryInPalette, FindsThemInSmallLettersWithoutHyphens) {
  Driver driver(example(0));
  for (const auto& [typed, id] :
       {std::pair("cnn", "convolution"), std::pair("rnn", "recurrent-network"),
        std::pair("lstm", "recurrent-network"), std::pair("bert", "bert"), std::pair("gpt", "gpt"),
        std::pair("Softmax", "softmax"), std::pair("receptive field", "receptive-field"),
        std::pair("pre ln", "pre-ln"), std::pair("o(n2)", "complexity"), std::pair("複雜度", "complexity"),
        std::pair("learned positions", "learned-positions"), std::pair("dall-e", "dall-e")})
    EXPECT_EQ(first_entry(driver, typed), std::string("term ") + id) << typed;
}

// A step of a term's way names something that there is.
bool names_something(const PlaceStep& step, const engine::Trace& trace) {
  switch (step.kind) {
    case PlaceStep::Kind::kStage:
      return trace.find(step.name).has_value() || step.name.find('.') != std::string::npos ||
             !engine::letter_of_kind(engine::StageKind::named(step.name), engine::Notation::kPaper).empty();
    case PlaceStep::Kind::kView: {
      const LabRow* const lab = lab_named(step.name);
      return std::ranges::find(views::central_views(), step.name, &views::View::name) !=
                 views::central_views().end() &&
             (step.page.empty() || lab == nullptr ||
              words(Language::kEnglish).all().contains(std::string(lab->page_words) + step.page));
    }
    case PlaceStep::Kind::kAction:
      return views::find_action(step.name) != nullptr;
    case PlaceStep::Kind::kExample:
      return std::ranges::find(examples(), step.name, &Example::key) != examples().end();
    case PlaceStep::Kind::kPage:
      return !page_file(Language::kEnglish, step.name).empty();
  }
  return false;
}

TEST(GlossaryPlaces, NameWhatThereIs) {
  Driver driver(example(0));
  for (const Term& term : glossary()) {
    for (const auto* const steps : {&term.go, &term.otherwise}) {
      for (const PlaceStep& step : *steps)
        EXPECT_TRUE(names_something(step, *driver.session().trace()))
            << "assets/glossary/terms.txt:" << term.line << ": " << step.name;
    }
  }
}

// What the window shows after a term's way: its last step.
void expect_arrived(Driver& driver, const Term& term, const PlaceStep& last) {
  const Document& document = driver.document();
  const std::string where = "assets/glossary/terms.txt:" + std::to_string(term.line) + " " + term.id;
  if (last.kind == PlaceStep::Kind::kStage) {
    EXPECT_EQ(document.focus.view, "stage") << where;
    const auto stage = driver.session().trace()->find(document.focus.stage);
    ASSERT_TRUE(stage.has_value()) << where << ": " << document.focus.stage;
    const engine::StageKind kind = driver.session().trace()->stage(*stage).kind;
    EXPECT_TRUE(document.focus.stage == last.name || kind == engine::StageKind::named(last.name)) << where;
  }
  if (last.kind == PlaceStep::Kind::kView) {
    EXPECT_EQ(document.focus.view, last.name) << where;
    if (const LabRow* const lab = lab_named(last.name); lab != nullptr && !last.page.empty()) {
      LabPages lab_pages = document.labs;
      engine::Labs labs = engine::labs_of(document.config);
      EXPECT_EQ(lab->page(labs, lab_pages), last.page) << where;
    }
    if (last.name == "experiments" && !last.page.empty()) {
      EXPECT_EQ(driver.session().desk().experiment.shown, last.page) << where;
    }
  }
  if (last.kind == PlaceStep::Kind::kPage) {
    EXPECT_EQ(driver.session().desk().reading.page, last.name) << where;
  }
}

void go_in(Driver& driver, const Term& term) {
  const bool is_possible = !views::needs_other_model(driver.view(), term);
  const auto& steps = is_possible ? term.go : term.otherwise;
  views::go_to_term(driver.view(), term);
  driver.frames(2);
  driver.session().settle();
  driver.frames(2);
  expect_arrived(driver, term, steps.back());
}

TEST(GlossaryPlaces, AreReachedFromAttentionAloneAndFromATrainedModel) {
  for (const bool is_trained : {false, true}) {
    const State state = is_trained ? State{first_document(Language::kEnglish), {}} : example(0);
    for (const Term& term : glossary()) {
      if (term.go.empty()) continue;
      Driver driver(state, {1280, 720});
      if (!views::has_place(driver.view(), term)) continue;
      go_in(driver, term);
    }
  }
}

TEST(GlossaryPlaces, BringTheModelThatTheyNeed) {
  Driver driver(example(0));
  const Term& learned = *find_term("learned-positions");
  EXPECT_TRUE(views::needs_other_model(driver.view(), learned));
  views::go_to_term(driver.view(), learned);
  driver.frames(3);
  EXPECT_EQ(driver.document().config.model, engine::ModelKind::kSeeded);
  EXPECT_EQ(driver.document().config.positions, engine::PositionKind::kLearned);
  views::go_to_term(driver.view(), *find_term("pre-ln"));
  driver.frames(3);
  driver.session().settle();
  driver.frames(2);
  EXPECT_TRUE(driver.document().config.has_layers());
  EXPECT_EQ(driver.document().config.norm, engine::NormOrder::kPre);
}

TEST(GlossarySheet, OpensByF2FindsByTypingAndGoesThereByEnter) {
  Driver driver(example(0));
  driver.press(ImGuiKey_F2);
  driver.frames(2);
  EXPECT_TRUE(driver.shows("##glossary"));
  driver.type("感受野");
  driver.frames(2);
  EXPECT_TRUE(driver.shows("term receptive-field"));
  EXPECT_FALSE(driver.shows("term softmax"));
  driver.press(ImGuiKey_Enter);
  driver.frames(3);
  EXPECT_EQ(driver.session().desk().panel, "");
  EXPECT_EQ(driver.document().focus.view, "relatives");
}

TEST(GlossarySheet, ArrowsChooseAClickChoosesAndEscCloses) {
  Driver driver(example(0));
  driver.press(ImGuiKey_F2);
  driver.frames(2);
  driver.type("mask");
  driver.frames(2);
  driver.press(ImGuiKey_DownArrow);
  driver.frames(2);
  EXPECT_NE(driver.session().desk().reading.term, "");
  driver.click("term causal-mask");
  driver.frames(2);
  EXPECT_EQ(driver.session().desk().reading.term, "causal-mask");
  driver.press(ImGuiKey_Escape);
  driver.frames(2);
  EXPECT_EQ(driver.session().desk().panel, "");
  EXPECT_FALSE(driver.document().config.causal);
}

TEST(GlossarySheet, OpensALesson) {
  Driver driver(example(0));
  views::find_entries(driver.view(), "softmax");
  driver.view().requests.arrange([](Desk& desk) {
    desk.panel = "glossary";
    desk.reading.term = "softmax";
  });
  driver.frames(3);
  driver.click("Lesson 4##glossary lesson 4");
  driver.frames(2);
  EXPECT_EQ(driver.session().desk().lesson.id, "why-scale");
  EXPECT_EQ(driver.session().desk().panel, "");
}

TEST(LessonProse, PointsToTermsAndAClickLooksThemUp) {
  Driver driver(example(0));
  driver.click("Lessons##lessons");
  const Lesson& lesson = *find_lesson(Language::kEnglish, "why-scale");
  driver.click(std::to_string(lesson.number) + "  " + lesson.title + "##lesson " + lesson.id);
  driver.frames(3);
  std::string link;
  for (const auto& [label, item] : driver.items()) {
    if (label.starts_with("link term:score ")) link = label;
  }
  ASSERT_NE(link, "");
  driver.click(link);
  driver.frames(3);
  EXPECT_EQ(driver.session().desk().panel, "glossary");
  EXPECT_EQ(driver.session().desk().reading.term, "score");
}

std::string link_to(const Driver& driver, std::string_view target) {
  for (const auto& [label, item] : driver.items()) {
    if (label.starts_with(std::string("link ").append(target).append(" "))) return label;
  }
  return "";
}

TEST(Pages, OpenFromTheMenuAndAYearOpensItsLesson) {
  Driver driver(example(0));
  driver.click("Help##help");
  driver.frames(2);
  driver.click("History of attention");
  driver.frames(3);
  EXPECT_EQ(driver.session().desk().reading.page, "history");
  driver.click(link_to(driver, "lesson:1"));
  driver.frames(2);
  EXPECT_EQ(driver.session().desk().lesson.id, "weight");
  EXPECT_EQ(driver.session().desk().panel, "");
}

TEST(Pages, LeadToEachOtherAndEscCloses) {
  Driver driver(example(0));
  const auto entries = views::find_entries(driver.view(), "how the models grew");
  ASSERT_FALSE(entries.empty());
  entries.front().run(driver.view());
  driver.frames(3);
  EXPECT_EQ(driver.session().desk().reading.page, "grew");
  driver.click("Why it won##page won");
  driver.frames(2);
  EXPECT_EQ(driver.session().desk().reading.page, "won");
  driver.click("Glossary##page glossary");
  driver.frames(3);
  EXPECT_TRUE(driver.shows("##glossary"));
  driver.press(ImGuiKey_Escape);
  driver.frames(2);
  EXPECT_EQ(driver.session().desk().panel, "");
}

TEST(Pages, AClickCopiesAnAddress) {
  Driver driver(example(0));
  driver.view().requests.arrange([](Desk& desk) {
    desk.panel = "page";
    desk.reading.page = "reading";
  });
  driver.frames(3);
  std::string copied;
  driver.serve([&](const Requests& requests) {
    for (const auto& copy : requests.of<request::CopyText>()) copied = copy.text;
  });
  driver.click(link_to(driver, "https://arxiv.org/abs/1409.3215"));
  driver.frames(2);
  EXPECT_EQ(copied, "https://arxiv.org/abs/1409.3215");
}

TEST(Pages, TheManualNamesKeysThatDoSomething) {
  std::set<std::string> keys = {"Shift", "Ctrl", "+", "−", "0"};
  for (const views::Action& action : views::actions()) {
    for (const views::Chord& chord : action.chords) keys.insert(views::chord_name(chord));
  }
  for (const ProseBlock& block : *read_page(Language::kEnglish, "manual")) {
    for (const ProseSpan& span : block.spans) {
      if (span.is_strong) {
        EXPECT_TRUE(keys.contains(span.text)) << "assets/pages/en/manual.md: " << span.text;
      }
    }
  }
}

TEST(Pages, TellSizesAsTheyAreAndAsTheyAreCounted) {
  Driver driver(example(0));
  driver.view().requests.arrange([](Desk& desk) {
    desk.panel = "page";
    desk.reading.page = "grew";
  });
  driver.frames(3);
  std::vector<std::string> texts;
  for (const DrawnText& text : drawn_frame().texts) texts.push_back(text.text);
  for (const char* const cell : {"6 + 6", "12288", "1.54 B", "1.56 B", "38.7 B"}) {
    std::string wanted(cell);
    std::erase(wanted, ' ');
    const auto is_it = [&](std::string text) {
      std::erase(text, ' ');
      return text == wanted;
    };
    EXPECT_TRUE(std::ranges::any_of(texts, is_it)) << cell;
  }
}

TEST(Pages, HaveTheFiguresThatTheyName) {
  int figures = 0;
  for (const PageRow& page : pages()) {
    for (const ProseBlock& block : *read_page(Language::kEnglish, page.name)) {
      const std::string_view figure = figure_of(block);
      if (figure.empty()) continue;
      EXPECT_TRUE(views::is_figure(figure)) << page.name << ": " << figure;
      ++figures;
    }
  }
  EXPECT_EQ(figures, 2);
}

}  // namespace
}  // namespace app
