// lesson.cpp: any bytes are read as a lesson, with its faults by line; its prose is set, and its numbers are
// worked out or refused.
#include <algorithm>

#include "app/lessons/answer.h"
#include "app/lessons/expression.h"
#include "app/lessons/lesson_reader.h"
#include "app/lessons/prose.h"
#include "tests/fuzz/fuzz.h"

namespace {

const engine::Trace& small_run() {
  static const auto kTrace = app::make_trace({}).value();
  return *kTrace;
}

void answer_as_somebody(const app::Question& question) {
  for (const char* typed : {"", "1", "−∞", "0.5", "2 x 2", "1e999"}) {
    app::judge_number(question, typed, small_run());
    app::judge_shape(question, typed, small_run());
  }
  app::judge_cell(question, 1, 2, small_run());
  for (size_t i = 0; i < question.choices.size(); ++i)
    require(app::judge_choice(question, i).is_right == question.choices[i].is_right, "a choice is judged");
  app::right_answer(question, small_run(), 1);
}

void work_out(const app::LessonStep& step) {
  app::plain_prose(app::read_prose(step.prose));
  app::fill_values(step.prose, [](std::string_view expression) {
    const auto value = app::evaluate(expression, small_run());
    require(value.ok() || value.error().key.starts_with("error."), "a refusal names its reason");
    return std::string();
  });
  if (!step.question) return;
  answer_as_somebody(*step.question);
  const std::string& answer = step.question->answer;
  const auto shape = app::evaluate_shape(answer, small_run());
  require(!shape.ok() || (shape->first >= 0 && shape->second >= 0), "a shape has a size");
  const auto cells = app::evaluate_cells(answer, small_run());
  require(!cells.ok() || !cells->empty(), "an answer names a cell");
}

}  // namespace

std::vector<std::string> seeds() {
  const std::string head =
      "---\nlesson: 1\nid: small\nnumber: 4\ntitle: A small one\nminutes: 6\nrows: 23, 24\n---\n";
  return {
      head +
          "session: {\"headlight\":1,\"text\":\"a b\"}\nlook: encoder.0.self.head.0.weights\npin: 1,0\n\n"
          "It is {value encoder.0.self.head.0.weights 1,0}, **so**.\n---\nset: {\"scale\":false}\ntoken: 1\n"
          "ask: number\nanswer: 2 * (rows encoder.0.self.head.0.q + 1)\nwrong: 3: No.\n\nHow many?\n",
      head + "model: who\n\n1. a\n2. $\\sqrt{d_k}$\n",
      head +
          "ask: choice\n\nWhich?\n- [ ] a\n  why\n- [x] b\n---\nask: cell\n"
          "answer: largest encoder.0.self.head.0.weights 1\n\nWhich?\n",
      head + "ask: shape\nanswer: shape encoder.0.self.head.0.q\n\n```\n---\n```\n",
      head + "\n{value encoder.0.self.head.0.weights 1,0 + ((((((}\n",
      "---\n---\n---\n---\n",
      "\xEF\xBB\xBF---\r\nid: a\r\ntitle: b\r\n---\r\n\r\nOne.\r\n"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string file(reinterpret_cast<const char*>(data), size);
  const app::ReadLesson read = app::read_lesson(file);
  const auto lines = static_cast<int>(std::ranges::count(file, '\n')) + 1;
  for (const app::LessonFault& fault : read.faults) {
    require(fault.line >= 1 && fault.line <= lines, "a fault names a line of the file");
    require(fault.error.key.starts_with("error."), "a fault names its reason");
  }
  for (const app::LessonStep& step : read.lesson.steps) work_out(step);
  return 0;
}
