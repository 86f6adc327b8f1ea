// A teacher's own lesson in the window: opened from its file, broken, mended and seen without a restart; and
// what is kept of how lessons went.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/lessons/shelf.h"
#include "app/session/lesson_taking.h"
#include "app/shell/file_desk.h"
#include "app/views/lesson/lesson_state.h"
#include "driver.h"

namespace app {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::string_view kMine = R"(---
id: mine
title: My lesson
---
set: {"text": "one two three"}
look: encoder.0.self.head.0.weights

The first step.

---
ask: choice

How many?

- [ ] Two
- [x] Three
)";

class OwnLesson : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "headlight_XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    home_ = name;
    open_window();
  }
  void TearDown() override { fs::remove_all(home_); }

  void open_window() {
    desk_.reset();
    driver_.reset();
    driver_ = std::make_unique<Driver>();
    desk_ = std::make_unique<FileDesk>(driver_->session(), home_ / "state");
    driver_->serve([this](const Requests& requests) {
      for (const FileRequest& request : requests.of<FileRequest>()) desk_->carry_out(request, now_);
    });
  }
  std::string write(std::string_view text, const std::string& name = "mine.md") {
    std::ofstream(home_ / name, std::ios::binary) << text;
    return (home_ / name).string();
  }
  void open(const std::string& path) { desk_->carry_out({"lesson", path}, now_); }
  // Until something holds; a file is read on a thread of its own.
  template <class Condition>
  bool becomes(Condition condition) {
    for (int i = 0; i < 1000; ++i) {
      now_ += 0.3;
      desk_->watch(now_);
      driver_->frames(2);
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }
  const LessonState& lesson() const { return driver_->session().desk().lesson; }
  bool is_open(size_t faults) {
    return becomes([&] { return lesson().own != nullptr && lesson().own->faults.size() == faults; });
  }
  const AllProgress& progress() const { return driver_->session().desk().progress; }
  std::string said() const {
    const auto& notice = driver_->session().notice();
    return notice ? words(Language::kEnglish)(notice->key, notice->arguments) : "";
  }

  fs::path home_;
  double now_ = 1;
  std::unique_ptr<Driver> driver_;
  std::unique_ptr<FileDesk> desk_;
};

TEST_F(OwnLesson, OpensFromItsFileAndFollowsIt) {
  open(write(kMine));
  ASSERT_TRUE(is_open(0));
  EXPECT_EQ(driver_->document().text, "one two three");
  std::string other(kMine);
  other.replace(other.find("one two three"), 13, "four five six");
  write(other);
  EXPECT_TRUE(becomes([&] { return driver_->document().text == "four five six"; }));
  EXPECT_EQ(lesson().step, 0u);
}

TEST_F(OwnLesson, NamesAMistakeAndShowsTheLastGoodVersionUntilItIsMended) {
  open(write(kMine));
  ASSERT_TRUE(is_open(0));
  std::string broken(kMine);
  broken.replace(broken.find("weights"), 7, "wieghts");
  write(broken);
  ASSERT_TRUE(is_open(1));
  EXPECT_EQ(lesson().own->faults.front().line, 6);
  EXPECT_EQ(lesson().own->faults.front().error.key, "error.unknown_stage");
  EXPECT_EQ(lesson().own->lesson.steps.size(), 2u);
  EXPECT_EQ(driver_->document().text, "one two three");
  EXPECT_TRUE(driver_->shows("Next ›##lesson next"));
  std::string mended(kMine);
  mended.replace(mended.find("The first step"), 14, "The mended step");
  write(mended);
  ASSERT_TRUE(is_open(0));
  EXPECT_THAT(lesson().own->lesson.steps.front().prose, HasSubstr("mended"));
}

TEST_F(OwnLesson, AFileThatIsNoLessonYetOpensOnceItIs) {
  open(write("No head."));
  ASSERT_TRUE(is_open(1));
  EXPECT_TRUE(driver_->shows("×##lesson close"));
  write(kMine);
  ASSERT_TRUE(is_open(0));
  EXPECT_EQ(driver_->document().text, "one two three");
}

