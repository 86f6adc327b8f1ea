// What a lesson's file says, and every way in which it may be wrong, by line.
#include "app/lessons/lesson_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "app/lessons/lesson_check.h"

namespace app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kHead =
    "---\nid: small\ntitle: A small one\nrows: 24, 23\nnumber: 4\nminutes: 6\n---\n";

std::string with_head(std::string_view steps) {
  return std::string(kHead).append(steps);
}

// "LINE error.key" of each fault.
std::vector<std::string> faults_of(std::string_view file) {
  std::vector<std::string> all;
  for (const LessonFault& fault : read_lesson(file).faults)
    all.push_back(std::to_string(fault.line) + " " + fault.error.key);
  return all;
}

TEST(LessonReader, TakesHeadAndSteps) {
  const ReadLesson read = read_lesson(with_head(
      "session: {\"headlight\":1,\"text\":\"a b c\"}\nlook: encoder.0.self.head.1.weights\npin: 1,2\nview: "
      "bars\n"
      "\nFirst.\n\n---\nset: {\"scale\":false,\"text\":\"d e\"}\ntoken: 1\n\nSecond\n\nand third.\n"));
  EXPECT_THAT(read.faults, IsEmpty());
  const Lesson& lesson = read.lesson;
  EXPECT_EQ(lesson.id, "small");
  EXPECT_EQ(lesson.title, "A small one");
  EXPECT_EQ(lesson.number, 4);
  EXPECT_EQ(lesson.minutes, 6);
  EXPECT_THAT(lesson.rows, ElementsAre(23, 24));
  ASSERT_EQ(lesson.steps.size(), 2u);
  const LessonStep& first = lesson.steps.at(0);
  EXPECT_EQ(first.prose, "First.");
  EXPECT_EQ(first.line, 8);
  EXPECT_EQ(first.prose_line, 13);
  EXPECT_EQ(first.document.text, "a b c");
  EXPECT_EQ(first.document.focus.stage, "encoder.0.self.head.1.weights");
  EXPECT_EQ(first.document.focus.view, "bars");
  EXPECT_EQ(first.document.focus.pinned, (std::pair<engine::Index, engine::Index>(1, 2)));
  EXPECT_TRUE(first.document.config.scale);
  const LessonStep& second = lesson.steps.at(1);
  EXPECT_EQ(second.prose, "Second\n\nand third.");
  EXPECT_EQ(second.document.text, "d e");
  EXPECT_FALSE(second.document.config.scale);
  EXPECT_EQ(second.document.focus.token, 1);
}

TEST(LessonReader, OpensAModelOfTheBox) {
  const ReadLesson read = read_lesson(with_head("model: who\nset: {\"text\":\"it was tired\"}\n\nOne.\n"));
  ASSERT_THAT(read.faults, IsEmpty());
  const Document& document = read.lesson.steps.front().document;
  EXPECT_EQ(document.config.checkpoint, "who");
  EXPECT_EQ(document.text, "it was tired");
  EXPECT_TRUE(make_trace(document).ok());
}

TEST(LessonReader, ABarInCodeEndsNoStep) {
  const ReadLesson read = read_lesson(with_head("\n```\na\n---\nb\n```\n\n---\n\nSecond.\n"));
  EXPECT_THAT(read.faults, IsEmpty());
  ASSERT_EQ(read.lesson.steps.size(), 2u);
  EXPECT_EQ(read.lesson.steps.front().prose, "```\na\n---\nb\n```");
}

TEST(LessonReader, ReadsLinesThatEndAsWindowsEndsThem) {
  std::string file = with_head("look: encoder.0.self.head.0.scores\n\nOne.\n---\n\nTwo.\n");
  for (size_t at = 0; (at = file.find('\n', at)) != std::string::npos; at += 2) file.insert(at, "\r");
  const ReadLesson read = read_lesson("\xEF\xBB\xBF" + file);
  EXPECT_THAT(read.faults, IsEmpty());
  ASSERT_EQ(read.lesson.steps.size(), 2u);
  EXPECT_EQ(read.lesson.steps.front().document.focus.stage, "encoder.0.self.head.0.scores");
}

