// lesson_reader.cpp: the head of a lesson's file, and its steps.
#include "app/lessons/lesson_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

#include "app/document/checkpoints.h"
#include "app/document/document_json.h"
#include "app/document/document_line.h"
#include "app/lessons/expression.h"
#include "app/lessons/lesson_lines.h"
#include "app/lessons/question_reader.h"
#include "app/text/plain_text.h"
#include "app/text/quotable.h"
#include "app/text/tr.h"
#include "engine/core/utf8.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using nlohmann::json;

constexpr std::array<std::string_view, 6> kHeadFields = {"lesson", "id",      "number",
                                                         "title",  "minutes", "rows"};
constexpr std::array<std::string_view, 15> kStepFields = {"session", "model", "set",    "look",  "view",
                                                          "pin",     "token", "play",   "point", "ask",
                                                          "answer",  "wrong", "reveal", "cover", "slip"};
constexpr std::array<std::string_view, 7> kSettingUp = {"session", "model", "set",  "look",
                                                        "view",    "pin",   "token"};
constexpr std::string_view kFilm = "film";
constexpr std::string_view kFold = "fold";
constexpr std::string_view kFigures = "figures";
constexpr int kMostMinutes = 600;
constexpr int kMostLessons = 9999;

std::optional<int> whole(std::string_view text, int least, int most) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number && value >= least && value <= most ? std::optional(value) : std::nullopt;
}

class LessonReader {
 public:
  Lesson read_only_head(std::string_view file) {
    const auto parts = part_lesson(file, read_.faults);
    if (!parts.empty()) read_head(parts.front());
    return std::move(read_.lesson);
  }

  ReadLesson read(std::string_view file) {
    const auto parts = part_lesson(file, read_.faults);
    if (parts.empty()) return std::move(read_);
    read_head(parts.front());
    if (parts.size() == 1) fail(parts.front().line, "error.lesson_no_steps");
    if (parts.size() > kMostLessonSteps + 1) {
      fail(parts.at(kMostLessonSteps + 1).line, "error.lesson_many_steps",
           {{"most", std::to_string(kMostLessonSteps)}});
      return std::move(read_);
    }
    for (size_t i = 1; i < parts.size(); ++i) read_step(parts.at(i));
    return std::move(read_);
  }

 private:
  void fail(int line, std::string_view key, Arguments arguments = {}) {
    read_.faults.push_back({line, {std::string(key), std::move(arguments)}});
  }

  // Every key is known, and stands once, but for wrong answers.
  void check_fields(const LessonPart& part, std::span<const std::string_view> known) {
    std::set<std::string_view> seen;
    for (const LessonField& field : part.fields) {
      if (std::ranges::find(known, field.key) == known.end()) {
        fail(field.line, "error.lesson_field", {{"field", quotable(field.key)}, {"known", join(known)}});
      } else if (!seen.insert(field.key).second && field.key != "wrong") {
        fail(field.line, "error.lesson_field_twice", {{"field", std::string(field.key)}});
      }
    }
  }

  void read_head(const LessonPart& head) {
    check_fields(head, kHeadFields);
    Lesson& lesson = read_.lesson;
    for (const LessonField& field : head.fields) {
      if (field.key == "lesson") check_version(field);
      if (field.key == "id") read_id(field);
      if (field.key == "title") lesson.title = field.value;
      if (field.key == "number") read_number(field, 1, kMostLessons, lesson.number);
      if (field.key == "minutes") read_number(field, 1, kMostMinutes, lesson.minutes);
      if (field.key == "rows") read_rows(field);
    }
    if (lesson.id.empty()) fail(head.line, "error.lesson_field_missing", {{"field", "id"}});
    if (lesson.title.empty()) fail(head.line, "error.lesson_field_missing", {{"field", "title"}});
  }

  void check_version(const LessonField& field) {
    if (field.value != std::to_string(kLessonVersion))
      fail(field.line, "error.lesson_version", {{"version", quotable(field.value)}});
  }

