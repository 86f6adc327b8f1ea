// homework_folder.h: a folder of somebody's own numbers, for tests.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "engine/core/trace.h"

namespace app {

class HomeworkFolder : public testing::Test {
 protected:
  HomeworkFolder()
      : folder_(std::filesystem::temp_directory_path() /
                ("homework_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) +
                 "_" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~HomeworkFolder() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  // As np.save writes it: format 1.0, float32, rows one after another.
  void save(const std::string& address, const engine::Matrix& numbers) const {
    save_array(address, std::to_string(numbers.rows()) + ", " + std::to_string(numbers.cols()), {numbers});
  }
  // (matrices, rows, columns), or as a batch of one.
  void save_stack(const std::string& address, const std::vector<engine::Matrix>& all,
                  bool is_batch_of_one) const {
    save_array(address,
               (is_batch_of_one ? "1, " : "") + std::to_string(all.size()) + ", " +
                   std::to_string(all.front().rows()) + ", " + std::to_string(all.front().cols()),
               all);
  }
  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }

  static engine::Matrix numbers_of(const engine::Trace& trace, const std::string& address) {
    const int stage = trace.find(address).value();
    return trace.read(stage, 0, 0, trace.stage(stage).rows, trace.stage(stage).columns);
  }
  // Every stage as it is.
  void save_all(const engine::Trace& trace) const {
    for (const engine::Stage& stage : trace.stages()) save(stage.address, numbers_of(trace, stage.address));
  }

  void save_array(const std::string& address, const std::string& shape,
                  const std::vector<engine::Matrix>& all) const {
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (" + shape + "), }";
    header.resize((header.size() + 10 + 64) / 64 * 64 - 10, ' ');
    header.back() = '\n';
    std::string bytes = "\x93NUMPY";
    bytes += '\x01';
    bytes += '\0';
    bytes += static_cast<char>(header.size() & 0xFFU);
    bytes += static_cast<char>(header.size() >> 8U);
    bytes += header;
    for (const engine::Matrix& numbers : all)
      bytes.append(reinterpret_cast<const char*>(numbers.data()),
                   static_cast<size_t>(numbers.size()) * sizeof(float));
    write(address + ".npy", bytes);
  }

  std::filesystem::path folder_;
};

}  // namespace app