TEST(LessonReader, TakesQuestions) {
  const ReadLesson read = read_lesson(with_head(
      "ask: choice\nreveal: So it is.\n\nWhich?\n\n- [ ] One\n  Too few,\n  by far.\n- [x] Two\n"
      "---\nask: number\nanswer: 1 + 1\nwrong: 3: One too many.\nwrong: 1: One: too few.\n\nHow many?\n"
      "---\nask: order\n\nSort.\n\n1. a\n2. b\n"));
  ASSERT_THAT(read.faults, IsEmpty());
  const Question& choice = read.lesson.steps.at(0).question.value();
  EXPECT_EQ(choice.kind, Ask::kChoice);
  EXPECT_EQ(read.lesson.steps.at(0).prose, "Which?");
  ASSERT_EQ(choice.choices.size(), 2u);
  EXPECT_EQ(choice.choices.at(0).why, "Too few, by far.");
  EXPECT_FALSE(choice.choices.at(0).is_right);
  EXPECT_EQ(choice.choices.at(1).text, "Two");
  EXPECT_TRUE(choice.choices.at(1).is_right);
  const Question& number = read.lesson.steps.at(1).question.value();
  EXPECT_EQ(number.answer, "1 + 1");
  ASSERT_EQ(number.mistakes.size(), 2u);
  EXPECT_EQ(number.mistakes.at(1).text, "One: too few.");
  EXPECT_EQ(read.lesson.steps.at(2).question.value().choices.size(), 2u);
}

TEST(LessonReader, LeavesTheWindowAsItIsUntilAStepSetsSomethingUp) {
  const ReadLesson read =
      read_lesson(with_head("point: rail\n\nOne.\n---\n\nTwo.\n---\nlook: input\nplay: "
                            "film\n\nThree.\n---\nplay: fold\n\nFour.\n---\nplay: "
                            "figures\n\nFive.\n"));
  ASSERT_THAT(read.faults, IsEmpty());
  const auto& steps = read.lesson.steps;
  EXPECT_EQ(steps.at(0).point, "rail");
  EXPECT_FALSE(steps.at(0).sets_up);
  EXPECT_FALSE(steps.at(1).sets_up);
  EXPECT_TRUE(steps.at(2).sets_up);
  EXPECT_EQ(steps.at(2).motion, StepMotion::kFilm);
  EXPECT_TRUE(steps.at(3).sets_up);
  EXPECT_EQ(steps.at(3).motion, StepMotion::kFold);
  EXPECT_EQ(steps.at(4).motion, StepMotion::kFigures);
  EXPECT_TRUE(read_lesson(with_head("\n{rows input} rows.\n")).lesson.steps.front().sets_up);
  EXPECT_TRUE(read_lesson(with_head("ask: number\nanswer: 1\n\nOne?\n")).lesson.steps.front().sets_up);
}