  void read_id(const LessonField& field) {
    const bool is_name = !field.value.empty() && std::ranges::all_of(field.value, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
    // A number would be taken for a lesson's place.
    const bool is_number = field.value.find_first_not_of("0123456789") == std::string_view::npos;
    if (!is_name || is_number) return fail(field.line, "error.lesson_id", {{"value", quotable(field.value)}});
    read_.lesson.id = field.value;
  }

  void read_number(const LessonField& field, int least, int most, int& value) {
    if (const auto read = whole(field.value, least, most)) {
      value = *read;
    } else {
      fail(field.line, "error.lesson_number",
           {{"field", std::string(field.key)},
            {"value", quotable(field.value)},
            {"least", std::to_string(least)},
            {"most", std::to_string(most)}});
    }
  }

  void read_rows(const LessonField& field) {
    std::set<int> rows;
    std::string_view rest = field.value;
    while (!rest.empty()) {
      const std::string_view one = rest.substr(0, rest.find(','));
      rest.remove_prefix(std::min(rest.size(), one.size() + 1));
      int row = 0;
      read_number({field.line, field.key, trimmed(one)}, 1, kLastStatement, row);
      rows.insert(row);
    }
    read_.lesson.rows.assign(rows.begin(), rows.end());
  }

  void read_step(const LessonPart& part) {
    check_fields(part, kStepFields);
    LessonStep step;
    step.line = part.line;
    step.prose_line = part.text_line;
    step.prose = part.text;
    for (const LessonField& field : part.fields) {
      step.lines.emplace(field.key, field.line);
      if (field.key == "model") open_model(field);
      if (field.key == "session" || field.key == "set") change_setting(field);
      if (field.key == "play") read_motion(field, step);
      if (field.key == "point") step.point = field.value;
      sets_up_ = sets_up_ || std::ranges::find(kSettingUp, field.key) != kSettingUp.end();
    }
    open_setting(part.line, step.document);
    // A cell of another stage is no cell of this one.
    if (std::ranges::find(part.fields, "look", &LessonField::key) != part.fields.end())
      step.document.focus.pinned.reset();
    for (const LessonField& field : part.fields) look(field, step);
    step.question = read_question(part, step.prose, read_.faults);
    // What is asked, and every number, is of a run that the lesson knows.
    sets_up_ = sets_up_ || step.question || step.prose.find('{') != std::string::npos;
    step.sets_up = sets_up_;
    read_.lesson.steps.push_back(std::move(step));
  }

  void read_motion(const LessonField& field, LessonStep& step) {
    if (field.value == kFilm) {
      step.motion = StepMotion::kFilm;
    } else if (field.value == kFold) {
      step.motion = StepMotion::kFold;
    } else if (field.value == kFigures) {
      step.motion = StepMotion::kFigures;
    } else {
      fail(field.line, "error.lesson_play",
           {{"value", quotable(field.value)}, {"choices", join(std::array{kFilm, kFold, kFigures})}});
    }
  }

  // A trained model with its own settings.
  void open_model(const LessonField& field) {
    Document document;
    if (auto bad = checkpoints::use(std::string(field.value), document))
      return fail(field.line, bad->key, bad->arguments);
    setting_ = json::parse(to_line(document));
    setting_line_ = field.line;
  }

  void change_setting(const LessonField& field) {
    auto object = read_object(field.value);
    if (!object) {
      fail(field.line, object.error().key, object.error().arguments);
    } else if (field.key == "session") {
      setting_ = *object;
    } else {
      setting_.merge_patch(*object);
    }
    setting_line_ = field.line;
  }

  void open_setting(int line, Document& document) {
    const auto opened = from_line(setting_.dump(-1, ' ', false, json::error_handler_t::replace));
    if (opened) {
      document = *opened;
    } else {
      fail(setting_line_ == 0 ? line : setting_line_, opened.error().key, opened.error().arguments);
    }
  }

  void look(const LessonField& field, LessonStep& step) {
    Focus& focus = step.document.focus;
    if (field.key == "look") focus.stage = field.value;
    if (field.key == "view") focus.view = field.value;
    if (field.key == "slip") step.slip = field.value;
    if (field.key == "pin") {
      focus.pinned = read_cell(field.value);
      if (!focus.pinned) fail(field.line, "error.lesson_cells", {{"value", quotable(field.value)}});
    }
    if (field.key == "token") {
      int token = 0;
      read_number(field, 0, static_cast<int>(engine::kMaxTokens) - 1, token);
      focus.token = token;
    }
  }

  ReadLesson read_;
  json setting_ = {{"headlight", 1}};
  int setting_line_ = 0;
  bool sets_up_ = false;  // a step so far has set something up
};

// Without a byte-order mark.
std::string_view without_mark(std::string_view file) {
  if (file.starts_with("\xEF\xBB\xBF")) file.remove_prefix(3);
  return file;
}

}  // namespace

ReadLesson read_lesson(std::string_view file) {
  ReadLesson read;
  if (file.size() > kLargestLesson) {
    read.faults.push_back(
        {1, {"error.lesson_large", {{"megabytes", std::to_string(kLargestLesson >> 20U)}}}});
    return read;
  }
  if (const auto byte = engine::first_invalid_byte(file)) {
    const auto lines = std::ranges::count(file.substr(0, *byte), '\n');
    read.faults.push_back(
        {static_cast<int>(lines) + 1, {"error.invalid_utf8", {{"byte", std::to_string(*byte)}}}});
    return read;
  }
  return LessonReader().read(without_mark(file));
}

Lesson read_lesson_head(std::string_view file) {
  if (file.size() > kLargestLesson || engine::first_invalid_byte(file)) return {};
  return LessonReader().read_only_head(without_mark(file));
}

}  // namespace app
