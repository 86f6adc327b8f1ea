// homework.cpp: reads their files one by one, and measures how far they are from ours.
#include "app/session/homework.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>
#include <span>
#include <system_error>

#include "app/session/layer_arrays.h"
#include "app/session/session.h"
#include "app/session/worker.h"
#include "app/text/quotable.h"
#include "engine/core/address.h"
#include "engine/core/hidden.h"
#include "engine/core/parallel.h"
#include "engine/loaders/mapped_file.h"
#include "engine/loaders/npy.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kEnding = ".npy";
constexpr size_t kMostFiles = 100'000;
constexpr double kAllDay = 1e6;  // seconds

// The difference of two values; hidden by -inf or by -1e9 is the same.
double distance(float theirs, float ours) {
  if (theirs == ours || (engine::is_hidden(theirs) && engine::is_hidden(ours))) return 0;
  const double apart = std::abs(static_cast<double>(theirs) - static_cast<double>(ours));
  return std::isfinite(apart) ? apart : std::numeric_limits<double>::infinity();
}

void measure(const engine::Trace& trace, const engine::Matrix& theirs, HomeworkRow& row) {
  double largest = 0;
  bool any = false;
  for (engine::Index i = 0; i < theirs.rows() && !engine::stop_requested(); ++i) {
    const engine::Matrix ours = trace.read_row(row.stage, i);
    for (engine::Index j = 0; j < theirs.cols(); ++j) {
      const float number = ours(0, j);
      if (std::isfinite(number) && !engine::is_hidden(number))
        largest = std::max(largest, std::abs(static_cast<double>(number)));
      const double apart = distance(theirs(i, j), number);
      if (any && apart <= row.absolute) continue;
      any = true;
      row.absolute = apart;
      row.row = i;
      row.column = j;
    }
  }
  if (row.absolute > 0)
    row.relative = largest > 0 ? row.absolute / largest : std::numeric_limits<double>::infinity();
}

// For a name that is not a stage's: the most similar one.
engine::Error unknown_stage(const engine::Trace& trace, const std::string& address) {
  const auto nearest = trace.nearest(address, 1);
  return {"error.homework_unknown",
          {{"stage", quotable(address)}, {"nearest", nearest.empty() ? "weights" : nearest.front()}}};
}

void compare(const engine::Trace& trace, HomeworkRow& row) {
  if (row.path.empty() || row.is_compared) return;
  row.is_compared = true;
  if (row.stage < 0) {
    row.error = unknown_stage(trace, row.address);
    return;
  }
  const auto theirs = within_memory([&] { return read_theirs(row.path, row.address); });
  if (!theirs) {
    row.error = theirs.error();
    return;
  }
  const engine::Stage& ours = trace.stage(row.stage);
  row.theirs = {theirs->rows(), theirs->cols()};
  if (row.theirs.rows == ours.rows && row.theirs.columns == ours.columns) measure(trace, *theirs, row);
}

const HomeworkFile* file_named(const std::vector<HomeworkFile>& files, const std::string& address) {
  const auto found =
      std::lower_bound(files.begin(), files.end(), address,
                       [](const HomeworkFile& file, const std::string& name) { return file.address < name; });
  return found != files.end() && found->address == address ? &*found : nullptr;
}

std::vector<HomeworkRow> rows_of(const engine::Trace& trace, const std::vector<HomeworkFile>& files) {
  std::vector<HomeworkRow> rows;
  rows.reserve(trace.stages().size());
  for (int stage = 0; stage < trace.size(); ++stage) {
    const std::string& address = trace.stage(stage).address;
    const HomeworkFile* const file = file_of(trace, files, address);
    rows.push_back({.address = address, .path = file != nullptr ? file->path : "", .stage = stage});
  }
  std::set<std::string, std::less<>> compared;
  for (const HomeworkRow& row : rows) compared.insert(row.path);
  for (const HomeworkFile& file : files) {
    if (!compared.contains(file.path)) rows.push_back({.address = file.address, .path = file.path});
  }
  return rows;
}

}  // namespace

const HomeworkFile* file_of(const engine::Trace& trace, const std::vector<HomeworkFile>& files,
                            const std::string& address) {
  if (const HomeworkFile* const own = file_named(files, address)) return own;
  if (!engine::is_in_head(address)) return nullptr;
  const std::string layer = layer_address(address);
  return trace.find(layer) ? nullptr : file_named(files, layer);
}

