// progress_file.h: how lessons went, kept between sessions in one readable file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/session/lesson_state.h"
#include "engine/core/result.h"

namespace app {

// Readable JSON: an object of lessons, each with its answers. What is not understood is left out; nullopt
// where nothing can be.
std::string progress_json(const AllProgress& progress);
std::optional<AllProgress> progress_from_json(std::string_view json);

class ProgressFile {
 public:
  static constexpr double kEvery = 2;  // seconds between two writes
  static constexpr double kRetry = 10;

  // Works in `folder`; an empty path keeps nothing.
  explicit ProgressFile(const std::filesystem::path& folder);

  // What is kept so far; empty if there is nothing.
  AllProgress read();
  // Writes what has changed, a little later, and whole or not at all; what another window has kept meanwhile
  // stays. A file that cannot be understood is put aside. A full or read-only disk stops nothing: failed()
  // reports it, and it is retried after kRetry seconds.
  void keep(const AllProgress& progress, double now);
  // Writes at once what keep() has deferred.
  void flush(double now);
  // Seconds until keep() would write what it has deferred; nullopt if there is nothing to write.
  std::optional<double> due(double now) const;
  // Why the last attempt failed: not_kept_in() its folder; nullopt if it succeeded.
  const std::optional<engine::Error>& failed() const { return failed_; }

 private:
  engine::Result<AllProgress> on_disk() const;
  std::optional<engine::Error> write();

  std::filesystem::path path_;
  AllProgress written_;  // by this window, or read by it
  AllProgress wanted_;
  std::optional<double> write_at_;  // seconds; nullopt: nothing is to be written
  std::optional<engine::Error> failed_;
};

}  // namespace app
