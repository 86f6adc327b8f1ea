// lesson_check.cpp: one step after the other.
#include "app/lessons/lesson_check.h"

#include <algorithm>

#include "app/document/model_input.h"
#include "app/lessons/expression.h"
#include "app/lessons/prose.h"
#include "app/text/plain_text.h"
#include "app/text/quotable.h"
#include "engine/core/address.h"
#include "engine/core/parallel.h"

namespace app {
namespace {

using engine::Error;

class StepCheck {
 public:
  StepCheck(const LessonStep& step, const WindowNames& names, std::vector<LessonFault>& faults)
      : step_(step), names_(names), faults_(faults) {}

  void run() {
    check_names();
    check_length();
    const auto trace = make_trace(step_.document);
    if (!trace) return fail(trace.error(), setting_line());
    if (!*trace) return;  // stopped
    trace_ = *trace;
    check_focus();
    check_numbers(step_.prose, step_.prose_line);
    check_numbers(step_.slip, line("slip"));
    if (step_.question) check_question(*step_.question);
  }

 private:
  void fail(Error error, std::optional<int> line = std::nullopt) {
    faults_.push_back({line.value_or(step_.line), std::move(error)});
  }

  int line(std::string_view field) const { return line_of(step_, field); }

  // Of what made the run: the last such field of the step.
  int setting_line() const { return std::max({line("session"), line("set"), line("model")}); }

  void check_names() {
    const std::string& view = step_.document.focus.view;
    if (std::ranges::find(names_.views, view) == names_.views.end())
      fail({"error.lesson_view", {{"view", quotable(view)}, {"choices", join(names_.views)}}}, line("view"));
    if (!step_.point.empty() && std::ranges::find(names_.parts, step_.point) == names_.parts.end())
      fail({"error.lesson_point", {{"part", quotable(step_.point)}, {"choices", join(names_.parts)}}},
           line("point"));
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
    const auto stage = find(focus.stage, line("look"));
    if (!stage) return;
    const bool has_figures = focus.view == "model" && !figures_of(step_).empty();
    if (step_.motion == StepMotion::kFigures && !has_figures)
      fail({"error.lesson_figures", {{"stage", quotable(focus.stage)}}}, line("play"));
    if (focus.pinned) {
      if (auto bad = check_cell(*trace_, *stage, focus.pinned->first, focus.pinned->second))
        fail(*bad, line("pin"));
    }
    const engine::Index rows = trace_->stage(*stage).rows;
    if (focus.token && *focus.token >= rows) {
      fail({"error.lesson_token",
            {{"token", std::to_string(*focus.token)}, {"last", std::to_string(rows - 1)}}},
           line("token"));
    }
  }

  std::optional<int> find(const std::string& address, int line) {
    const auto stage = stage_named(address, *trace_);
    if (stage) return *stage;
    fail(stage.error(), line);
    return std::nullopt;
  }

  std::optional<double> number(std::string_view expression, std::optional<int> line = std::nullopt) {
    const auto value = evaluate(expression, *trace_);
    if (value) return *value;
    fail(value.error(), line);
    return std::nullopt;
  }

  void check_numbers(std::string_view markdown, int line) {
    fill_values(markdown, [&](std::string_view expression) {
      number(expression, line);
      return std::string();
    });
  }

  void check_question(const Question& question) {
    if (!question.cover.empty()) find(question.cover, line("cover"));
    check_numbers(question.reveal, line("reveal"));
    for (const Choice& choice : question.choices) {
      check_numbers(choice.text, step_.prose_line);
      check_numbers(choice.why, step_.prose_line);
    }
    for (const Mistake& mistake : question.mistakes) check_numbers(mistake.text, mistake.line);
    if (question.kind == Ask::kNumber) check_mistakes(question);
    if (question.kind == Ask::kCell) {
      check_cells(question.answer);
    } else if (question.kind == Ask::kShape) {
      const auto shape = evaluate_shape(question.answer, *trace_);
      if (!shape) fail(shape.error(), line("answer"));
    }
  }

  // Every cell of the answer can be clicked, in the stage that is covered.
  void check_cells(const std::string& answer) {
    const auto cells = evaluate_cells(answer, *trace_);
    if (!cells) return fail(cells.error(), line("answer"));
    const std::string& cover = step_.question->cover;
    if (cover.empty()) return fail({"error.lesson_cell_cover", {}}, line("ask"));
    const auto stage = trace_->find(cover);
    if (!stage) return;
    for (const auto& [row, column] : *cells) {
      if (auto bad = check_cell(*trace_, *stage, row, column)) fail(*bad, line("answer"));
    }
  }

  // A mistake that gives the right number would be called wrong.
  void check_mistakes(const Question& question) {
    const auto right = number(question.answer, line("answer"));
    for (const Mistake& mistake : question.mistakes) {
      const auto wrong = number(mistake.value, mistake.line);
      if (!right || !wrong || !is_near(*wrong, *right)) continue;
      fail({"error.lesson_same_number",
            {{"value", quotable(mistake.value)}, {"answer", quotable(question.answer)}}},
           mistake.line);
    }
  }

  const LessonStep& step_;
  const WindowNames& names_;
  std::vector<LessonFault>& faults_;
  std::shared_ptr<const engine::Trace> trace_;
};

}  // namespace

std::string figures_of(const LessonStep& step) {
  const std::string& stage = step.document.focus.stage;
  const engine::Sublayer sublayer = engine::parse_address(stage).sublayer;
  const bool is_attention = sublayer == engine::Sublayer::kSelf || sublayer == engine::Sublayer::kCross;
  return step.motion == StepMotion::kFigures && is_attention ? engine::sublayer_of(stage) : std::string();
}

std::vector<LessonFault> check_lesson(const Lesson& lesson, const WindowNames& names) {
  std::vector<LessonFault> faults;
  for (const LessonStep& step : lesson.steps) {
    if (engine::stop_requested()) break;
    StepCheck(step, names, faults).run();
  }
  return faults;
}

Error with_line(const LessonFault& fault, const Words& words) {
  return {"lesson.fault", {{"line", std::to_string(fault.line)}, {"reason", words(fault.error)}}};
}

std::string fill_prose(std::string_view prose, const engine::Trace& trace) {
  return fill_values(prose, [&](std::string_view expression) {
    const auto value = evaluate(expression, trace);
    return value ? lesson_number(*value) : std::string(expression);
  });
}

}  // namespace app
