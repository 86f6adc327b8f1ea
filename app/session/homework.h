// homework.h: compares the user's own arrays, one NumPy file per stage in one folder, with those of a trace.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/background.h"
#include "engine/core/result.h"
#include "engine/core/trace.h"

namespace app {

class Session;

// A file of the folder, as found.
struct HomeworkFile {
  std::string address;  // its name without ".npy"
  std::string path;
  uintmax_t bytes = 0;
  int64_t changed_at = 0;  // the file system's clock

  bool operator==(const HomeworkFile&) const = default;
};

// How a stage of theirs compares with ours.
enum class Standing {
  kAgrees,
  kDiffers,
  kShape,    // it has other rows or columns
  kFailed,   // its file cannot be read, or does not name a stage
  kMissing,  // there is no file
  kWaiting   // not compared yet
};

struct HomeworkRow {
  std::string address;
  std::string path;  // empty: no file
  int stage = -1;    // in the trace; -1: the file's name is not a stage's
  bool is_compared = false;
  // The largest absolute difference: infinite if one of the values is hidden or NaN. Relative to the largest
  // finite value of ours.
  double absolute = 0;
  double relative = 0;
  engine::Index row = 0, column = 0;  // its location
  engine::Shape theirs;
  std::optional<engine::Error> error;
};

// What is known about a folder so far. Rows are in order of computation, followed by files that name no
// stage.
struct Homework {
  std::shared_ptr<const engine::Trace> trace;
  std::string folder;
  std::vector<HomeworkFile> files;
  std::vector<HomeworkRow> rows;
  size_t done = 0;                     // rows that are finished, from the start
  std::optional<engine::Error> error;  // why the folder cannot be read

  bool is_done() const { return done == rows.size(); }
};

// The next part of a comparison, while it is read on its own thread.
struct HomeworkReading {
  std::shared_ptr<const Homework> from;
  Later<Homework> more;
};

// The folder's files that end in ".npy", by name. Errors: error.no_file, error.not_a_folder (path),
// error.cannot_read (path, detail), error.homework_none (path): it contains no such file.
engine::Result<std::vector<HomeworkFile>> homework_files(const std::string& folder);

// The file of a stage in a folder: its own, or that of its whole layer, "encoder.0.self.weights" of
// "encoder.0.self.head.2.weights", where no stage of the trace has that name; null if there is none.
const HomeworkFile* file_of(const engine::Trace& trace, const std::vector<HomeworkFile>& files,
                            const std::string& address);
// Their array of a stage from that file; of a layer's, (heads, rows, columns) or (1, heads, rows, columns),
// its head's part. Errors: those of loaders::read_npy; error.homework_heads (path, count, head).
engine::Result<engine::Matrix> read_theirs(const std::string& path, const std::string& address);

// A comparison that has read only the folder. Takes over the results of an earlier one of the same trace and
// folder for unchanged files.
Homework begin_homework(std::shared_ptr<const engine::Trace> trace, const std::string& folder,
                        const Homework* earlier = nullptr);
// Continues for about this many seconds, at least by one file; stops at engine::stop_requested().
Homework go_on(Homework homework, double seconds);
// All of it.
Homework check_homework(std::shared_ptr<const engine::Trace> trace, const std::string& folder);

// `tolerance`: the largest relative difference that still counts as equal.
Standing standing(const Homework& homework, const HomeworkRow& row, double tolerance);
// The first row, in order of computation, that differs or has another shape; nullopt if none does.
std::optional<size_t> first_differing(const Homework& homework, double tolerance);

// Seconds until the comparison has something to do, while it is visible: 0 until it is done, then until the
// folder is checked again. Nullopt while it is not visible.
std::optional<double> homework_due(const Session& session);

}  // namespace app
