// kept_sessions.h: unsaved sessions: those open when the window was closed, and those that others replaced.
// They can be reopened from the list of recent ones.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/document/document.h"

namespace app {

class KeptSessions {
 public:
  static constexpr size_t kMost = 5;

  // Works in `folder`; an empty path keeps nothing.
  explicit KeptSessions(std::filesystem::path folder) : folder_(std::move(folder)) {}

  struct KeptSession {
    std::string path;
    std::string text;  // the beginning of its text
  };
  // Newest first.
  std::vector<KeptSession> list() const;

  // Writes it; drops an identical one, and the oldest beyond kMost. Returns why it is not kept, if so:
  // not_kept_in() the folder.
  std::optional<engine::Error> keep(const Document& document);
  void remove(const std::string& path);
  // Whether the path is a session kept here, and so not a file of the user's own.
  bool owns(const std::string& path) const;

 private:
  std::filesystem::path free_path() const;

  std::filesystem::path folder_;
};

}  // namespace app
