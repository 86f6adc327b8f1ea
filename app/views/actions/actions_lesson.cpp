// actions_lesson.cpp: the way through a lesson by keys.
#include "app/views/actions/action_rows.h"
#include "app/views/lesson/lesson_state.h"
#include "app/views/lesson/story_offer.h"

namespace views {
namespace {

bool is_open(const Frame& frame) {
  return open_lesson(frame) != nullptr;
}

}  // namespace

void add_lesson_actions(Actions& all) {
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
