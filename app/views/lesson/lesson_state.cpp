// lesson_state.cpp: reads the desk's lesson, and asks for the next.
#include "app/views/lesson/lesson_state.h"

#include <algorithm>

#include "app/document/document_line.h"
#include "app/lessons/shelf.h"

namespace views {
namespace {

using app::Ask;

void set_up(const Frame& frame, const app::LessonStep& step) {
  frame.requests.open_session(app::to_line(step.document));
}

std::optional<app::Verdict> judge(const app::Question& question, const app::LessonState& state,
                                  const engine::Trace& trace) {
  switch (question.kind) {
    case Ask::kNumber:
      return state.is_answered ? app::judge_number(question, state.typed, trace) : std::nullopt;
    case Ask::kShape:
      return state.is_answered ? app::judge_shape(question, state.typed, trace) : std::nullopt;
    case Ask::kCell:
      if (!state.clicked) return std::nullopt;
      return app::judge_cell(question, state.clicked->first, state.clicked->second, trace);
    case Ask::kChoice:
      if (!state.choice || *state.choice >= question.choices.size()) return std::nullopt;
      return app::judge_choice(question, *state.choice);
    case Ask::kOrder:
      if (state.order.size() != question.choices.size()) return std::nullopt;
      return app::judge_order(state.order);
  }
  return std::nullopt;
}

}  // namespace

const app::Lesson* open_lesson(const Frame& frame) {
  const std::string& id = frame.session.desk().lesson.id;
  return id.empty() ? nullptr : app::find_lesson(frame.tr.language(), id);
}

const app::LessonStep* lesson_step(const Frame& frame) {
  const app::Lesson* const lesson = open_lesson(frame);
  if (lesson == nullptr || lesson->steps.empty()) return nullptr;
  return &lesson->steps.at(std::min(frame.session.desk().lesson.step, lesson->steps.size() - 1));
}

bool has_wandered(const Frame& frame) {
  const app::LessonStep* const step = lesson_step(frame);
  if (step == nullptr) return false;
  const app::Document& now = frame.session.document();
  return !(now.focus == step->document.focus) || !app::same_run(now, step->document);
}

std::optional<app::Verdict> verdict(const Frame& frame) {
  const app::LessonStep* const step = lesson_step(frame);
  const bool is_asked = step != nullptr && step->question && frame.session.trace() != nullptr;
  if (!is_asked) return std::nullopt;
  return judge(*step->question, frame.session.desk().lesson, *frame.session.trace());
}

bool is_covered(const Frame& frame) {
  const app::LessonStep* const step = lesson_step(frame);
  const bool may_cover = step != nullptr && step->question && !step->question->cover.empty();
  if (!may_cover || frame.session.desk().lesson.is_shown) return false;
  const auto judged = verdict(frame);
  return !(judged && judged->is_right) && !has_wandered(frame);
}

void go_to_lesson_step(const Frame& frame, const app::Lesson& lesson, size_t step) {
  const size_t to = std::min(step, lesson.steps.size() - 1);
  frame.requests.arrange([id = lesson.id, to](app::Desk& desk) {
    desk.lesson = {};
    desk.lesson.id = id;
    desk.lesson.step = to;
  });
  set_up(frame, lesson.steps.at(to));
}

void return_to_step(const Frame& frame) {
  if (const app::LessonStep* const step = lesson_step(frame)) set_up(frame, *step);
}

void close_lesson(const Frame& frame) {
  frame.requests.arrange([](app::Desk& desk) { desk.lesson = {}; });
}

}  // namespace views
