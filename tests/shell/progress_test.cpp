// How lessons went: kept, read back whatever the file holds, and written for a spreadsheet.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "app/shell/class_sheet.h"
#include "app/shell/progress_file.h"
#include "program.h"

namespace app {
namespace {

using testing::IsEmpty;

AllProgress answered(const std::string& key, size_t step, GivenAnswer given) {
  AllProgress all;
  all[key].title = "A title";
  all[key].furthest = step;
  all[key].answers[step] = {std::move(given), "words", 77, true, 2};
  return all;
}

TEST(ProgressJson, KeepsEveryKindOfAnswer) {
  GivenAnswer given;
  given.typed = "0.5 “√”";
  given.choice = 2;
  given.clicked = {3, 4};
  given.order = {1, 0, 2};
  given.is_answered = given.is_shown = true;
  const AllProgress all = answered("/home/課/1.md", 5, given);
  EXPECT_EQ(progress_from_json(progress_json(all)), all);
}

TEST(ProgressJson, LeavesOutWhatItDoesNotUnderstand) {
  for (const char* bad : {"", "[]", "nonsense"}) EXPECT_EQ(progress_from_json(bad), std::nullopt) << bad;
  for (const char* bad :
       {"{\"x\": 3}", "{\"x\": {\"step\": -1}}", "{\"x\": {\"step\": 1e9}}", "{\"x\": {\"title\": 4}}"})
    EXPECT_THAT(*progress_from_json(bad), IsEmpty()) << bad;
  for (const char* answer : {"3", "{}", "{\"step\": 300}", "{\"step\": 1, \"cell\": [1]}",
                             "{\"step\": 1, \"cell\": [-1, 2]}", "{\"step\": 1, \"order\": [1e9]}",
                             "{\"step\": 1, \"choice\": \"a\"}", "{\"step\": 1, \"tries\": -2}"}) {
    const auto read = progress_from_json(std::string("{\"x\": {\"answers\": [") + answer + "]}}");
    ASSERT_TRUE(read && read->contains("x")) << answer;
    EXPECT_THAT(read->at("x").answers, IsEmpty()) << answer;
  }
}

TEST(ProgressFile, TwoWindowsKeepEachOthersAnswers) {
  const TemporaryFolder folder;
  ProgressFile one(folder.path());
  ProgressFile other(folder.path());
  one.read();
  other.read();
  // The same lesson, other steps.
  one.keep(answered("a", 0, {.typed = "1"}), 1);
  other.keep(answered("a", 3, {.typed = "2"}), 1);
  one.flush(1);
  other.flush(1);
  AllProgress both = ProgressFile(folder.path()).read();
  EXPECT_EQ(both["a"].answers.size(), 2u);
  // What one forgets is gone.
  one.keep({}, 2);
  one.flush(2);
  EXPECT_THAT(ProgressFile(folder.path()).read(), IsEmpty());
}

TEST(ProgressFile, WritesALittleLater) {
  const TemporaryFolder folder;
  ProgressFile file(folder.path());
  file.read();
  file.keep(answered("a", 0, {.typed = "1"}), 10);
  EXPECT_EQ(file.due(10), ProgressFile::kEvery);
  EXPECT_THAT(ProgressFile(folder.path()).read(), IsEmpty());
  file.keep(answered("a", 0, {.typed = "1"}), 10 + ProgressFile::kEvery);
  EXPECT_EQ(file.due(20), std::nullopt);
  EXPECT_EQ(ProgressFile(folder.path()).read().size(), 1u);
}

TEST(ProgressFile, WhatWasForgottenInTheSameMomentAsItWasWrittenStaysForgotten) {
  const TemporaryFolder folder;
  ProgressFile file(folder.path());
  file.read();
  file.keep(answered("a", 0, {.typed = "1"}), 1);
  file.keep(answered("a", 1, {.typed = "2"}), 100);  // long after it was due
  file.keep({}, 101);
  file.flush(101);
  EXPECT_THAT(ProgressFile(folder.path()).read(), IsEmpty());
}

TEST(ProgressFile, AnswersThatCouldNotBeWrittenAreWrittenLater) {
  const TemporaryFolder folder;
  const std::string place = folder / "state";
  std::ofstream(place) << "a file where the folder should be";
  ProgressFile file(place);
  file.read();
  file.keep(answered("a", 0, {.typed = "1"}), 1);
  file.flush(1);
  EXPECT_NE(file.failed(), std::nullopt);
  EXPECT_EQ(file.due(1), ProgressFile::kRetry);
  std::filesystem::remove(place);
  AllProgress both = answered("a", 0, {.typed = "1"});
  both["b"].title = "Begun";
  file.keep(both, 2);
  file.keep(both, 1 + ProgressFile::kRetry);
  EXPECT_EQ(file.failed(), std::nullopt);
  EXPECT_EQ(ProgressFile(place).read(), both);
}

TEST(ProgressFile, PutsAsideWhatItDoesNotUnderstand) {
  const TemporaryFolder folder;
  std::ofstream(folder / "answers.json") << "half a fi";
  ProgressFile file(folder.path());
  EXPECT_THAT(file.read(), IsEmpty());
  file.keep(answered("a", 0, {.typed = "1"}), 1);
  file.flush(1);
  EXPECT_EQ(ProgressFile(folder.path()).read().size(), 1u);
  EXPECT_EQ(bytes_of(folder / "answers.json.unreadable"), "half a fi");
}

TEST(ClassSheet, IsATableThatNoCellBreaks) {
  AllProgress all = answered("/home/me/a,b.md", 1, {.typed = "x"});
  all["/home/me/a,b.md"].answers[1].words = "say \"yes\"\nand go";
  all["/home/me/a,b.md"].title = "=1+1";
  all["begun"].title = "Begun";
  EXPECT_EQ(class_sheet(all, words(Language::kEnglish)),
            "\xEF\xBB\xBFlesson,title,steps reached,step,answer,right,tries,shown\r\n"
            "\"a,b.md\",'=1+1,2,2,\"say \"\"yes\"\"\nand go\",yes,2,no\r\n"
            "begun,Begun,1,,,,,\r\n");
}

TEST(ClassSheet, NoCellIsAFormulaButNumbersStay) {
  for (const char* formula : {"=1", "@x", "+1+cmd|' /C calc'!A0", "-2+3", "\tx"}) {
    AllProgress all = answered("x", 0, {.typed = "x"});
    all["x"].title = formula;
    EXPECT_THAT(class_sheet(all, words(Language::kEnglish)), testing::HasSubstr(std::string(",'") + formula));
  }
  AllProgress all = answered("x", 0, {.typed = "x"});
  all["x"].answers[0].words = "-0.25";
  EXPECT_THAT(class_sheet(all, words(Language::kEnglish)), testing::HasSubstr(",-0.25,"));
}

TEST(LessonCommand, WritesAWorksheetWithTheAnswersOnAPageOfTheirOwn) {
  const TemporaryFolder folder;
  const std::string path = folder / "sheet.pdf";
  ASSERT_EQ(headlight({"lesson", "4", "--handout", path}).exit_code, 0);
  const std::string text_path = folder / "sheet.txt";
  ASSERT_EQ(std::system(("pdftotext -layout '" + path + "' '" + text_path + "'").c_str()), 0);
  const std::vector<std::string> pages = split(bytes_of(text_path), '\f');
  ASSERT_GE(pages.size(), 2u);
  EXPECT_THAT(pages.front(), testing::HasSubstr("How much is it then?"));
  EXPECT_THAT(pages.front(), testing::Not(testing::HasSubstr("Answers")));
  size_t with_answers = 0;
  for (const std::string& page : pages) {
    if (page.find("Answers") == std::string::npos) continue;
    ++with_answers;
    EXPECT_THAT(page, testing::HasSubstr("1.00"));
    EXPECT_THAT(page, testing::Not(testing::HasSubstr("How much is it then?")));
  }
  EXPECT_EQ(with_answers, 1u);
}

TEST(LessonCommand, TakesAFileOfOnesOwn) {
  const TemporaryFolder folder;
  const std::string path = folder / "mine.md";
  std::ofstream(path) << "---\nid: mine\ntitle: Mine\n---\n\nOne.\n";
  EXPECT_THAT(headlight({"lesson", path}).out, testing::HasSubstr("One."));
  const Ran nothing_asked = headlight({"lesson", path, "--handout", folder / "x.pdf"});
  EXPECT_EQ(nothing_asked.exit_code, 1);
  EXPECT_THAT(nothing_asked.err, testing::HasSubstr("asks nothing"));
  std::ofstream(path) << "---\nid: mine\n---\n\nOne.\n";
  const Ran faulty = headlight({"lesson", path});
  EXPECT_EQ(faulty.exit_code, 1);
  EXPECT_THAT(faulty.err, testing::HasSubstr("Line 2"));
  EXPECT_THAT(headlight({"--lesson", folder / "none.md"}).err, testing::HasSubstr("none.md"));
  ASSERT_EQ(mkfifo((folder / "pipe.md").c_str(), 0600), 0);
  EXPECT_THAT(headlight({"--lesson", folder / "pipe.md"}).err, testing::HasSubstr("a pipe"));
  EXPECT_THAT(headlight({"lesson", folder / "pipe.md"}).err, testing::HasSubstr("a pipe"));
}

}  // namespace
}  // namespace app
