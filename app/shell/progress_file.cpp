// progress_file.cpp: progress as JSON, read as untrusted input.
#include "app/shell/progress_file.h"

#include <algorithm>

#include "app/document/json_reader.h"
#include "app/export/file.h"
#include "app/lessons/lesson_reader.h"

namespace app {
namespace {

constexpr size_t kLargestProgress = 4U << 20U;  // bytes
constexpr int kLastStep = static_cast<int>(kMostLessonSteps) - 1;
constexpr int kMostTries = 1'000'000;
constexpr auto kLastCell = static_cast<engine::Index>(engine::kMaxTokens);

json answer_json(size_t step, const AnswerRecord& record) {
  const GivenAnswer& given = record.given;
  json answer = {{"step", step},          {"words", record.words},   {"right", record.is_right},
                 {"tries", record.tries}, {"shown", given.is_shown}, {"answered", given.is_answered}};
  if (!given.typed.empty()) answer["typed"] = given.typed;
  if (given.choice) answer["choice"] = *given.choice;
  if (given.clicked) answer["cell"] = {given.clicked->first, given.clicked->second};
  if (!given.order.empty()) answer["order"] = given.order;
  return answer;
}

// Nothing where it is none.
void read_answer(const json& object, LessonProgress& progress) {
  if (!object.is_object()) return;
  int step = -1;
  AnswerRecord record;
  GivenAnswer& given = record.given;
  Reader reader(object);
  reader.read("step", step, 0, kLastStep);
  reader.read("words", record.words);
  reader.read("right", record.is_right);
  reader.read("tries", record.tries, 0, kMostTries);
  reader.read("shown", given.is_shown);
  reader.read("answered", given.is_answered);
  reader.read("typed", given.typed);
  if (object.contains("choice")) {
    int choice = 0;
    reader.read("choice", choice, 0, kLastStep);
    given.choice = static_cast<size_t>(choice);
  }
  if (object.contains("cell")) {
    const json& cell = object["cell"];
    if (!cell.is_array() || cell.size() != 2 || !fits(cell[0], kLastCell) || !fits(cell[1], kLastCell))
      return;
    given.clicked = {cell[0].get<engine::Index>(), cell[1].get<engine::Index>()};
  }
  if (object.contains("order")) {
    const json& order = object["order"];
    const auto is_item = [](const json& item) { return fits(item, kLastStep); };
    if (!order.is_array() || order.size() > kMostLessonSteps || !std::ranges::all_of(order, is_item)) return;
    given.order = order.get<std::vector<size_t>>();
  }
  if (reader.bad() || step < 0) return;
  progress.answers[static_cast<size_t>(step)] = std::move(record);
}

}  // namespace

std::string progress_json(const AllProgress& progress) {
  json object = json::object();
  for (const auto& [key, lesson] : progress) {
    json answers = json::array();
    for (const auto& [step, record] : lesson.answers) answers.push_back(answer_json(step, record));
    object[key] = {{"title", lesson.title},
                   {"step", lesson.step},
                   {"furthest", lesson.furthest},
                   {"answers", std::move(answers)}};
  }
  return object.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

AllProgress progress_from_json(std::string_view text) {
  constexpr int kDeepest = 5;  // an object of lessons of answers of lists
  const json object = json::parse(
      text, [](int depth, json::parse_event_t, json&) { return depth <= kDeepest; }, false);
  AllProgress progress;
  if (!object.is_object()) return progress;
  for (const auto& [key, one] : object.items()) {
    if (!one.is_object()) continue;
    LessonProgress lesson;
    int step = 0;
    int furthest = 0;
    Reader reader(one);
    reader.read("title", lesson.title);
    reader.read("step", step, 0, kLastStep);
    reader.read("furthest", furthest, 0, kLastStep);
    if (reader.bad()) continue;
    lesson.step = static_cast<size_t>(step);
    lesson.furthest = static_cast<size_t>(furthest);
    if (one.contains("answers") && one["answers"].is_array()) {
      for (const json& answer : one["answers"]) read_answer(answer, lesson);
    }
    progress[key] = std::move(lesson);
  }
  return progress;
}

ProgressFile::ProgressFile(const std::filesystem::path& folder)
    : file_(folder.empty() ? folder : folder / "answers.json") {}

AllProgress ProgressFile::on_disk() const {
  std::error_code failed;
  if (file_.path().empty() || !std::filesystem::exists(file_.path(), failed)) return {};
  const auto text = exporter::read_file(file_.path(), kLargestProgress);
  return text ? progress_from_json(*text) : AllProgress{};
}

AllProgress ProgressFile::read() {
  written_ = wanted_ = on_disk();
  return wanted_;
}

void ProgressFile::keep(const AllProgress& progress, double now) {
  if (file_.path().empty()) return;
  if (progress != wanted_) {
    wanted_ = progress;
    file_.keep(progress_json(merged()), now);
  } else if (file_.due(now) == 0.0) {
    flush();
  }
}

void ProgressFile::flush() {
  if (!file_.due(0)) return;
  file_.keep(progress_json(merged()), 0);
  file_.flush();
  written_ = wanted_;
}

// What is on disk by now, with the changes of this window.
AllProgress ProgressFile::merged() const {
  AllProgress merged = on_disk();
  for (const auto& [key, lesson] : wanted_) {
    const auto before = written_.find(key);
    if (before == written_.end() || before->second != lesson) merged[key] = lesson;
  }
  for (const auto& [key, lesson] : written_) {
    if (!wanted_.contains(key)) merged.erase(key);
  }
  return merged;
}

}  // namespace app
