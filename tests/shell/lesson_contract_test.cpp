// What `headlight lesson` promises, and that every lesson in every language keeps its own promises.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "app/lessons/expression.h"
#include "app/lessons/lesson_check.h"
#include "app/lessons/lesson_reader.h"
#include "app/lessons/shelf.h"
#include "app/views/lesson/lesson_names.h"
#include "program.h"

namespace app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::filesystem::path lessons_folder(const LanguageInfo& language) {
  return std::filesystem::path(HEADLIGHT_TEST_DATA) / "../assets/lessons" / language.code;
}

TEST(Lessons, AreRightInEveryLanguage) {
  for (const LanguageInfo& language : languages()) {
    for (const auto& entry : std::filesystem::directory_iterator(lessons_folder(language))) {
      const ReadLesson read = read_lesson(bytes_of(entry.path()));
      std::vector<LessonFault> faults = read.faults;
      if (faults.empty()) faults = check_lesson(read.lesson, views::lesson_names());
      for (const LessonFault& fault : faults)
        ADD_FAILURE() << entry.path() << ":" << fault.line << ": " << words(language.language)(fault.error);
    }
  }
}

// The number of "117 million", which is "1.17 億" elsewhere.
std::string in_ones(std::string number, const std::string& unit) {
  std::erase(number, ',');
  const bool is_million = unit == "million";
  const bool is_myriad = unit == "萬" || unit == "万";
  const double ones = std::stod(number) * (is_million ? 1e6 : is_myriad ? 1e4 : 1e8);
  return std::to_string(std::llround(ones));
}

// What a text says in every language: its live values, and the numbers that no language spells out: those
// with a point, of three digits and more, or with a unit, by which languages count differently.
std::multiset<std::string> numbers_of(const std::string& markdown) {
  std::multiset<std::string> numbers;
  const std::string rest = fill_values(markdown, [&](std::string_view expression) {
    numbers.emplace(expression);
    return std::string();
  });
  static const std::regex kNumber(
      R"((\d+\.\d+|\d{1,3}(?:,\d{3})+|\d+) (million|萬|万|億|亿)|\d+\.\d+|\d{1,3}(,\d{3})+|\d{3,})");
  for (std::sregex_iterator at(rest.begin(), rest.end(), kNumber); at != std::sregex_iterator(); ++at)
    numbers.insert((*at)[2].matched ? in_ones((*at)[1], (*at)[2]) : at->str());
  return numbers;
}

void expect_same_question(const Question& theirs, const Question& ours) {
  EXPECT_EQ(theirs.kind, ours.kind);
  EXPECT_EQ(theirs.answer, ours.answer);
  EXPECT_EQ(theirs.cover, ours.cover);
  EXPECT_EQ(numbers_of(theirs.reveal), numbers_of(ours.reveal));
  EXPECT_EQ(theirs.reveal.empty(), ours.reveal.empty());
  ASSERT_EQ(theirs.choices.size(), ours.choices.size());
  for (size_t i = 0; i < ours.choices.size(); ++i) {
    EXPECT_EQ(theirs.choices[i].is_right, ours.choices[i].is_right) << i;
    EXPECT_EQ(theirs.choices[i].why.empty(), ours.choices[i].why.empty()) << i;
    EXPECT_EQ(numbers_of(theirs.choices[i].text), numbers_of(ours.choices[i].text)) << i;
  }
  ASSERT_EQ(theirs.mistakes.size(), ours.mistakes.size());
  for (size_t i = 0; i < ours.mistakes.size(); ++i)
    EXPECT_EQ(theirs.mistakes[i].value, ours.mistakes[i].value) << i;
}

void expect_same_step(const LessonStep& theirs, const LessonStep& ours) {
  EXPECT_EQ(theirs.document, ours.document);
  EXPECT_EQ(numbers_of(theirs.prose), numbers_of(ours.prose));
  EXPECT_EQ(numbers_of(theirs.slip), numbers_of(ours.slip));
  EXPECT_EQ(theirs.slip.empty(), ours.slip.empty());
  ASSERT_EQ(theirs.question.has_value(), ours.question.has_value());
  if (ours.question) expect_same_question(*theirs.question, *ours.question);
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
      EXPECT_EQ(other[i].minutes, english[i].minutes);
      for (size_t step = 0; step < other[i].steps.size(); ++step) {
        SCOPED_TRACE(std::string(language.code) + " " + other[i].id + " " + std::to_string(step + 1));
        expect_same_step(other[i].steps[step], english[i].steps[step]);
      }
    }
  }
}