engine::Result<engine::Matrix> read_theirs(const std::string& path, const std::string& address) {
  const bool is_of_layer = engine::is_in_head(address) && fs::path(path).stem() != address;
  if (!is_of_layer) return loaders::read_npy(path);
  const auto heads = loaders::read_mapped(
      path, [&](std::span<const std::byte> bytes) { return loaders::parse_npy_stack(bytes, path); });
  if (!heads) return heads.error();
  const auto head = static_cast<engine::Index>(engine::head_of(address).value_or(0));
  if (head >= heads->count) {
    return engine::Error{"error.homework_heads",
                         {{"path", quotable(path, kLongestPath)},
                          {"count", std::to_string(heads->count)},
                          {"head", std::to_string(head)}}};
  }
  return engine::Matrix(heads->at(head));
}

engine::Result<std::vector<HomeworkFile>> homework_files(const std::string& folder) {
  std::error_code failed;
  const fs::file_status status = fs::status(folder, failed);
  if (!fs::exists(status)) return engine::Error{"error.no_file", {{"path", folder}}};
  if (!fs::is_directory(status)) return engine::Error{"error.not_a_folder", {{"path", folder}}};
  std::vector<HomeworkFile> files;
  fs::directory_iterator entries(folder, failed);
  for (; !failed && entries != fs::directory_iterator() && files.size() < kMostFiles;
       entries.increment(failed)) {
    const fs::path& path = entries->path();
    std::error_code ignored;
    if (path.extension() != kEnding || !entries->is_regular_file(ignored)) continue;
    files.push_back({path.stem().string(), path.string(), entries->file_size(ignored),
                     entries->last_write_time(ignored).time_since_epoch().count()});
  }
  if (failed) return engine::Error{"error.cannot_read", {{"path", folder}, {"detail", failed.message()}}};
  if (files.empty()) return engine::Error{"error.homework_none", {{"path", folder}}};
  std::sort(files.begin(), files.end(),
            [](const HomeworkFile& a, const HomeworkFile& b) { return a.address < b.address; });
  return files;
}

Homework begin_homework(std::shared_ptr<const engine::Trace> trace, const std::string& folder,
                        const Homework* earlier) {
  Homework homework{.trace = std::move(trace), .folder = folder};
  auto files = homework_files(folder);
  if (!files) {
    homework.error = files.error();
    return homework;
  }
  homework.files = std::move(files).value();
  homework.rows = rows_of(*homework.trace, homework.files);
  if (earlier == nullptr || earlier->trace != homework.trace) return homework;
  for (HomeworkRow& row : homework.rows) {
    const HomeworkFile* const now = file_of(*homework.trace, homework.files, row.address);
    const HomeworkFile* const before = file_of(*homework.trace, earlier->files, row.address);
    if (now == nullptr || before == nullptr || *now != *before) continue;
    const auto known = std::find_if(earlier->rows.begin(), earlier->rows.end(),
                                    [&](const HomeworkRow& one) { return one.address == row.address; });
    if (known != earlier->rows.end()) row = *known;
  }
  return homework;
}

Homework go_on(Homework homework, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!homework.is_done() && !engine::stop_requested()) {
    HomeworkRow& row = homework.rows[homework.done++];
    compare(*homework.trace, row);
    if (!row.path.empty() && std::chrono::steady_clock::now() >= end) break;
  }
  return homework;
}

Homework check_homework(std::shared_ptr<const engine::Trace> trace, const std::string& folder) {
  return go_on(begin_homework(std::move(trace), folder), kAllDay);
}

Standing standing(const Homework& homework, const HomeworkRow& row, double tolerance) {
  if (row.path.empty()) return Standing::kMissing;
  if (!row.is_compared) return Standing::kWaiting;
  if (row.error) return Standing::kFailed;
  const engine::Stage& ours = homework.trace->stage(row.stage);
  if (row.theirs.rows != ours.rows || row.theirs.columns != ours.columns) return Standing::kShape;
  return row.relative <= tolerance ? Standing::kAgrees : Standing::kDiffers;
}

std::optional<size_t> first_differing(const Homework& homework, double tolerance) {
  for (size_t i = 0; i < homework.done; ++i) {
    const Standing found = standing(homework, homework.rows[i], tolerance);
    if (found == Standing::kDiffers || found == Standing::kShape) return i;
  }
  return std::nullopt;
}

std::optional<double> homework_due(const Session& session) {
  constexpr double kPoll = 1;
  const HomeworkState& desk = session.desk().homework;
  if (session.document().focus.view != "homework" || desk.folder.empty()) return std::nullopt;
  return desk.found && desk.found->is_done() ? kPoll : 0;
}

}  // namespace app
