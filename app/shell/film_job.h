// film_job.h: makes a film while the window stays usable: runs this program in another process, which has its
// own OpenGL context and cannot crash the window.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/export/subprocess.h"
#include "app/session/session.h"

namespace app {

class FilmJob {
 public:
  // `program`: the path of headlight. Films the focused stage, as displayed, to `path`: its cells, or for
  // kTrainingFilm the training up to the shown moment. Error error.film (detail).
  static engine::Result<FilmJob> start(const std::string& program, const Session& session,
                                       const std::string& path, ExportScope scope = ExportScope::kFilm);

  FilmJob(FilmJob&&) = default;
  FilmJob& operator=(FilmJob&&) = default;
  // Cancels an unfinished film, with a moment to clean up.
  ~FilmJob();

  // Cancels the film; finished() reports when everything is cleaned up.
  void cancel();
  const FilmProgress& progress() const { return progress_; }
  // Reads the progress. Returns the result once it has ended.
  std::optional<Notice> finished();

 private:
  FilmJob(std::unique_ptr<exporter::Subprocess> process, std::string path)
      : process_(std::move(process)), path_(std::move(path)) {}
  void read_progress();
  void read_line(std::string_view line);

  std::unique_ptr<exporter::Subprocess> process_;
  std::string path_;
  std::string printed_;  // an incomplete line
  FilmProgress progress_;
  bool cancelled_ = false;
};

}  // namespace app
