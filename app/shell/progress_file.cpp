// progress_file.cpp: progress as JSON, read as untrusted input.
#include "app/shell/progress_file.h"

#include <algorithm>

#include "app/document/json_reader.h"
#include "app/export/file.h"
#include "app/lessons/lesson_reader.h"
#include "app/shell/file_lock.h"
#include "app/shell/not_kept.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLargestProgress = 4U << 20U;  // bytes
constexpr int kLastStep = static_cast<int>(kMostLessonSteps) - 1;
constexpr int kMostTries = 1'000'000;
constexpr auto kLastCell = static_cast<engine::Index>(engine::kMaxTokens);

json answer_json(size_t step, const AnswerRecord& record) {
  const GivenAnswer& given = record.given;
  json answer = {{"step", step},
                 {"words", record.words},
                 {"question", record.question},
                 {"right", record.is_right},
                 {"tries", record.tries},
                 {"shown", given.is_shown},
                 {"answered", given.is_answered}};
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
  reader.read("question", record.question);
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

// A lesson with what `now` has changed of it since `before`.
LessonProgress merged(LessonProgress lesson, const LessonProgress& before, const LessonProgress& now) {
  lesson.title = now.title;
  lesson.step = now.step;
  lesson.is_done = now.is_done;
  lesson.furthest = std::max(lesson.furthest, now.furthest);
  for (const auto& [step, record] : now.answers) {
    const auto known = before.answers.find(step);
    if (known == before.answers.end() || known->second != record) lesson.answers[step] = record;
  }
  for (const auto& [step, record] : before.answers) {
    if (!now.answers.contains(step)) lesson.answers.erase(step);
  }
  return lesson;
}

// What is on disk, with what a window has changed since `before`.
AllProgress merged(AllProgress disk, const AllProgress& before, const AllProgress& now) {
  for (const auto& [key, lesson] : now) {
    const auto known = before.find(key);
    const LessonProgress known_lesson = known == before.end() ? LessonProgress{} : known->second;
    if (known_lesson != lesson) disk[key] = merged(disk[key], known_lesson, lesson);
  }
  for (const auto& [key, lesson] : before) {
    if (!now.contains(key)) disk.erase(key);
  }
  return disk;
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
                   {"done", lesson.is_done},
                   {"answers", std::move(answers)}};
  }
  return object.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::optional<AllProgress> progress_from_json(std::string_view text) {
  constexpr int kDeepest = 5;  // an object of lessons of answers of lists
  const json object = json::parse(
      text, [](int depth, json::parse_event_t, json&) { return depth <= kDeepest; }, false);
  AllProgress progress;
  if (!object.is_object()) return std::nullopt;
  for (const auto& [key, one] : object.items()) {
    if (!one.is_object()) continue;
    LessonProgress lesson;
    int step = 0;
    int furthest = 0;
    Reader reader(one);
    reader.read("title", lesson.title);
    reader.read("step", step, 0, kLastStep);
    reader.read("furthest", furthest, 0, kLastStep);
    reader.read("done", lesson.is_done);
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
    : path_(folder.empty() ? folder : folder / "answers.json") {}

engine::Result<AllProgress> ProgressFile::on_disk() const {
  std::error_code failed;
  if (path_.empty() || !fs::exists(path_, failed)) return AllProgress{};
  const auto text = exporter::read_file(path_, kLargestProgress);
  if (!text) return text.error();
  if (auto progress = progress_from_json(*text)) return *std::move(progress);
  // Whatever it is, it is not written over.
  fs::rename(path_, fs::path(path_) += ".unreadable", failed);
  return AllProgress{};
}

AllProgress ProgressFile::read() {
  if (const auto kept = on_disk()) written_ = wanted_ = *kept;
  return wanted_;
}

void ProgressFile::keep(const AllProgress& progress, double now) {
  if (path_.empty()) return;
  if (progress != wanted_) {
    wanted_ = progress;
    if (!write_at_) write_at_ = now + kEvery;
  }
  if (write_at_ && now >= *write_at_) flush(now);
}

void ProgressFile::flush(double now) {
  if (!write_at_) return;
  const auto failed = write();
  failed_ = failed ? std::optional(not_kept_in(path_.parent_path(), *failed)) : std::nullopt;
  write_at_ = failed ? std::optional(now + kRetry) : std::nullopt;
}

std::optional<double> ProgressFile::due(double now) const {
  if (!write_at_) return std::nullopt;
  return std::max(0.0, *write_at_ - now);
}

std::optional<engine::Error> ProgressFile::write() {
  if (auto bad = exporter::make_folder(path_.parent_path())) return bad;
  const auto lock = FileLock::take_soon(fs::path(path_) += ".lock");
  if (!lock) return lock.error();
  const auto before = on_disk();
  if (!before) return before.error();
  if (auto bad = exporter::write_file(path_, progress_json(merged(*before, written_, wanted_)))) return bad;
  written_ = wanted_;
  return std::nullopt;
}

}  // namespace app
