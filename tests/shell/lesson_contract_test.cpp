// What `headlight lesson` promises, and that every lesson in every language keeps its own promises.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "app/lessons/lesson_check.h"
#include "app/lessons/lesson_reader.h"
#include "app/lessons/shelf.h"
#include "app/views/core/view.h"
#include "program.h"

namespace app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::filesystem::path lessons_folder(const LanguageInfo& language) {
  return std::filesystem::path(HEADLIGHT_TEST_DATA) / "../assets/lessons" / language.code;
}

std::vector<std::string> names_of_views() {
  std::vector<std::string> names;
  for (const views::View& view : views::central_views()) names.emplace_back(view.name);
  return names;
}

TEST(Lessons, AreRightInEveryLanguage) {
  const auto views = names_of_views();
  for (const LanguageInfo& language : languages()) {
    for (const auto& entry : std::filesystem::directory_iterator(lessons_folder(language))) {
      const ReadLesson read = read_lesson(bytes_of(entry.path()));
      std::vector<LessonFault> faults = read.faults;
      if (faults.empty()) faults = check_lesson(read.lesson, views);
      for (const LessonFault& fault : faults)
        ADD_FAILURE() << entry.path() << ":" << fault.line << ": " << words(language.language)(fault.error);
    }
  }
}

// Where a step looks, and what it asks, without its words.
std::string shape_of(const LessonStep& step) {
  std::string shape = step.document.focus.view + " " + step.document.focus.stage;
  if (step.question)
    shape.append(" ")
        .append(step.question->answer)
        .append(" ")
        .append(std::to_string(step.question->choices.size()));
  return shape;
}

TEST(Lessons, HaveTheSameStepsInEveryLanguage) {
  const auto english = lessons(Language::kEnglish);
  ASSERT_FALSE(english.empty());
  for (const LanguageInfo& language : languages()) {
    const auto other = lessons(language.language);
    ASSERT_EQ(other.size(), english.size()) << language.code;
    for (size_t i = 0; i < other.size(); ++i) {
      EXPECT_EQ(other[i].id, english[i].id);
      EXPECT_EQ(other[i].number, english[i].number);
      EXPECT_EQ(other[i].rows, english[i].rows);
      ASSERT_EQ(other[i].steps.size(), english[i].steps.size()) << language.code << " " << other[i].id;
      for (size_t step = 0; step < other[i].steps.size(); ++step) {
        const LessonStep& theirs = other[i].steps[step];
        EXPECT_EQ(shape_of(theirs), shape_of(english[i].steps[step])) << language.code << " " << other[i].id;
        EXPECT_EQ(theirs.document, english[i].steps[step].document);
      }
    }
  }
}

TEST(Lessons, HaveNumbersThatRiseAndSayWhatTheyTeach) {
  std::map<int, std::string> taught_by;
  int before = 0;
  for (const Lesson& lesson : lessons(Language::kEnglish)) {
    EXPECT_LT(before, lesson.number);
    before = lesson.number;
    EXPECT_FALSE(lesson.rows.empty()) << lesson.id;
    for (const int row : lesson.rows)
      taught_by[row].append(taught_by[row].empty() ? "" : ", ").append(lesson.id);
  }
  for (const auto& [row, ids] : taught_by) std::printf("statement %d: %s\n", row, ids.c_str());
}

TEST(LessonCommand, ListsLessons) {
  const Ran listed = headlight({"lesson", "--list"});
  EXPECT_EQ(listed.exit_code, 0);
  EXPECT_THAT(listed.out, HasSubstr("4\twhy-scale\tWhy divide by √dₖ\n"));
  const auto listing =
      nlohmann::json::parse(headlight({"lesson", "--list", "--json", "--lang", "zh-Hant"}).out);
  ASSERT_EQ(listing.size(), lessons(Language::kEnglish).size());
  EXPECT_EQ(listing.front().at("title"), "注意力就是權重");
}

TEST(LessonCommand, ShowsALessonByNumberOrId) {
  const Ran whole = headlight({"lesson", "04"});
  EXPECT_EQ(whole.exit_code, 0);
  EXPECT_THAT(whole.out, HasSubstr("Step 4 of 4"));
  EXPECT_THAT(whole.out, HasSubstr("a weight of 0.73."));
  const Ran step = headlight({"lesson", "why-scale", "--step", "2"});
  EXPECT_THAT(step.out, HasSubstr("Step 2 of 4"));
  EXPECT_THAT(step.out, testing::Not(HasSubstr("Step 3 of 4")));
  const Ran beyond = headlight({"lesson", "why-scale", "--step", "5"});
  EXPECT_EQ(beyond.exit_code, 1);
  EXPECT_THAT(beyond.err, HasSubstr("1 to 4"));
  const Ran unknown = headlight({"lesson", "cooking"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("why-scale"));
  EXPECT_THAT(unknown.out, IsEmpty());
  EXPECT_EQ(headlight({"lesson"}).exit_code, 1);
  EXPECT_EQ(headlight({"lesson", "4", "5"}).exit_code, 1);
}

TEST(LessonCommand, DrawsAStep) {
  const TemporaryFolder folder;
  const Ran drawn =
      headlight({"lesson", "4", "--step", "3", "--shot", folder / "step.png", "--size", "640x480"});
  EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
  EXPECT_THAT(bytes_of(folder / "step.png"), testing::StartsWith("\x89PNG"));
}

TEST(LessonCommand, ChecksAFileByLine) {
  const TemporaryFolder folder;
  const std::string path = folder / "mine.md";
  const auto write = [&](std::string_view text) { std::ofstream(path, std::ios::binary) << text; };
  write("---\nid: mine\ntitle: Mine\n---\n\nOne.\n");
  const Ran right = headlight({"lesson", "--check", path});
  EXPECT_EQ(right.exit_code, 0);
  EXPECT_THAT(right.out + right.err, IsEmpty());
  write("---\nid: mine\n---\nlook: nowhere\nask: number\n\nOne.\n");
  const Ran wrong = headlight({"lesson", "--check", path});
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_THAT(split(wrong.out, '\n'),
              ElementsAre(testing::StartsWith(path + ":2: The lesson has no “title”"),
                          testing::StartsWith(path + ":5: The question has no answer")));
  write("---\nid: mine\ntitle: Mine\n---\nlook: nowhere\n\nOne.\n");
  EXPECT_THAT(headlight({"lesson", "--check", path}).out,
              testing::StartsWith(path + ":5: There is no stage “nowhere”"));
  const Ran missing = headlight({"lesson", "--check", folder / "none.md"});
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_THAT(missing.err, HasSubstr("none.md"));
}

TEST(LessonCommand, RefusesALargeFileAtOnce) {
  const TemporaryFolder folder;
  const std::string path = folder / "large.md";
  std::ofstream(path).close();
  std::filesystem::resize_file(path, 100U << 20U);
  const Ran large = headlight({"lesson", "--check", path});
  EXPECT_EQ(large.exit_code, 1);
  EXPECT_THAT(large.err, HasSubstr("1 MB"));
}

}  // namespace
}  // namespace app
