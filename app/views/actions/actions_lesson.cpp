// actions_lesson.cpp: the way through a lesson by keys.
#include <algorithm>
#include <array>

#include "app/views/actions/action_rows.h"
#include "app/views/files/files.h"
#include "app/views/lesson/lesson_state.h"
#include "app/views/lesson/story_offer.h"

namespace views {
namespace {

bool is_open(const Frame& frame) {
  return open_lesson(frame) != nullptr;
}

bool has_questions(const Frame& frame) {
  const app::Lesson* const lesson = open_lesson(frame);
  return lesson != nullptr && std::ranges::any_of(lesson->steps, [](const app::LessonStep& step) {
           return step.question.has_value();
         });
}

bool has_answers(const Frame& frame) {
  return !frame.session.desk().progress.empty();
}

// Lessons of the user's own, and what is written about lessons.
void add_lesson_files(Actions& all) {
  struct Row {
    const char* id;
    const char* key;
    const char* purpose;
    bool (*available)(const Frame&) = nullptr;
    const char* needs = "";
  };
  constexpr std::array kRows = {
      Row{"lesson open", "action.lesson_open", "lesson"},
      Row{"lessons folder", "action.lessons_folder", "lessons_folder"},
      Row{"lesson new", "action.lesson_new", "lesson_new"},
      Row{"worksheet", "action.worksheet", "worksheet", has_questions, "needs.lesson_questions"},
      Row{"class sheet", "action.class_sheet", "class_sheet", has_answers, "needs.lesson_answers"}};
  for (const Row& row : kRows) {
    Action action{.id = row.id,
                  .group = ActionGroup::kLesson,
                  .key = row.key,
                  .tip = row.key + std::string(".tip"),
                  .run = [purpose = row.purpose](const Frame& frame) { browse(frame, purpose); }};
    if (row.available != nullptr) {
      action.available = row.available;
      action.needs = row.needs;
    }
    all.push_back(std::move(action));
  }
  all.push_back({.id = "forget answers",
                 .group = ActionGroup::kLesson,
                 .key = "action.forget_answers",
                 .tip = "action.forget_answers.tip",
                 .run =
                     [](const Frame& frame) {
                       frame.requests.arrange([](app::Desk& desk) {
                         desk.progress.clear();
                         desk.lesson.given = {};
                       });
                     },
                 .available = has_answers,
                 .needs = "needs.lesson_answers"});
}

}  // namespace

void add_lesson_actions(Actions& all) {
  add_lesson_files(all);
  all.push_back({.id = "story",
                 .group = ActionGroup::kLesson,
                 .key = "action.story",
                 .tip = "action.story.tip",
                 .run = [](const Frame& frame) { open_lesson_named(frame, kStoryLesson); }});
  all.push_back({.id = "tour",
                 .group = ActionGroup::kLesson,
                 .key = "action.tour",
                 .tip = "action.tour.tip",
                 .run = [](const Frame& frame) { open_lesson_named(frame, kTourLesson); }});
  all.push_back({.id = "lesson next",
                 .group = ActionGroup::kLesson,
                 .key = "action.lesson_next",
                 .tip = "lesson.next.tip",
                 .chords = {once(ImGuiKey_RightArrow)},
                 .run = [](const Frame& frame) { step_lesson(frame, 1); },
                 .available = is_open,
                 .needs = "needs.lesson"});
  all.push_back({.id = "lesson back",
                 .group = ActionGroup::kLesson,
                 .key = "action.lesson_back",
                 .tip = "lesson.back.tip",
                 .chords = {once(ImGuiKey_LeftArrow)},
                 .run = [](const Frame& frame) { step_lesson(frame, -1); },
                 .available = is_open,
                 .needs = "needs.lesson"});
  all.push_back({.id = "lesson return",
                 .group = ActionGroup::kLesson,
                 .key = "lesson.return",
                 .tip = "lesson.return.tip",
                 .run = return_to_step,
                 .available = has_wandered,
                 .needs = "needs.lesson"});
}

}  // namespace views
