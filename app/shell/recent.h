// recent.h: the files that were opened or saved last, kept in the user's state folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace app {

class Recent {
 public:
  static constexpr size_t kMost = 10;

  // Works in `folder`; an empty path keeps the list as long as the window lives.
  explicit Recent(const std::filesystem::path& folder);

  // Absolute paths, the newest first. Other windows change the list too: it is read again when it is changed.
  const std::vector<std::string>& files() const { return files_; }
  void add(const std::string& path);
  void remove(const std::string& path);
  // Why the list could not be written last: not_kept_in() its folder; nothing where it was.
  const std::optional<engine::Error>& failed() const { return failed_; }

 private:
  void read();
  void write();

  std::filesystem::path path_;
  std::vector<std::string> files_;
  std::optional<engine::Error> failed_;
};

}  // namespace app
