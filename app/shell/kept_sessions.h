// kept_sessions.h: sessions that nobody saved: what was open when the window was closed, and what another was
// opened over. They can be opened again from the list of recent ones.
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
  // The newest first.
  std::vector<KeptSession> list() const;

  // Writes it; one that says the same goes, and so do the oldest beyond kMost. What is returned says why it
  // is not kept: not_kept_in() the folder.
  std::optional<engine::Error> keep(const Document& document);
  void remove(const std::string& path);
  // Whether the path is one of a session kept here, and so is no file of the person's own.
  bool owns(const std::string& path) const;

 private:
  std::filesystem::path free_path() const;

  std::filesystem::path folder_;
};

}  // namespace app
