// recent.h: recently opened or saved files, listed in the user's state folder.
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

  // Works in `folder`; an empty path keeps the list only while the window lives.
  explicit Recent(const std::filesystem::path& folder);

  // Absolute paths, newest first. Other windows also change the list: it is reread before each change.
  const std::vector<std::string>& files() const { return files_; }
  void add(const std::string& path);
  void remove(const std::string& path);
  // Why the list could not be written the last time: not_kept_in() its folder; nullopt if it was.
  const std::optional<engine::Error>& failed() const { return failed_; }

 private:
  void read();
  void write();

  std::filesystem::path path_;
  std::vector<std::string> files_;
  std::optional<engine::Error> failed_;
};

}  // namespace app
