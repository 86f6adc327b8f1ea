// input_watch.h: whether the files that a run reads stayed the same while it ran.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/document/document.h"
#include "engine/core/result.h"

namespace app {

// Remembers how the files stand that a document names: its model, its picture and the arrays that it is fed
// with. Begin it before the run opens them, and ask it after the last number was read.
class InputWatch {
 public:
  // Watches nothing.
  InputWatch() = default;
  // Waits a few milliseconds where a file was just written: see loaders::settled_stamp_of().
  explicit InputWatch(const Document& document);

  // Error error.model_changed or error.file_changed (path).
  std::optional<engine::Error> check() const;
  // The same before a file is written of what was read. Such a file stands, whatever becomes of the input
  // then.
  std::optional<engine::Error> check_for_file() const;
  // Before a command prints: what it says of a file that stands is so.
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
