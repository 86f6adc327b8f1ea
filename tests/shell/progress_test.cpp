// How lessons went: kept, read back whatever the file holds, and written for a spreadsheet.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
  all[key].answers[step] = {std::move(given), "words", true, 2};
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
  for (const char* bad : {"", "[]", "nonsense", "{\"x\": 3}", "{\"x\": {\"step\": -1}}",
                          "{\"x\": {\"step\": 1e9}}", "{\"x\": {\"title\": 4}}"})
    EXPECT_THAT(progress_from_json(bad), IsEmpty()) << bad;
  for (const char* answer : {"3", "{}", "{\"step\": 300}", "{\"step\": 1, \"cell\": [1]}",
                             "{\"step\": 1, \"cell\": [-1, 2]}", "{\"step\": 1, \"order\": [1e9]}",
                             "{\"step\": 1, \"choice\": \"a\"}", "{\"step\": 1, \"tries\": -2}"}) {
    const auto read = progress_from_json(std::string("{\"x\": {\"answers\": [") + answer + "]}}");
    ASSERT_TRUE(read.contains("x")) << answer;
    EXPECT_THAT(read.at("x").answers, IsEmpty()) << answer;
  }
}

TEST(ProgressFile, TwoWindowsKeepEachOthersLessons) {
  const TemporaryFolder folder;
  ProgressFile one(folder.path());
  ProgressFile other(folder.path());
  one.read();
  other.read();
  one.keep(answered("a", 0, {.typed = "1"}), 1);
  other.keep(answered("b", 0, {.typed = "2"}), 1);
  one.flush();
  other.flush();
  const AllProgress both = ProgressFile(folder.path()).read();
  EXPECT_EQ(both.size(), 2u);
  // What one forgets is gone, and the rest stays.
  one.keep({}, 2);
  one.flush();
  EXPECT_EQ(ProgressFile(folder.path()).read(), answered("b", 0, {.typed = "2"}));
}

TEST(ProgressFile, WritesALittleLater) {
  const TemporaryFolder folder;
  ProgressFile file(folder.path());
  file.read();
  file.keep(answered("a", 0, {.typed = "1"}), 10);
  EXPECT_EQ(file.due(10), KeptFile::kEvery);
  EXPECT_THAT(ProgressFile(folder.path()).read(), IsEmpty());
  file.keep(answered("a", 0, {.typed = "1"}), 10 + KeptFile::kEvery);
  EXPECT_EQ(file.due(20), std::nullopt);
  EXPECT_EQ(ProgressFile(folder.path()).read().size(), 1u);
}

TEST(ClassSheet, IsATableThatNoCellBreaks) {
  AllProgress all = answered("/home/me/a,b.md", 1, {.typed = "x"});
  all["/home/me/a,b.md"].answers[1].words = "say \"yes\"\nand go";
  all["/home/me/a,b.md"].title = "=1+1";
  all["begun"].title = "Begun";
  EXPECT_EQ(class_sheet(all),
            "lesson,title,steps reached,step,answer,right,tries,shown\n"
            "\"a,b.md\",'=1+1,2,2,\"say \"\"yes\"\"\nand go\",yes,2,no\n"
            "begun,Begun,1,,,,,\n");
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
  EXPECT_EQ(headlight({"--lesson", folder / "none.md"}).exit_code, 1);
}

}  // namespace
}  // namespace app
