// input_watch.h: checks that the files that a run reads did not change while it ran.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/document.h"
#include "engine/core/result.h"

namespace app {

// Remembers the state of the files that a document names: its model, its picture and its input arrays. Create
// it before the run opens them, and check it after the last read.
class InputWatch {
 public:
  // Watches nothing.
  InputWatch() = default;
  // Waits a few milliseconds if a file was just written: see loaders::settled_stamp_of().
  explicit InputWatch(const Document& document);

  // Error error.model_changed or error.file_changed (path).
  std::optional<engine::Error> check() const;
  // The same, before writing a file from what was read. Such a file remains valid, even if the input changes
  // later.
  std::optional<engine::Error> check_for_file() const;
  // The same, before a command prints: what it says about a file must be true.
  std::optional<engine::Error> check_for_text() const;

 private:
  struct Watched {
    std::string path;
    std::string stamp;
  };
  std::optional<Watched> model_;
  std::vector<Watched> files_;
  mutable bool file_stands_ = false;
};

}  // namespace app
