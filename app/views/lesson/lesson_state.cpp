// lesson_state.cpp: reads the desk's lesson, and asks for the next.
#include "app/views/lesson/lesson_state.h"

#include <algorithm>

#include "app/document/document_line.h"
#include "app/lessons/expression.h"
#include "app/lessons/lesson_check.h"
#include "app/lessons/shelf.h"
#include "app/session/lesson_taking.h"
#include "app/views/core/motion.h"

namespace views {
namespace {

using Cell = std::pair<engine::Index, engine::Index>;

// The file of a lesson, if it is the open one and from a file.
std::shared_ptr<const app::OwnLesson> file_of(const Frame& frame, const app::Lesson& lesson) {
  const auto& own = frame.session.desk().lesson.own;
  return own && &own->lesson == &lesson ? own : nullptr;
}

// The cell that an answer settles: the one that was clicked if it is right, or the first right one if the
// answer was asked for. Nullopt while the question is open, or where it asks for no cell.
std::optional<Cell> settled_cell(const Frame& frame, const app::LessonStep& step,
                                 const app::GivenAnswer& given) {
  if (!step.question || step.question->kind != app::Ask::kCell) return std::nullopt;
  const auto run = step_run(frame);
  if (!run) return std::nullopt;
  const auto judged = app::judge(*step.question, given, *run);
  if (judged && judged->is_right) return given.clicked;
  const auto right = app::evaluate_cells(step.question->answer, *run);
  return given.is_shown && right && !right->empty() ? std::optional(right->front()) : std::nullopt;
}

}  // namespace

const app::Lesson* open_lesson(const Frame& frame) {
  const app::LessonState& open = frame.session.desk().lesson;
  if (open.own) return &open.own->lesson;
  const std::string& id = open.id;
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
  app::Focus focus = wanted.focus;
  const auto asked = settled_cell(frame, *step, frame.session.desk().lesson.given);
  if (asked && now.focus.pinned == asked) focus.pinned = asked;
  const std::string figures = app::figures_of(*step);
  if (!figures.empty() && frame.session.desk().opened_attention != figures) return true;
  return now.focus != focus || now.labs != wanted.labs || now.efficient != wanted.efficient ||
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

namespace {

void note_answer(const Frame& frame, const app::LessonStep& step) {
  const auto run = step.question ? step_run(frame) : nullptr;
  if (!run) return;
  const app::Desk& desk = frame.session.desk();
  const std::string key = app::lesson_key(desk.lesson);
  const size_t at = desk.lesson.step;
  const auto progress = desk.progress.find(key);
  const app::AnswerRecord* before = nullptr;
  if (progress != desk.progress.end()) {
    const auto found = progress->second.answers.find(at);
    if (found != progress->second.answers.end()) before = &found->second;
  }
  auto next = app::next_record(before, step, desk.lesson.given, *run, frame.tr.counts_from());
  if (!next) return;
  next->question = app::question_key(step, desk.lesson.own != nullptr);
  frame.requests.arrange(
      [key, at, record = *std::move(next)](app::Desk& noted) { noted.progress[key].answers[at] = record; });
}

}  // namespace

void keep_up_with_step(const Frame& frame) {
  const app::LessonStep* const step = lesson_step(frame);
  if (step != nullptr) note_answer(frame, *step);
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
  return run ? app::judge(*step->question, frame.session.desk().lesson.given, *run) : std::nullopt;
}

bool is_settled(const Frame& frame) {
  const app::LessonStep* const step = lesson_step(frame);
  if (step == nullptr || !step->question || frame.session.desk().lesson.given.is_shown) return true;
  const auto judged = verdict(frame);
  return judged && judged->is_right;
}

bool is_covered(const Frame& frame) {
  const app::LessonStep* const step = lesson_step(frame);
  const bool may_cover = step != nullptr && step->question && !step->question->cover.empty();
  // Walking through the same run would tell the answer as well.
  return may_cover && !is_settled(frame) && app::same_run(frame.session.document(), step->document);
}

void change_answer(const Frame& frame, const std::function<void(app::GivenAnswer&)>& change) {
  frame.requests.arrange([change](app::Desk& desk) { change(desk.lesson.given); });
  const app::LessonStep* const step = lesson_step(frame);
  if (step == nullptr || !app::same_run(frame.session.document(), step->document)) return;
  app::GivenAnswer given = frame.session.desk().lesson.given;
  change(given);
  if (const auto cell = settled_cell(frame, *step, given))
    frame.requests.edit("", [cell](app::State& state) { state.document.focus.pinned = cell; });
}

void go_to_lesson_step(const Frame& frame, const app::Lesson& lesson, size_t step) {
  app::open_lesson_step(frame.requests, lesson, file_of(frame, lesson), step);
  const app::LessonStep& opened = lesson.steps.at(std::min(step, lesson.steps.size() - 1));
  const app::Focus& focus = opened.document.focus;
  if (opened.motion == app::StepMotion::kFold && focus.pinned)
    frame.motion.fold(focus.stage, focus.pinned->first);
}

void open_lesson_where_left(const Frame& frame, const app::Lesson& lesson) {
  go_to_lesson_step(frame, lesson, app::step_left(frame.session.desk().progress, lesson.id));
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
  if (step == nullptr || !step->sets_up) return;
  frame.requests.arrange(
      [figures = app::figures_of(*step)](app::Desk& desk) { desk.opened_attention = figures; });
  frame.requests.open_session(app::to_line(step->document));
}

void end_lesson(const Frame& frame) {
  frame.requests.arrange([](app::Desk& desk) {
    const std::string key = app::lesson_key(desk.lesson);
    if (!key.empty()) desk.progress[key].is_done = true;
  });
}

void close_lesson(const Frame& frame) {
  frame.requests.arrange([](app::Desk& desk) { desk.lesson = {}; });
}

}  // namespace views
