// lesson_taking.cpp: one kind of answer for each kind of question.
#include "app/session/lesson_taking.h"

#include <algorithm>

#include "app/document/document_line.h"
#include "app/lessons/lesson_check.h"
#include "app/lessons/prose.h"
#include "engine/core/random.h"
#include "engine/core/utf8.h"

namespace app {
namespace {

constexpr size_t kLongestWords = 500;  // bytes of an answer that are kept

std::string item_words(const Question& question, size_t item, const engine::Trace& trace) {
  std::string words = plain_prose(read_prose(fill_prose(question.choices.at(item).text, trace)));
  while (words.ends_with('\n')) words.pop_back();
  return words;
}

// Forgets answers to questions that are asked no more.
void forget_changed(const Lesson& lesson, bool with_words, LessonProgress& progress) {
  std::erase_if(progress.answers, [&](const auto& answered) {
    const auto& [step, record] = answered;
    return step >= lesson.steps.size() || !lesson.steps[step].question ||
           record.question != question_key(lesson.steps[step], with_words);
  });
}

}  // namespace

std::uint64_t question_key(const LessonStep& step, bool with_words) {
  std::string key = to_line(step.document);
  if (step.question) {
    key.append(std::to_string(static_cast<int>(step.question->kind))).append(step.question->answer);
    for (const Choice& choice : step.question->choices) {
      key += choice.is_right ? '+' : '-';
      if (with_words) key += choice.text;
    }
  }
  constexpr float kValues = 0x1p24f;  // of one draw
  const engine::RandomStream stream(0, key);
  const auto part = [&](uint64_t draw) { return static_cast<uint64_t>(stream.uniform(draw) * kValues); };
  return part(0) << 24U | part(1);
}

void open_lesson_step(Requests& requests, const Lesson& lesson, const std::shared_ptr<const OwnLesson>& own,
                      size_t step) {
  const size_t to = std::min(step, lesson.steps.size() - 1);
  const LessonStep& opened = lesson.steps.at(to);
  // The lesson lives as long as the program, or its file's does.
  requests.arrange([&lesson, &opened, own, to](Desk& desk) {
    desk.lesson = {};
    desk.lesson.id = own ? std::string() : lesson.id;
    desk.lesson.own = own;
    desk.lesson.step = to;
    desk.lesson.is_to_move = true;
    desk.playback.is_open = desk.playback.is_playing = false;
    desk.playback.position = 0;
    if (opened.sets_up) desk.opened_attention = figures_of(opened);
    LessonProgress& progress = desk.progress[lesson_key(desk.lesson)];
    progress.title = lesson.title;
    progress.step = to;
    progress.furthest = std::max(progress.furthest, to);
    progress.is_done = false;
    forget_changed(lesson, own != nullptr, progress);
    const auto answered = progress.answers.find(to);
    if (answered != progress.answers.end()) desk.lesson.given = answered->second.given;
  });
  if (opened.sets_up) requests.open_session(to_line(opened.document));
}

size_t step_left(const AllProgress& progress, const std::string& key) {
  const auto left = progress.find(key);
  return left == progress.end() || left->second.is_done ? 0 : left->second.step;
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

std::optional<AnswerRecord> next_record(const AnswerRecord* before, const LessonStep& step,
                                        const GivenAnswer& now, const engine::Trace& trace, int first) {
  if (before != nullptr && before->given == now) return std::nullopt;
  const auto judged = judge(*step.question, now, trace);
  if (!judged && !now.is_shown) return std::nullopt;
  AnswerRecord record = before != nullptr ? *before : AnswerRecord{};
  record.given = now;
  if (!judged) return record;
  std::string words = answer_words(*step.question, now, trace, first);
  if (words.size() > kLongestWords) words.resize(engine::letter_start(words, kLongestWords));
  // Asking for the answer afterwards is no other try.
  if (words != record.words) ++record.tries;
  record.words = std::move(words);
  record.is_right = judged->is_right;
  return record;
}

}  // namespace app
