// folder.h: a folder for what readers open by its path, gone when the program ends.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "tests/fuzz/fuzz.h"

namespace fuzz {

namespace fs = std::filesystem;

inline std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  require(file.good(), "the tests' files are there");
  return {std::istreambuf_iterator<char>(file), {}};
}

class Folder {
 public:
  explicit Folder(const std::string& name)
      : path_(fs::temp_directory_path() / ("headlight_fuzz_" + name + "_" + std::to_string(::getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  // The folder holds these files and no others; one that stays as it was is not written again.
  void hold(std::map<std::string, std::string> files) {
    for (const auto& [name, bytes] : held_) {
      if (!files.contains(name)) fs::remove(path_ / name);
    }
    for (const auto& [name, bytes] : files) {
      const auto before = held_.find(name);
      if (before != held_.end() && before->second == bytes) continue;
      // A new file each time: a file system may write what is replaced to its disk at once.
      fs::remove(path_ / name);
      std::ofstream(path_ / name, std::ios::binary)
          .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    held_ = std::move(files);
  }

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  std::map<std::string, std::string> held_;
};

}  // namespace fuzz