TEST(Lessons, HaveNumbersThatRiseAndSayWhatTheyTeach) {
  std::map<int, std::string> taught_by;
  int before = 0;
  for (const Lesson& lesson : lessons(Language::kEnglish)) {
    if (lesson.number == 0) continue;  // no chapter of the course
    EXPECT_LT(before, lesson.number);
    before = lesson.number;
    EXPECT_FALSE(lesson.rows.empty()) << lesson.id;
    for (const int row : lesson.rows)
      taught_by[row].append(taught_by[row].empty() ? "" : ", ").append(lesson.id);
  }
  for (const auto& [row, ids] : taught_by) std::printf("statement %d: %s\n", row, ids.c_str());
  for (int row = 1; row <= kLastStatement; ++row) EXPECT_TRUE(taught_by.contains(row)) << row;
}

TEST(LessonCommand, ListsLessons) {
  const Ran listed = headlight({"lesson", "--list"});
  EXPECT_EQ(listed.exit_code, 0);
  EXPECT_THAT(listed.out, HasSubstr("4\twhy-scale\tWhy divide by √dₖ\n"));
  const auto listing =
      nlohmann::json::parse(headlight({"lesson", "--list", "--json", "--lang", "zh-Hant"}).out);
  ASSERT_EQ(listing.size(), lessons(Language::kEnglish).size());
  EXPECT_EQ(listing.front().at("title"), "第一分鐘");
  EXPECT_EQ(listing.at(2).at("title"), "注意力就是權重");
}

TEST(LessonCommand, ShowsALessonByNumberOrId) {
  const Ran whole = headlight({"lesson", "04"});
  EXPECT_EQ(whole.exit_code, 0);
  EXPECT_THAT(whole.out, HasSubstr("Step 7 of 7"));
  EXPECT_THAT(whole.out, HasSubstr("a weight of 0.73."));
  const Ran step = headlight({"lesson", "why-scale", "--step", "2"});
  EXPECT_THAT(step.out, HasSubstr("Step 2 of 7"));
  EXPECT_THAT(step.out, testing::Not(HasSubstr("Step 3 of 7")));
  const Ran beyond = headlight({"lesson", "why-scale", "--step", "8"});
  EXPECT_EQ(beyond.exit_code, 1);
  EXPECT_THAT(beyond.err, HasSubstr("1 to 7"));
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

TEST(LessonCommand, DrawsTheFiguresThatAStepOpens) {
  const TemporaryFolder folder;
  const auto picture = [&](const std::string& play) {
    std::ofstream(folder / "lesson.md") << "---\nid: own\ntitle: Own\n---\nview: model\n" + play + "\nOne.\n";
    const Ran drawn = headlight(
        {"lesson", folder / "lesson.md", "--step", "1", "--shot", folder / "step.png", "--size", "640x480"});
    EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
    return bytes_of(folder / "step.png");
  };
  EXPECT_NE(picture("play: figures\n"), picture(""));
}

TEST(LessonCommand, DrawsEveryStepIntoAFolder) {
  const TemporaryFolder folder;
  const std::string pictures = folder / "pictures";
  const Ran drawn = headlight({"lesson", "price", "--shots", pictures, "--size", "640x480", "--present"});
  EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
  const size_t steps = find_lesson(Language::kEnglish, "price")->steps.size();
  for (size_t step = 1; step <= steps; ++step)
    EXPECT_THAT(bytes_of(pictures + "/15-price-" + std::to_string(step) + ".png"),
                testing::StartsWith("\x89PNG"));
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
  write(
      "---\nid: mine\ntitle: Mine\n---\nset: {}\nview: wall\npin: 99,0\ntoken: 50\npoint: nose\nask: "
      "number\nanswer: 1 +\ncover: x\n\nOne.\n");
  const std::string faults = headlight({"lesson", "--check", path}).out;
  for (const char* line : {":6: ", ":7: ", ":8: ", ":9: ", ":11: ", ":12: "})
    EXPECT_THAT(faults, HasSubstr(path + line)) << faults;
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

TEST(LessonCommand, RefusesAHugePictureByItsLine) {
  const TemporaryFolder folder;
  const std::string picture = folder / "huge.png";
  std::ofstream(picture).close();
  std::filesystem::resize_file(picture, 1U << 30U);
  const std::string path = folder / "mine.md";
  std::ofstream(path) << "---\nid: mine\ntitle: Mine\n---\nmodel: shapes\nset: {\"image\": \"" << picture
                      << "\"}\n\nOne.\n";
  const Ran huge = headlight({"lesson", "--check", path});
  EXPECT_EQ(huge.exit_code, 1);
  EXPECT_THAT(huge.out, testing::StartsWith(path + ":6: "));
  EXPECT_THAT(huge.out, HasSubstr("huge.png"));
}

}  // namespace
}  // namespace app
