// lesson_check.cpp: one step after the other.
#include "app/lessons/lesson_check.h"

#include <algorithm>

#include "app/document/model_input.h"
#include "app/lessons/expression.h"
#include "app/lessons/prose.h"
#include "app/text/quotable.h"
#include "app/text/tr.h"

namespace app {
namespace {

using engine::Error;

class StepCheck {
 public:
  StepCheck(const LessonStep& step, std::span<const std::string> views, std::vector<LessonFault>& faults)
      : step_(step), views_(views), faults_(faults) {}

  void run() {
    check_view();
    check_length();
    const auto trace = make_trace(step_.document);
    if (!trace) return fail(trace.error());
    trace_ = *trace;
    check_focus();
    check_numbers(step_.prose);
    check_numbers(step_.slip);
    if (step_.question) check_question(*step_.question);
  }

 private:
  void fail(Error error, std::optional<int> line = std::nullopt) {
    faults_.push_back({line.value_or(step_.line), std::move(error)});
  }

  void check_view() {
    if (std::ranges::find(views_, step_.document.focus.view) != views_.end()) return;
    std::string all;
    for (const std::string& name : views_) all.append(all.empty() ? "" : ", ").append(name);
    fail({"error.lesson_view", {{"view", quotable(step_.document.focus.view)}, {"choices", all}}});
  }

  void check_length() {
    const int words = count_words(plain_prose(read_prose(step_.prose)));
    if (words == 0) fail({"error.lesson_no_prose", {}}, step_.prose_line);
    if (words > kMostProseWords) {
      fail({"error.lesson_long",
            {{"words", std::to_string(words)}, {"most", std::to_string(kMostProseWords)}}},
           step_.prose_line);
    }
  }

  void check_focus() {
    const Focus& focus = step_.document.focus;
    const auto stage = find(focus.stage);
    if (!stage) return;
    if (focus.pinned) {
      if (auto bad = check_cell(*trace_, *stage, focus.pinned->first, focus.pinned->second)) fail(*bad);
    }
    const engine::Index rows = trace_->stage(*stage).rows;
    if (focus.token && *focus.token >= rows) {
      fail({"error.lesson_token",
            {{"token", std::to_string(*focus.token)}, {"last", std::to_string(rows - 1)}}});
    }
  }

  std::optional<int> find(const std::string& address) {
    const auto stage = trace_->find(address);
    if (!stage)
      fail({"error.unknown_stage",
            {{"stage", quotable(address)}, {"nearest", engine::first_names(trace_->nearest(address, 3))}}});
    return stage;
  }

  std::optional<double> number(std::string_view expression, std::optional<int> line = std::nullopt) {
    const auto value = evaluate(expression, *trace_);
    if (value) return *value;
    fail(value.error(), line);
    return std::nullopt;
  }

  void check_numbers(std::string_view markdown) {
    fill_values(markdown, [this](std::string_view expression) {
      number(expression, step_.prose_line);
      return std::string();
    });
  }

  void check_question(const Question& question) {
    if (!question.cover.empty()) find(question.cover);
    check_numbers(question.reveal);
    if (question.kind == Ask::kNumber) check_mistakes(question);
    if (question.kind == Ask::kCell) {
      check_cells(question.answer);
    } else if (question.kind == Ask::kShape) {
      const auto shape = evaluate_shape(question.answer, *trace_);
      if (!shape) fail(shape.error());
    }
  }

  // Every cell of the answer can be clicked.
  void check_cells(const std::string& answer) {
    const auto cells = evaluate_cells(answer, *trace_);
    if (!cells) return fail(cells.error());
    const auto stage = trace_->find(step_.document.focus.stage);
    if (!stage) return;
    for (const auto& [row, column] : *cells) {
      if (auto bad = check_cell(*trace_, *stage, row, column)) fail(*bad);
    }
  }

  // A mistake that gives the right number would be called wrong.
  void check_mistakes(const Question& question) {
    const auto right = number(question.answer);
    for (const Mistake& mistake : question.mistakes) {
      const auto wrong = number(mistake.value);
      if (!right || !wrong || !is_near(*wrong, *right)) continue;
      fail({"error.lesson_same_number",
            {{"value", quotable(mistake.value)}, {"answer", quotable(question.answer)}}});
    }
  }

  const LessonStep& step_;
  std::span<const std::string> views_;
  std::vector<LessonFault>& faults_;
  std::shared_ptr<const engine::Trace> trace_;
};

}  // namespace

std::vector<LessonFault> check_lesson(const Lesson& lesson, std::span<const std::string> views) {
  std::vector<LessonFault> faults;
  for (const LessonStep& step : lesson.steps) StepCheck(step, views, faults).run();
  return faults;
}

std::string fill_prose(std::string_view prose, const engine::Trace& trace) {
  return fill_values(prose, [&](std::string_view expression) {
    const auto value = evaluate(expression, trace);
    return value ? lesson_number(*value) : std::string(expression);
  });
}

}  // namespace app
