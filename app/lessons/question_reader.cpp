// question_reader.cpp: the fields of a question, and the list below its prose.
#include "app/lessons/question_reader.h"

#include <algorithm>
#include <array>

#include "app/text/plain_text.h"
#include "app/text/quotable.h"
#include "app/text/tr.h"

namespace app {
namespace {

using engine::Error;

struct AskName {
  std::string_view name;
  Ask kind;
};
constexpr std::array<AskName, 5> kAsks = {{{"number", Ask::kNumber},
                                           {"cell", Ask::kCell},
                                           {"choice", Ask::kChoice},
                                           {"shape", Ask::kShape},
                                           {"order", Ask::kOrder}}};
constexpr std::array<std::string_view, 4> kFieldsOfQuestions = {"answer", "wrong", "reveal", "cover"};

std::string ask_names() {
  std::vector<std::string_view> names;
  names.reserve(kAsks.size());
  for (const AskName& ask : kAsks) names.push_back(ask.name);
  return join(names);
}

const LessonField* find_field(const LessonPart& part, std::string_view key) {
  const auto found = std::ranges::find(part.fields, key, &LessonField::key);
  return found == part.fields.end() ? nullptr : &*found;
}

// What stands behind the mark of a list's item; nullopt where the line is none.
struct Item {
  std::string_view text;
  bool is_right = false;
};
std::optional<Item> choice_of(std::string_view line) {
  const std::string_view text = trimmed(line);
  if (text.starts_with("- [ ] ")) return Item{trimmed(text.substr(6))};
  if (text.starts_with("- [x] ") || text.starts_with("- [X] ")) return Item{trimmed(text.substr(6)), true};
  return std::nullopt;
}
std::optional<Item> numbered_of(std::string_view line) {
  const std::string_view text = trimmed(line);
  const size_t digits = text.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string_view::npos) return std::nullopt;
  if (text.substr(digits, 2) != ". ") return std::nullopt;
  return Item{trimmed(text.substr(digits + 2))};
}

// Takes the list off the prose: items, and indented lines below one that say why.
std::vector<Choice> take_list(std::string& prose, std::optional<Item> (*item_of)(std::string_view)) {
  std::vector<Choice> list;
  std::string kept;
  std::string_view rest = prose;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (const auto item = line.starts_with(' ') ? std::nullopt : item_of(line)) {
      list.push_back({std::string(item->text), "", item->is_right});
    } else if (!list.empty() && line.starts_with("  ") && !trimmed(line).empty()) {
      std::string& why = list.back().why;
      why.append(why.empty() ? "" : " ").append(trimmed(line));
    } else {
      kept.append(line).append("\n");
    }
  }
  prose = trimmed(kept);
  return list;
}

// "EXPRESSION: what went wrong".
std::optional<Mistake> mistake_of(std::string_view value) {
  const size_t colon = value.find(": ");
  if (colon == std::string_view::npos) return std::nullopt;
  Mistake mistake{std::string(trimmed(value.substr(0, colon))),
                  std::string(trimmed(value.substr(colon + 2)))};
  if (mistake.value.empty() || mistake.text.empty()) return std::nullopt;
  return mistake;
}

// Reads one question's parts.
class QuestionReader {
 public:
  QuestionReader(const LessonPart& part, const LessonField& ask, std::vector<LessonFault>& faults)
      : part_(part), ask_(ask), faults_(faults) {}

  Question read(Ask kind, std::string& prose) {
    Question question;
    question.kind = kind;
    question.answer = text_of("answer");
    question.reveal = text_of("reveal");
    question.cover = text_of("cover");
    read_mistakes(question);
    refuse_unused(kind);
    if (kind == Ask::kChoice) {
      read_choices(question, prose);
    } else if (kind == Ask::kOrder) {
      question.choices = take_list(prose, numbered_of);
      if (question.choices.size() < 2) fail("error.lesson_order");
    } else if (question.answer.empty()) {
      fail("error.lesson_answer_missing");
    }
    return question;
  }

 private:
  std::string text_of(std::string_view key) const {
    const LessonField* const field = find_field(part_, key);
    return field == nullptr ? std::string() : std::string(field->value);
  }

  // Choices and orders carry their answers; only numbers have known mistakes.
  void refuse_unused(Ask kind) {
    const bool has_list = kind == Ask::kChoice || kind == Ask::kOrder;
    for (const LessonField& field : part_.fields) {
      const bool is_unused =
          (field.key == "answer" && has_list) || (field.key == "wrong" && kind != Ask::kNumber);
      if (is_unused)
        faults_.push_back({field.line, {"error.lesson_unused", {{"field", std::string(field.key)}}}});
    }
  }

  void read_choices(Question& question, std::string& prose) {
    question.choices = take_list(prose, choice_of);
    const auto right = std::ranges::count_if(question.choices, &Choice::is_right);
    if (question.choices.size() < 2) return fail("error.lesson_choices");
    if (right != 1) fail("error.lesson_right_choices", {{"count", std::to_string(right)}});
  }

  void read_mistakes(Question& question) {
    for (const LessonField& field : part_.fields) {
      if (field.key != "wrong") continue;
      if (auto mistake = mistake_of(field.value)) {
        mistake->line = field.line;
        question.mistakes.push_back(std::move(*mistake));
      } else {
        faults_.push_back({field.line, {"error.lesson_wrong", {{"value", quotable(field.value)}}}});
      }
    }
  }

  void fail(const char* key, Arguments arguments = {}) {
    faults_.push_back({ask_.line, {key, std::move(arguments)}});
  }

  const LessonPart& part_;
  const LessonField& ask_;
  std::vector<LessonFault>& faults_;
};

}  // namespace

std::optional<Question> read_question(const LessonPart& part, std::string& prose,
                                      std::vector<LessonFault>& faults) {
  const LessonField* const ask = find_field(part, "ask");
  if (ask == nullptr) {
    for (const std::string_view key : kFieldsOfQuestions) {
      if (const LessonField* const lost = find_field(part, key))
        faults.push_back({lost->line, {"error.lesson_without_ask", {{"field", std::string(key)}}}});
    }
    return std::nullopt;
  }
  const auto kind = std::ranges::find(kAsks, ask->value, &AskName::name);
  if (kind != kAsks.end()) return QuestionReader(part, *ask, faults).read(kind->kind, prose);
  faults.push_back(
      {ask->line, {"error.lesson_ask", {{"value", quotable(ask->value)}, {"choices", ask_names()}}}});
  return std::nullopt;
}

}  // namespace app