TEST_F(OwnLesson, AnotherLessonStaysOpenWhereAFileHasAMistake) {
  views::go_to_lesson_step(driver_->view(), *find_lesson(Language::kEnglish, "why-scale"), 1);
  driver_->frames(3);
  for (const auto& [file, fault] :
       {std::pair{std::string("---\nid: x\n---\n\nOne.\n"), "“title”"},
        {std::string("---\nlesson: 9\nid: x\ntitle: X\n---\n\nOne.\n"), "“9”"},
        {std::string("---\nid: x\ntitle: X\n---\n\nNo \xFF letter.\n"), "Line 6"},
        {std::string("---\nid: x\ntitle: X\n---\nset: {\"model\": \"none\"}\nlook: nowhere\n\nOne.\n"),
         "Line 5"},
        {std::string(), "Line 1"}}) {
    const std::string path = write(file, "bad.md");
    Requests requests;
    requests.dismiss_notice();
    driver_->session().apply(requests, now_);
    open(path);
    ASSERT_TRUE(becomes([&] { return said().find(fault) != std::string::npos; })) << file << said();
    EXPECT_THAT(said(), HasSubstr("bad.md"));
    EXPECT_EQ(lesson().id, "why-scale");
    EXPECT_EQ(lesson().step, 1u);
  }
  open((home_ / "missing.md").string());
  EXPECT_TRUE(becomes([&] { return said().find("missing.md") != std::string::npos; }));
  EXPECT_EQ(lesson().id, "why-scale");
}

TEST_F(OwnLesson, AFolderIsListedAndItsLessonsOpenFromTheMenu) {
  fs::create_directory(home_ / "course");
  write(kMine, "course/1.md");
  std::string second(kMine);
  second.replace(second.find("My lesson"), 9, "Second");
  write(second, "course/2.md");
  write("no lesson", "course/notes.txt");
  desk_->carry_out({"lessons_folder", (home_ / "course/1.md").string()}, now_);
  EXPECT_TRUE(becomes([&] { return said().find("2 lessons") != std::string::npos; }));
  EXPECT_EQ(driver_->session().preferences().lessons_folder, (home_ / "course").string());
  driver_->click("Lessons##lessons");
  driver_->frames(3);
  driver_->click("Second##own " + (home_ / "course/2.md").string());
  ASSERT_TRUE(is_open(0));
  EXPECT_EQ(lesson().own->lesson.title, "Second");
  // A new file is there the next time.
  write(kMine, "course/3.md");
  driver_->click("Lessons##lessons");
  EXPECT_TRUE(becomes([&] { return driver_->shows("My lesson##own " + (home_ / "course/3.md").string()); }));
}

TEST_F(OwnLesson, ANewOneOpensWhatIsOnTheScreen) {
  Requests requests;
  requests.edit("", [](State& state) { state.document.text = "quite my own"; });
  driver_->session().apply(requests, now_);
  driver_->frames(3);
  const std::string stage = driver_->document().focus.stage;
  desk_->carry_out({"lesson_new", (home_ / "My first.md").string()}, now_);
  ASSERT_TRUE(is_open(0));
  ASSERT_EQ(lesson().own->lesson.steps.size(), 1u);
  const Document& opened = lesson().own->lesson.steps.front().document;
  EXPECT_EQ(opened.text, "quite my own");
  EXPECT_EQ(opened.focus.stage, stage);
  EXPECT_EQ(lesson().own->lesson.id, "my-first");
  EXPECT_EQ(driver_->session().preferences().lessons_folder, home_.string());
}

TEST_F(OwnLesson, AChangedQuestionForgetsItsAnswer) {
  open(write(kMine));
  ASSERT_TRUE(is_open(0));
  driver_->click("Next ›##lesson next");
  driver_->frames(3);
  driver_->click("lesson choice 0");
  driver_->frames(3);
  ASSERT_EQ(progress().at(lesson().own->path).answers.count(1), 1u);
  std::string other(kMine);
  other.replace(other.find("Two"), 3, "Four");
  write(other);
  EXPECT_TRUE(becomes([&] { return lesson().given.choice == std::nullopt; }));
  EXPECT_EQ(progress().at(lesson().own->path).answers.count(1), 0u);
}

