// scratch_folder.h: a folder for one test's files, gone when the test ends.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "engine/core/result.h"

// A folder of its own for each test and each process.
class ScratchFolder : public testing::Test {
 protected:
  ScratchFolder()
      : folder_(std::filesystem::temp_directory_path() /
                ("headlight_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) +
                 "_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~ScratchFolder() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  // Writes a file and returns its path.
  std::filesystem::path write(const std::string& name, std::string_view bytes) const {
    std::ofstream(folder_ / name, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return folder_ / name;
  }

  std::filesystem::path folder_;
};

// The key of what was refused; empty where nothing was.
template <class Value>
std::string key_of(const engine::Result<Value>& result) {
  return result ? "" : result.error().key;
}

// An argument of an error by its name; "?" where it has none.
inline std::string argument(const engine::Error& error, std::string_view name) {
  for (const auto& [key, value] : error.arguments) {
    if (key == name) return value;
  }
  return "?";
}