TEST(LessonReader, NamesEveryFaultAndItsLine) {
  EXPECT_THAT(faults_of(""), ElementsAre("1 error.lesson_head"));
  EXPECT_THAT(faults_of("# A lesson\n"), ElementsAre("1 error.lesson_head"));
  EXPECT_THAT(faults_of("---\nid: a\ntitle: b\n"), ElementsAre("4 error.lesson_head_end"));
  EXPECT_THAT(faults_of("---\n---\n\nOne.\n"),
              ElementsAre("2 error.lesson_field_missing", "2 error.lesson_field_missing"));
  EXPECT_THAT(faults_of("---\nid: a\ntitle: b\n---\n"), ElementsAre("2 error.lesson_no_steps"));
  EXPECT_THAT(faults_of("---\nlesson: 2\nid: a\ntitle: b\n---\n\nOne.\n"),
              ElementsAre("2 error.lesson_version"));
  EXPECT_THAT(faults_of("---\nid: 12\ntitle: b\nrows: 97\nminutes: x\n---\n\nOne.\n"),
              ElementsAre("2 error.lesson_id", "4 error.lesson_number", "5 error.lesson_number",
                          "2 error.lesson_field_missing"));
  EXPECT_THAT(faults_of(with_head("vieuw: bars\n\nOne.\n")), ElementsAre("8 error.lesson_field"));
  EXPECT_THAT(faults_of(with_head("view: bars\nview: lines\n\nOne.\n")),
              ElementsAre("9 error.lesson_field_twice"));
  EXPECT_THAT(faults_of(with_head("session: {\"headlight\":1,\n\nOne.\n")),
              ElementsAre("8 error.session_cut"));
  EXPECT_THAT(faults_of(with_head("set: {\"heads\":\"four\"}\n\nOne.\n")),
              ElementsAre("8 error.session_field"));
  EXPECT_THAT(faults_of(with_head("model: nobody\n\nOne.\n")), testing::SizeIs(1));
  EXPECT_THAT(faults_of(with_head("pin: 1\ntoken: two\n\nOne.\n")),
              ElementsAre("8 error.lesson_cells", "9 error.lesson_number"));
  EXPECT_THAT(faults_of(with_head("play: drums\n\nOne.\n")), ElementsAre("8 error.lesson_play"));
  EXPECT_THAT(faults_of(with_head("ask: guess\n\nOne.\n")), ElementsAre("8 error.lesson_ask"));
  EXPECT_THAT(faults_of(with_head("ask: number\n\nOne.\n")), ElementsAre("8 error.lesson_answer_missing"));
  EXPECT_THAT(faults_of(with_head("answer: 1\n\nOne.\n")), ElementsAre("8 error.lesson_without_ask"));
  EXPECT_THAT(faults_of(with_head("ask: choice\n\nOne.\n")), ElementsAre("8 error.lesson_choices"));
  EXPECT_THAT(faults_of(with_head("ask: choice\n\nOne.\n- [x] a\n- [x] b\n")),
              ElementsAre("8 error.lesson_right_choices"));
  EXPECT_THAT(faults_of(with_head("ask: order\n\nOne.\n1. a\n")), ElementsAre("8 error.lesson_order"));
  EXPECT_THAT(faults_of(with_head("ask: number\nanswer: 1\nwrong: 2\n\nOne.\n")),
              ElementsAre("10 error.lesson_wrong"));
  EXPECT_THAT(faults_of(with_head("ask: choice\nanswer: 2\n\nOne.\n- [x] a\n- [ ] b\n")),
              ElementsAre("9 error.lesson_unused"));
  EXPECT_THAT(faults_of(with_head("ask: shape\nanswer: 2 x 2\nwrong: 3: No.\n\nOne.\n")),
              ElementsAre("10 error.lesson_unused"));
  EXPECT_THAT(faults_of(with_head("\n```\none\n---\n\nTwo.\n")), ElementsAre("9 error.lesson_fence"));
  EXPECT_THAT(faults_of(with_head("\nOne.\xFF\n")), ElementsAre("9 error.invalid_utf8"));
  EXPECT_THAT(faults_of(std::string(kLargestLesson + 1, 'a')), ElementsAre("1 error.lesson_large"));
  std::string many(kHead);
  for (size_t i = 0; i <= kMostLessonSteps; ++i) many += "\nOne.\n---\n";
  EXPECT_THAT(faults_of(many), ElementsAre("609 error.lesson_many_steps"));
}

// "LINE error.key" of what the check finds in a lesson without a fault of form.
std::vector<std::string> checked(std::string_view steps) {
  const ReadLesson read = read_lesson(with_head(steps));
  EXPECT_THAT(read.faults, IsEmpty());
  const WindowNames names = {{"stage", "bars", "model"}, {"card", "rail"}};
  std::vector<std::string> all;
  for (const LessonFault& fault : check_lesson(read.lesson, names))
    all.push_back(std::to_string(fault.line) + " " + fault.error.key);
  return all;
}

