// film_job.h: a film that is made while the window goes on: by this program in another process, which has its
// own OpenGL context, and whose end, good or bad, is none of the window's.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/export/subprocess.h"
#include "app/session/session.h"

namespace app {

class FilmJob {
 public:
  // `program`: the path of headlight. The film is of the stage that is looked at, as it looks, at `path`.
  // Error error.film (detail).
  static engine::Result<FilmJob> start(const std::string& program, const Session& session,
                                       const std::string& path);

  FilmJob(FilmJob&&) = default;
  FilmJob& operator=(FilmJob&&) = default;
  // A film that is not finished is given up, and has a moment to leave nothing behind.
  ~FilmJob();

  // The film is given up; finished() says when all of it is gone.
  void cancel();
  const FilmProgress& progress() const { return progress_; }
  // Reads how far it is. What came of it, once it has ended.
  std::optional<Notice> finished();

 private:
  FilmJob(std::unique_ptr<exporter::Subprocess> process, std::string path)
      : process_(std::move(process)), path_(std::move(path)) {}
  void read_progress();

  std::unique_ptr<exporter::Subprocess> process_;
  std::string path_;
  std::string printed_;  // a line that has begun
  FilmProgress progress_;
  bool cancelled_ = false;
};

}  // namespace app
