// recent.h: the files that were opened or saved last, kept in the user's state folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

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

 private:
  void read();
  void write() const;

  std::filesystem::path path_;
  std::vector<std::string> files_;
};

}  // namespace app
