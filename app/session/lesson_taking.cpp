// lesson_taking.cpp: one kind of answer for each kind of question.
#include "app/session/lesson_taking.h"

#include <algorithm>

#include "app/document/document_line.h"
#include "app/lessons/lesson_check.h"
#include "app/lessons/prose.h"

namespace app {
namespace {

std::string item_words(const Question& question, size_t item, const engine::Trace& trace) {
  std::string words = plain_prose(read_prose(fill_prose(question.choices.at(item).text, trace)));
  while (words.ends_with('\n')) words.pop_back();
  return words;
}

}  // namespace

void open_lesson_step(Requests& requests, const Lesson& lesson, std::shared_ptr<const OwnLesson> own,
                      size_t step) {
  const size_t to = std::min(step, lesson.steps.size() - 1);
  const LessonStep& opened = lesson.steps.at(to);
  requests.arrange([id = own ? std::string() : lesson.id, title = lesson.title, own, to](Desk& desk) {
    desk.lesson = {};
    desk.lesson.id = id;
    desk.lesson.own = own;
    desk.lesson.step = to;
    desk.lesson.is_to_move = true;
    desk.playback.is_open = desk.playback.is_playing = false;
    desk.playback.position = 0;
    LessonProgress& progress = desk.progress[lesson_key(desk.lesson)];
    progress.title = title;
    progress.step = to;
    progress.furthest = std::max(progress.furthest, to);
    const auto answered = progress.answers.find(to);
    if (answered != progress.answers.end()) desk.lesson.given = answered->second.given;
  });
  if (opened.sets_up) requests.open_session(to_line(opened.document));
}

size_t step_left(const AllProgress& progress, const std::string& key, size_t steps) {
  const auto left = progress.find(key);
  return left == progress.end() || left->second.step + 1 >= steps ? 0 : left->second.step;
}

std::optional<Verdict> judge(const Question& question, const GivenAnswer& given, const engine::Trace& trace) {
  switch (question.kind) {
    case Ask::kNumber:
      return given.is_answered ? judge_number(question, given.typed, trace) : std::nullopt;
    case Ask::kShape:
      return given.is_answered ? judge_shape(question, given.typed, trace) : std::nullopt;
    case Ask::kCell:
      if (!given.clicked) return std::nullopt;
      return judge_cell(question, given.clicked->first, given.clicked->second, trace);
    case Ask::kChoice:
      if (!given.choice || *given.choice >= question.choices.size()) return std::nullopt;
      return judge_choice(question, *given.choice);
    case Ask::kOrder:
      if (given.order.size() != question.choices.size()) return std::nullopt;
      return judge_order(question, given.order);
  }
  return std::nullopt;
}

std::string answer_words(const Question& question, const GivenAnswer& given, const engine::Trace& trace,
                         int first) {
  std::string words;
  switch (question.kind) {
    case Ask::kNumber:
    case Ask::kShape:
      return given.typed;
    case Ask::kCell:
      if (given.clicked) {
        words.append("[").append(std::to_string(given.clicked->first + first)).append(", ");
        words.append(std::to_string(given.clicked->second + first)).append("]");
      }
      return words;
    case Ask::kChoice:
      if (given.choice && *given.choice < question.choices.size())
        words = item_words(question, *given.choice, trace);
      return words;
    case Ask::kOrder:
      for (const size_t item : given.order) {
        if (item >= question.choices.size()) continue;
        words.append(words.empty() ? "" : " → ").append(item_words(question, item, trace));
      }
      return words;
  }
  return words;
}

std::optional<AnswerRecord> next_record(const AnswerRecord* before, const Question& question,
                                        const GivenAnswer& now, const engine::Trace& trace, int first) {
  const auto judged = judge(question, now, trace);
  const bool is_new = before == nullptr || before->given != now;
  if (!is_new || !(judged || now.is_shown)) return std::nullopt;
  AnswerRecord record = before != nullptr ? *before : AnswerRecord{};
  record.given = now;
  if (!judged) return record;
  std::string words = answer_words(question, now, trace, first);
  // Asking for the answer afterwards is no other try.
  if (words != record.words) ++record.tries;
  record.words = std::move(words);
  record.is_right = judged->is_right;
  return record;
}

}  // namespace app
