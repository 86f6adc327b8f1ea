// kept_file.h: a small file that follows what it keeps: written a little after each change.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace app {

class KeptFile {
 public:
  // An empty path keeps nothing.
  explicit KeptFile(std::filesystem::path path) : path_(std::move(path)) {}

  const std::filesystem::path& path() const { return path_; }
  // What the file has already: it is not written again.
  void holds(std::string text) { written_ = std::move(text); }

  // Writes what differs from the file, at most once in kEvery seconds and completely or not at all. A full or
  // read-only disk stops nothing: failed() reports it, and it is retried after the next change.
  void keep(std::string text, double now);
  // Why the last attempt failed: not_kept_in() its folder; nullopt if it succeeded.
  const std::optional<engine::Error>& failed() const { return failed_; }
  void flush();
  // Seconds until keep() would write what it has deferred.
  std::optional<double> due(double now) const;

  static constexpr double kEvery = 2;

 private:
  std::filesystem::path path_;
  std::string written_;
  std::string waiting_;
  double next_write_ = 0;
  std::optional<engine::Error> failed_;
};

}  // namespace app
