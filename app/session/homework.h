// homework.h: somebody's own numbers, a NumPy file a stage in one folder, compared with those of a trace.
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

// A file of the folder, as it lay there.
struct HomeworkFile {
  std::string address;  // its name without ".npy"
  std::string path;
  uintmax_t bytes = 0;
  int64_t changed_at = 0;  // the file system's clock

  bool operator==(const HomeworkFile&) const = default;
};

// How a stage of theirs stands to ours.
enum class Standing {
  kAgrees,
  kDiffers,
  kShape,    // it has other rows or columns
  kFailed,   // its file cannot be read, or names no stage
  kMissing,  // there is no file
  kWaiting   // it has not been compared yet
};

struct HomeworkRow {
  std::string address;
  std::string path;  // empty: there is no file
  int stage = -1;    // of the trace; -1: the file's name is that of no stage
  bool is_compared = false;
  // The largest difference, theirs minus ours, without its sign: infinite where one of them is hidden or no
  // number. Relative to the largest finite number of ours.
  double absolute = 0;
  double relative = 0;
  engine::Index row = 0, column = 0;  // where it is
  engine::Shape theirs;
  std::optional<engine::Error> error;
};

// What is known of a folder so far. The rows are in the order of the computation; files that name no stage
// follow.
struct Homework {
  std::shared_ptr<const engine::Trace> trace;
  std::string folder;
  std::vector<HomeworkFile> files;
  std::vector<HomeworkRow> rows;
  size_t done = 0;                     // rows that are finished, from the first on
  std::optional<engine::Error> error;  // why the folder cannot be read

  bool is_done() const { return done == rows.size(); }
};

// The next part of a comparison, while it is read on a thread of its own.
struct HomeworkReading {
  std::shared_ptr<const Homework> from;
  Later<Homework> more;
};

// The folder's files that end in ".npy", by name. Errors: error.no_file, error.not_a_folder (path),
// error.cannot_read (path, detail), error.homework_none (path): it holds no such file.
engine::Result<std::vector<HomeworkFile>> homework_files(const std::string& folder);

// The file of a stage among those of a folder; null where there is none.
const HomeworkFile* file_of(const std::vector<HomeworkFile>& files, const std::string& address);

// A comparison that has read nothing yet but the folder. What an earlier one of the same trace and folder
// says of files that lie there as they did is taken from it.
Homework begin_homework(std::shared_ptr<const engine::Trace> trace, const std::string& folder,
                        const Homework* earlier = nullptr);
// Goes on with it for about so many seconds, at least by one file; no longer where engine::stop_requested().
Homework go_on(Homework homework, double seconds);
// All of it.
Homework check_homework(std::shared_ptr<const engine::Trace> trace, const std::string& folder);

// `tolerance`: the relative difference that still agrees.
Standing standing(const Homework& homework, const HomeworkRow& row, double tolerance);
// The first row, in the order of the computation, that differs or has another shape; nothing where none does.
std::optional<size_t> first_differing(const Homework& homework, double tolerance);

// Seconds until the comparison has something to do, while it is looked at: 0 while it is not done, else until
// the folder is looked at again. Nothing while it is not.
std::optional<double> homework_due(const Session& session);

}  // namespace app
