// lesson.cpp: `headlight lesson`.
#include "app/shell/lesson.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/export/file.h"
#include "app/export/picture.h"
#include "app/export/worksheet.h"
#include "app/lessons/lesson_check.h"
#include "app/lessons/prose.h"
#include "app/lessons/shelf.h"
#include "app/shell/lesson_files.h"
#include "app/shell/offscreen.h"
#include "app/shell/shot.h"

namespace app {
namespace {

using engine::Error;

constexpr std::array kLessonOptions = {
    Option{"NAME", "", "help.lesson_name"},         Option{"--check", "FILE", "help.lesson_check"},
    Option{"--list", "", "help.lesson_list"},       Option{"--json", "", "help.lesson_json"},
    Option{"--step", "N", "help.lesson_step"},      Option{"--shot", "FILE.png", "help.lesson_shot"},
    Option{"--shots", "DIR", "help.lesson_shots"},  Option{"--size", "WIDTHxHEIGHT", "help.size"},
    Option{"--present", "", "help.lesson_present"}, Option{"--handout", "FILE.pdf", "help.lesson_handout"},
};

// One line per fault, in the order of the file.
Printed check_file(const std::string& path, const Request& request) {
  const auto own = read_lesson_file(path);
  if (!own) return own.error();
  std::string lines;
  for (const LessonFault& fault : own->faults) {
    lines.append(path).append(":").append(std::to_string(fault.line)).append(": ");
    lines.append(request.words(fault.error)).append("\n");
  }
  if (!own->faults.empty()) request.exit_code = 1;
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

// A lesson, and the file that it is from; null if Headlight brings it along.
struct NamedLesson {
  const Lesson* lesson = nullptr;
  std::shared_ptr<const OwnLesson> own;
};

engine::Result<NamedLesson> named_lesson(const std::string& name, const Request& request) {
  const Language language = request.words.language();
  if (name.ends_with(kLessonEnding)) {
    auto read = read_lesson_file(name);
    if (!read) return read.error();
    if (!read->faults.empty()) return with_line(read->faults.front(), request.words);
    const auto own = std::make_shared<const OwnLesson>(*std::move(read));
    return NamedLesson{&own->lesson, own};
  }
  if (const Lesson* const lesson = find_lesson(language, name)) return NamedLesson{lesson, nullptr};
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

std::optional<Error> draw_step(const Request& request, const NamedLesson& named, size_t index,
                               const std::string& path) {
  const Lesson& lesson = *named.lesson;
  const auto size = read_size(request.given);
  if (!size) return size.error();
  State state{lesson.steps.at(index).document, {}};
  state.preferences.language = request.words.language();
  Desk desk;
  desk.lesson.id = named.own ? std::string() : lesson.id;
  desk.lesson.own = named.own;
  desk.lesson.step = index;
  desk.opened_attention = figures_of(lesson.steps.at(index));
  desk.presenting.is_on = request.given.has("--present");
  const auto picture = take_shot(state, *size, desk, Looks::kAtFocus);
  if (!picture) return picture.error();
  return exporter::write_file(path, exporter::encode_png(*picture));
}

Printed draw_one_step(const Request& request, const NamedLesson& lesson, size_t index) {
  const auto path = read_png_path(request.given, "--shot");
  if (!path) return path.error();
  if (auto bad = draw_step(request, lesson, index, *path)) return *bad;
  return say_where(*path);
}

// FOLDER/04-why-scale-2.png of every step.
Printed draw_all_steps(const Request& request, std::span<const NamedLesson> lessons,
                       const std::string& folder) {
  if (auto bad = exporter::make_folder(folder)) return *bad;
  std::string lines;
  for (const NamedLesson& named : lessons) {
    const Lesson& lesson = *named.lesson;
    for (size_t step = 0; step < lesson.steps.size(); ++step) {
      const std::string name = fmt::format("{:02}-{}-{}.png", lesson.number, lesson.id, step + 1);
      const std::string path = (std::filesystem::path(folder) / name).string();
      if (auto bad = draw_step(request, named, step, path)) return *bad;
      lines += say_where(path);
    }
  }
  return lines;
}

Printed write_worksheet(const Request& request, const Lesson& lesson, const std::string& path) {
  const auto pages = exporter::draw_worksheet(lesson, request.words);
  if (!pages) return pages.error();
  if (auto bad = exporter::write_file(path, *pages)) return *bad;
  return say_where(path);
}

Printed print_lesson(const Request& request, const NamedLesson& named) {
  const Lesson& lesson = *named.lesson;
  if (const auto path = request.given.find("--handout")) return write_worksheet(request, lesson, *path);
  const auto step = whole_number(request.given, "--step", 1, lesson.steps.size(), 1);
  if (!step) return step.error();
  if (request.given.has("--shot")) return draw_one_step(request, named, *step - 1);
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
  if (!name && shots) {
    std::vector<NamedLesson> all;
    for (const Lesson& lesson : lessons(language)) all.push_back({&lesson, nullptr});
    return draw_all_steps(request, all, *shots);
  }
  if (!name) return Error{"error.option_missing", {{"option", "NAME"}}};
  const auto named = named_lesson(*name, request);
  if (!named) return named.error();
  if (shots) return draw_all_steps(request, {&*named, 1}, *shots);
  return print_lesson(request, *named);
}

}  // namespace app