TEST(LessonCheck, OpensEveryStepAndWorksOutEveryNumber) {
  EXPECT_THAT(checked("pin: 1,2\n\nIt is {value encoder.0.self.head.0.weights 1,2}.\n"), IsEmpty());
  EXPECT_THAT(checked("look: encoder.7.self.head.0.weights\n\nOne.\n"), ElementsAre("8 error.unknown_stage"));
  EXPECT_THAT(checked("view: lines\n\nOne.\n"), ElementsAre("8 error.lesson_view"));
  EXPECT_THAT(checked("point: roof\n\nOne.\n"), ElementsAre("8 error.lesson_point"));
  EXPECT_THAT(checked("point: rail\n\nOne.\n"), IsEmpty());
  EXPECT_THAT(checked("view: model\nplay: figures\n\nOne.\n"), IsEmpty());
  EXPECT_THAT(checked("play: figures\n\nOne.\n"), ElementsAre("8 error.lesson_figures")) << "another view";
  EXPECT_THAT(checked("look: input\nview: model\nplay: figures\n\nOne.\n"),
              ElementsAre("10 error.lesson_figures"))
      << "no attention";
  EXPECT_THAT(checked("pin: 1,9\n\nOne.\n"), ElementsAre("8 error.cell_range"));
  EXPECT_THAT(checked("token: 9\n\nOne.\n"), ElementsAre("8 error.lesson_token"));
  EXPECT_THAT(checked("view: stage\n\nIt is {value encoder.0.self.head.0.weights 9,0}.\n"),
              ElementsAre("10 error.cell_range"));
  EXPECT_THAT(checked("view: stage\n"), ElementsAre("9 error.lesson_no_prose"));
  std::string long_prose;
  for (int i = 0; i <= kMostProseWords; ++i) long_prose += "word ";
  EXPECT_THAT(checked("\n" + long_prose + "\n"), ElementsAre("9 error.lesson_long"));
  EXPECT_THAT(checked("set: {\"text\":\"\"}\n\nOne.\n"), testing::SizeIs(1));
}

TEST(LessonCheck, AnswersQuestions) {
  EXPECT_THAT(
      checked("ask: number\nanswer: rows encoder.0.self.head.0.weights * 2\nwrong: 4: Once.\n\nTwice?\n"),
      IsEmpty());
  EXPECT_THAT(checked("ask: number\nanswer: 2 +\n\nHow many?\n"),
              ElementsAre("9 error.lesson_expression_ends"));
  EXPECT_THAT(checked("ask: number\nanswer: 100.5\nwrong: 102: Near.\n\nHow many?\n"),
              ElementsAre("10 error.lesson_same_number"));
  const std::string cell = "cover: encoder.0.self.head.0.weights\nask: cell\n";
  EXPECT_THAT(checked(cell + "answer: largest encoder.0.self.head.0.weights 1\n\nWhich?\n"), IsEmpty());
  EXPECT_THAT(checked(cell + "answer: 7,7\n\nWhich?\n"), ElementsAre("10 error.cell_range"));
  EXPECT_THAT(checked(cell + "answer: here\n\nWhich?\n"), ElementsAre("10 error.lesson_cells"));
  EXPECT_THAT(checked("ask: cell\nanswer: 1,1\n\nWhich?\n"), ElementsAre("8 error.lesson_cell_cover"));
  EXPECT_THAT(checked("ask: shape\nanswer: shape encoder.0.self.head.0.q\n\nWhich?\n"), IsEmpty());
  EXPECT_THAT(checked("ask: shape\nanswer: 4 by 5\n\nWhich?\n"), ElementsAre("9 error.lesson_shape"));
  EXPECT_THAT(checked("cover: encoder.0.self.weights\nask: shape\nanswer: 4 x 5\n\nWhich?\n"),
              ElementsAre("8 error.unknown_stage"));
}

TEST(LessonCheck, WorksOutWhatChoicesAndMistakesSay) {
  const auto choice = [](std::string_view text, std::string_view why) {
    return std::string("ask: choice\n\nWhich?\n- [x] ").append(text).append("\n- [ ] b\n  ").append(why) +
           "\n";
  };
  const std::string nowhere = "{value encoder.0.nothing 0,0}";
  EXPECT_THAT(checked(choice("a", "c")), IsEmpty());
  EXPECT_THAT(checked(choice(nowhere, "c")), ElementsAre("10 error.unknown_stage"));
  EXPECT_THAT(checked(choice("a", nowhere)), ElementsAre("10 error.unknown_stage"));
  EXPECT_THAT(checked("ask: number\nanswer: 4\nwrong: 2: " + nowhere + "\n\nHow many?\n"),
              ElementsAre("10 error.unknown_stage"));
}

}  // namespace
}  // namespace app
