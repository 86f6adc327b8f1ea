// progress_file.h: how lessons went, kept between sessions in one readable file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/session/lesson_state.h"
#include "app/shell/kept_file.h"

namespace app {

// Readable JSON: an object of lessons, each with its answers. What is not understood is left out.
std::string progress_json(const AllProgress& progress);
AllProgress progress_from_json(std::string_view json);

class ProgressFile {
 public:
  // Works in `folder`; an empty path keeps nothing.
  explicit ProgressFile(const std::filesystem::path& folder);

  // What is kept so far; empty if there is nothing, or it cannot be read.
  AllProgress read();
  // As KeptFile, but what another window has kept of other lessons meanwhile stays.
  void keep(const AllProgress& progress, double now);
  void flush();
  std::optional<double> due(double now) const { return file_.due(now); }
  const std::optional<engine::Error>& failed() const { return file_.failed(); }

 private:
  AllProgress on_disk() const;
  AllProgress merged() const;

  KeptFile file_;
  AllProgress written_;  // by this window, or read by it
  AllProgress wanted_;   // to be written
};

}  // namespace app
