// lesson.cpp: `headlight lesson`.
#include "app/shell/lesson.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/export/file.h"
#include "app/export/picture.h"
#include "app/lessons/lesson_check.h"
#include "app/lessons/lesson_reader.h"
#include "app/lessons/prose.h"
#include "app/lessons/shelf.h"
#include "app/shell/offscreen.h"
#include "app/shell/shot.h"
#include "app/views/lesson/lesson_names.h"

namespace app {
namespace {

using engine::Error;

constexpr std::array kLessonOptions = {
    Option{"NAME", "", "help.lesson_name"},         Option{"--check", "FILE", "help.lesson_check"},
    Option{"--list", "", "help.lesson_list"},       Option{"--json", "", "help.lesson_json"},
    Option{"--step", "N", "help.lesson_step"},      Option{"--shot", "FILE.png", "help.lesson_shot"},
    Option{"--shots", "DIR", "help.lesson_shots"},  Option{"--size", "WIDTHxHEIGHT", "help.size"},
    Option{"--present", "", "help.lesson_present"},
};

// One line per fault, in the order of the file.
Printed check_file(const std::string& path, const Request& request) {
  const auto file = exporter::read_file(path, kLargestLesson);
  if (!file) return file.error();
  ReadLesson read = read_lesson(*file);
  if (read.faults.empty()) read.faults = check_lesson(read.lesson, views::lesson_names());
  std::ranges::stable_sort(read.faults, {}, &LessonFault::line);
  std::string lines;
  for (const LessonFault& fault : read.faults) {
    lines.append(path).append(":").append(std::to_string(fault.line)).append(": ");
    lines.append(request.words(fault.error)).append("\n");
  }
  if (!read.faults.empty()) request.exit_code = 1;
  return lines;
}

std::string list_lines(std::span<const Lesson> lessons) {
  std::string lines;
  for (const Lesson& lesson : lessons) {
    lines.append(std::to_string(lesson.number)).append("\t").append(lesson.id).append("\t");
    lines.append(lesson.title).append("\n");
  }
  return lines;
}

std::string list_json(std::span<const Lesson> lessons) {
  auto list = nlohmann::ordered_json::array();
  for (const Lesson& lesson : lessons) {
    list.push_back({{"number", lesson.number},
                    {"id", lesson.id},
                    {"title", lesson.title},
                    {"minutes", lesson.minutes},
                    {"steps", lesson.steps.size()},
                    {"rows", lesson.rows}});
  }
  return list.dump() + '\n';
}

engine::Result<const Lesson*> named_lesson(const std::string& name, Language language) {
  if (const Lesson* const lesson = find_lesson(language, name)) return lesson;
  std::vector<std::string> ids;
  for (const Lesson& lesson : lessons(language)) ids.push_back(lesson.id);
  return Error{"error.lesson_unknown", {{"name", quotable(name)}, {"choices", join(ids)}}};
}

// A step as a reader sees it: its number, its prose with the numbers of its run, its choices.
Printed step_lines(const Lesson& lesson, size_t index, const Words& words) {
  const LessonStep& step = lesson.steps.at(index);
  const auto trace = make_trace(step.document);
  if (!trace) return trace.error();
  std::string lines = words(
      "lesson.step", {{"step", std::to_string(index + 1)}, {"steps", std::to_string(lesson.steps.size())}});
  lines += "\n" + plain_prose(read_prose(fill_prose(step.prose, **trace)));
  if (!step.question) return lines;
  for (const Choice& choice : step.question->choices)
    lines.append("- ").append(plain_prose(read_prose(fill_prose(choice.text, **trace))));
  return lines;
}

std::optional<Error> draw_step(const Request& request, const Lesson& lesson, size_t index,
                               const std::string& path) {
  const auto size = read_size(request.given);
  if (!size) return size.error();
  State state{lesson.steps.at(index).document, {}};
  state.preferences.language = request.words.language();
  Desk desk;
  desk.lesson.id = lesson.id;
  desk.lesson.step = index;
  desk.presenting.is_on = request.given.has("--present");
  const auto picture = take_shot(state, *size, desk, Looks::kAtFocus);
  if (!picture) return picture.error();
  return exporter::write_file(path, exporter::encode_png(*picture));
}

Printed draw_one_step(const Request& request, const Lesson& lesson, size_t index) {
  const auto path = read_png_path(request.given, "--shot");
  if (!path) return path.error();
  if (auto bad = draw_step(request, lesson, index, *path)) return *bad;
  return say_where(*path);
}

// FOLDER/04-why-scale-2.png of every step.
Printed draw_all_steps(const Request& request, std::span<const Lesson> lessons, const std::string& folder) {
  if (auto bad = exporter::make_folder(folder)) return *bad;
  std::string lines;
  for (const Lesson& lesson : lessons) {
    for (size_t step = 0; step < lesson.steps.size(); ++step) {
      const std::string name = fmt::format("{:02}-{}-{}.png", lesson.number, lesson.id, step + 1);
      const std::string path = (std::filesystem::path(folder) / name).string();
      if (auto bad = draw_step(request, lesson, step, path)) return *bad;
      lines += say_where(path);
    }
  }
  return lines;
}

Printed print_lesson(const Request& request, const Lesson& lesson) {
  const auto step = whole_number(request.given, "--step", 1, lesson.steps.size(), 1);
  if (!step) return step.error();
  if (request.given.has("--shot")) return draw_one_step(request, lesson, *step - 1);
  std::string lines = lesson.title + '\n';
  for (size_t i = 0; i < lesson.steps.size(); ++i) {
    if (request.given.has("--step") && i + 1 != *step) continue;
    const Printed printed = step_lines(lesson, i, request.words);
    if (!printed) return printed.error();
    lines.append("\n").append(*printed);
  }
  return lines;
}

}  // namespace

std::span<const Option> lesson_options() {
  return kLessonOptions;
}

Printed run_lesson(const Request& request) {
  const ParsedOptions& given = request.given;
  const Language language = request.words.language();
  if (const auto file = given.find("--check")) return check_file(*file, request);
  if (given.has("--list"))
    return given.has("--json") ? list_json(lessons(language)) : list_lines(lessons(language));
  const auto name = given.find("NAME");
  const auto shots = given.find("--shots");
  if (!name && shots) return draw_all_steps(request, lessons(language), *shots);
  if (!name) return Error{"error.option_missing", {{"option", "NAME"}}};
  const auto lesson = named_lesson(*name, language);
  if (!lesson) return lesson.error();
  if (shots) return draw_all_steps(request, {*lesson, 1}, *shots);
  return print_lesson(request, **lesson);
}

}  // namespace app
