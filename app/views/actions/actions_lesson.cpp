// actions_lesson.cpp: the way through a lesson by keys.
#include "app/views/actions/action_rows.h"
#include "app/views/lesson/lesson_state.h"

namespace views {
namespace {

size_t step_now(const Frame& frame) {
  return frame.session.desk().lesson.step;
}

bool has_next(const Frame& frame) {
  const app::Lesson* const lesson = open_lesson(frame);
  return lesson != nullptr && step_now(frame) + 1 < lesson->steps.size();
}

bool has_previous(const Frame& frame) {
  return open_lesson(frame) != nullptr && step_now(frame) > 0;
}

void go_by(const Frame& frame, size_t step) {
  go_to_lesson_step(frame, *open_lesson(frame), step);
}

}  // namespace

void add_lesson_actions(Actions& all) {
  all.push_back({.id = "lesson next",
                 .group = ActionGroup::kLesson,
                 .key = "action.lesson_next",
                 .tip = "lesson.next.tip",
                 .chords = {once(ImGuiKey_RightArrow)},
                 .run = [](const Frame& frame) { go_by(frame, step_now(frame) + 1); },
                 .available = has_next,
                 .needs = "needs.lesson"});
  all.push_back({.id = "lesson back",
                 .group = ActionGroup::kLesson,
                 .key = "action.lesson_back",
                 .tip = "lesson.back.tip",
                 .chords = {once(ImGuiKey_LeftArrow)},
                 .run = [](const Frame& frame) { go_by(frame, step_now(frame) - 1); },
                 .available = has_previous,
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