TEST_F(OwnLesson, AQuestionThatChangedOvernightHasNoAnswer) {
  open(write(kMine));
  ASSERT_TRUE(is_open(0));
  driver_->click("Next ›##lesson next");
  driver_->frames(3);
  driver_->click("lesson choice 1");
  driver_->frames(3);
  ASSERT_TRUE(progress().at(lesson().own->path).answers.at(1).is_right);
  EXPECT_EQ(desk_->ended(), std::nullopt);
  std::string other(kMine);
  other.replace(other.find("Three"), 5, "Seven");
  const std::string path = write(other);
  open_window();
  open(path);
  ASSERT_TRUE(is_open(0));
  EXPECT_EQ(lesson().step, 1u);
  EXPECT_EQ(lesson().given.choice, std::nullopt);
  EXPECT_TRUE(progress().at(path).answers.empty());
}

TEST_F(OwnLesson, AClosedLessonStaysClosedWhileItsFileIsReadAgain) {
  const std::string path = write(kMine);
  open(path);
  ASSERT_TRUE(is_open(0));
  std::string other(kMine);
  other.replace(other.find("one two three"), 13, "four five six");
  write(other);
  now_ += 1;
  desk_->watch(now_);  // begins to read it again
  driver_->click("×##lesson close");
  driver_->frames(2);
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    desk_->watch(now_ += 0.1);
    driver_->frames(1);
  }
  EXPECT_EQ(lesson().own, nullptr);
  EXPECT_EQ(driver_->document().text, "one two three");
}

TEST_F(OwnLesson, ALessonThatWasLeftAtItsEndGoesOnThereUntilItIsDone) {
  const std::string path = write(kMine);
  open(path);
  ASSERT_TRUE(is_open(0));
  driver_->click("Next ›##lesson next");
  driver_->frames(3);
  EXPECT_EQ(step_left(progress(), path), 1u);
  driver_->click("Done##lesson next");
  driver_->frames(3);
  EXPECT_EQ(lesson().own, nullptr);
  EXPECT_EQ(step_left(progress(), path), 0u);
}

TEST_F(OwnLesson, NothingIsDueWhileItIsRead) {
  const std::string path = write(kMine);
  open(path);
  ASSERT_TRUE(is_open(0));
  ASSERT_TRUE(desk_->due(now_).has_value());
  open(path);
  desk_->watch(now_);
  const auto due = desk_->due(now_);
  EXPECT_TRUE(!due || *due > 0);
}

TEST_F(OwnLesson, AnswersAreFoundAgainInTheNextWindow) {
  const Lesson& scale = *find_lesson(Language::kEnglish, "why-scale");
  views::go_to_lesson_step(driver_->view(), scale, 2);
  driver_->frames(3);
  driver_->click("lesson choice 1");
  driver_->frames(3);
  driver_->click("lesson choice 3");
  driver_->frames(3);
  becomes([] { return true; });
  EXPECT_EQ(desk_->ended(), std::nullopt);
  open_window();
  driver_->click("Lessons##lessons");
  driver_->click("4  " + scale.title + "##lesson why-scale");
  driver_->frames(3);
  EXPECT_EQ(lesson().step, 2u);
  EXPECT_EQ(lesson().given.choice, 3u);
  const AnswerRecord& record = progress().at("why-scale").answers.at(2);
  EXPECT_TRUE(record.is_right);
  EXPECT_EQ(record.tries, 2);
  EXPECT_EQ(record.words, "1.00");
  desk_->carry_out({"class_sheet", (home_ / "sheet.csv").string()}, now_);
  std::ifstream file(home_ / "sheet.csv");
  const std::string sheet{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  EXPECT_THAT(sheet, HasSubstr("\nwhy-scale,"));
  EXPECT_THAT(sheet, HasSubstr(",3,3,1.00,yes,2,no\r\n"));
}

TEST_F(OwnLesson, ForgettingAnswersForgetsAll) {
  views::go_to_lesson_step(driver_->view(), *find_lesson(Language::kEnglish, "why-scale"), 2);
  driver_->frames(3);
  driver_->click("lesson choice 1");
  driver_->frames(3);
  ASSERT_TRUE(becomes([&] { return fs::exists(home_ / "state/answers.json"); }));
  driver_->click("Lessons##lessons");
  driver_->click("Forget my answers");
  driver_->frames(3);
  EXPECT_EQ(lesson().given.choice, std::nullopt);
  EXPECT_TRUE(progress().empty() || progress().at("why-scale").answers.empty());
  becomes([] { return true; });
  EXPECT_EQ(desk_->ended(), std::nullopt);
  open_window();
  EXPECT_TRUE(progress().empty());
}

}  // namespace
}  // namespace app
