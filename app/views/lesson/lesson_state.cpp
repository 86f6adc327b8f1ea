// lesson_state.cpp: reads the desk's lesson, and asks for the next.
#include "app/views/lesson/lesson_state.h"

#include <algorithm>

#include "app/document/document_line.h"
#include "app/lessons/shelf.h"
#include "app/views/core/motion.h"

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
      return app::judge_order(question, state.order);
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
  if (step == nullptr || !step->sets_up) return false;
  const app::Document& now = frame.session.document();
  const app::Document& wanted = step->document;
  return now.focus != wanted.focus || now.labs != wanted.labs || now.efficient != wanted.efficient ||
         !app::same_run(now, wanted);
}

std::shared_ptr<const engine::Trace> step_run(const Frame& frame) {
  const app::LessonStep* const step = lesson_step(frame);
  if (step == nullptr) return nullptr;
  if (!step->sets_up) return frame.session.trace();
  const auto& kept = frame.session.desk().lesson.run;
  const bool is_there = !kept && frame.session.trace() != nullptr &&
                        app::same_run(frame.session.trace_document(), step->document);
  return is_there ? frame.session.trace() : kept;
}

void keep_up_with_step(const Frame& frame) {
  const app::LessonStep* const step = lesson_step(frame);
  const app::LessonState& state = frame.session.desk().lesson;
  if (step == nullptr || !step->sets_up || (state.run && !state.is_to_move)) return;
  auto run = step_run(frame);
  if (!run) return;
  const bool plays = state.is_to_move && step->motion == app::StepMotion::kFilm;
  frame.requests.arrange([run = std::move(run), plays](app::Desk& desk) {
    desk.lesson.run = run;
    desk.lesson.is_to_move = false;
    if (plays) desk.playback.is_open = desk.playback.is_playing = true;
  });
}

std::optional<app::Verdict> verdict(const Frame& frame) {
  const app::LessonStep* const step = lesson_step(frame);
  const auto run = step != nullptr && step->question ? step_run(frame) : nullptr;
  return run ? judge(*step->question, frame.session.desk().lesson, *run) : std::nullopt;
}

bool is_covered(const Frame& frame) {
  const app::LessonStep* const step = lesson_step(frame);
  const bool may_cover = step != nullptr && step->question && !step->question->cover.empty();
  if (!may_cover || frame.session.desk().lesson.is_shown) return false;
  const auto judged = verdict(frame);
  // Walking through the same run would tell the answer as well.
  return !(judged && judged->is_right) && app::same_run(frame.session.document(), step->document);
}

void go_to_lesson_step(const Frame& frame, const app::Lesson& lesson, size_t step) {
  const size_t to = std::min(step, lesson.steps.size() - 1);
  const app::LessonStep& opened = lesson.steps.at(to);
  frame.requests.arrange([id = lesson.id, to](app::Desk& desk) {
    desk.lesson = {};
    desk.lesson.id = id;
    desk.lesson.step = to;
    desk.lesson.is_to_move = true;
    desk.playback.is_open = desk.playback.is_playing = false;
    desk.playback.position = 0;
  });
  if (!opened.sets_up) return;
  set_up(frame, opened);
  const app::Focus& focus = opened.document.focus;
  if (opened.motion == app::StepMotion::kFold && focus.pinned)
    frame.motion.fold(focus.stage, focus.pinned->first);
}

void step_lesson(const Frame& frame, int by) {
  const app::Lesson* const lesson = open_lesson(frame);
  if (lesson == nullptr) return;
  const int to = static_cast<int>(frame.session.desk().lesson.step) + by;
  if (to >= 0 && to < static_cast<int>(lesson->steps.size()))
    go_to_lesson_step(frame, *lesson, static_cast<size_t>(to));
}

void return_to_step(const Frame& frame) {
  const app::LessonStep* const step = lesson_step(frame);
  if (step != nullptr && step->sets_up) set_up(frame, *step);
}

void close_lesson(const Frame& frame) {
  frame.requests.arrange([](app::Desk& desk) { desk.lesson = {}; });
}

}  // namespace views
