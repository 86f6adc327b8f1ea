// checkpoint_case.h: the golden checkpoints as a person would open them: their arguments, and their stages as
// NPY files.
#pragma once

#include <bit>
#include <cstring>
#include <fstream>
#include <map>

#include "engine/loaders/safetensors.h"
#include "tests/shell/contract.h"

namespace app {

inline std::string folder_of(const std::string& name) {
  return std::string(HEADLIGHT_TEST_DATA) + "/golden/checkpoints/" + name;
}

inline nlohmann::json case_of(const std::string& name) {
  return nlohmann::json::parse(bytes_of(folder_of(name) + "/case.json"));
}

// "--model FOLDER" and whatever case.json feeds in.
inline CommandLine input_of_case(const std::string& name) {
  const nlohmann::json fed = case_of(name);
  CommandLine input = {"--model", folder_of(name)};
  const auto add = [&](const char* option, const std::string& value) {
    input.insert(input.end(), {option, value});
  };
  if (fed.contains("text")) {
    add("--text", fed["text"]);
  } else if (fed.contains("ids")) {
    std::string ids = fed["ids"].dump();
    add("--ids", ids.substr(1, ids.size() - 2));
  }
  if (fed.contains("pair")) add("--pair", fed["pair"]);
  if (fed.contains("target_text")) add("--target", fed["target_text"]);
  if (fed.contains("image")) add("--image", folder_of(name) + "/" + fed["image"].get<std::string>());
  std::string arrays;
  const nlohmann::json npy = fed.value("npy", nlohmann::json::object());
  for (const auto& [role, file] : npy.items()) {
    const std::string path = folder_of(name) + "/" + file.get<std::string>();
    if (role == "mask") {
      add("--mask-npy", path);
    } else if (role == "key_padding") {
      add("--key-padding-npy", path);
    } else {
      arrays.append(arrays.empty() ? "" : ",").append(role).append("=").append(path);
    }
  }
  if (!arrays.empty()) add("--input-npy", arrays);
  return input;
}

inline CommandLine with(CommandLine command, const CommandLine& input, const CommandLine& more) {
  return with(with(std::move(command), input), more);
}

// NumPy's name of a type of numbers.
template <class Number>
constexpr const char* kNpyType = "<f8";
template <>
inline constexpr const char* kNpyType<int64_t> = "<i8";
template <>
inline constexpr const char* kNpyType<uint8_t> = "|u1";

// An array of this shape ("2, 3"), as np.save writes it.
template <class Number = double>
void write_npy(const std::string& path, const std::string& shape, const std::vector<Number>& numbers,
               const std::string& type = kNpyType<Number>) {
  std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  header.resize((header.size() + 10 + 64) / 64 * 64 - 10 - 1, ' ');
  header += '\n';
  std::ofstream file(path, std::ios::binary);
  file << "\x93NUMPY" << '\x01' << '\0' << static_cast<char>(header.size() & 0xFFU)
       << static_cast<char>(header.size() >> 8U) << header;
  file.write(reinterpret_cast<const char*>(numbers.data()),
             static_cast<std::streamsize>(numbers.size() * sizeof(Number)));
}

// (rows, columns).
template <class Number = double>
void write_npy(const std::string& path, int64_t rows, int64_t columns, const std::vector<Number>& numbers,
               const std::string& type = kNpyType<Number>) {
  write_npy(path, std::to_string(rows) + ", " + std::to_string(columns), numbers, type);
}

// The goldens of a case, in the folder that `compare --expect` reads.
inline std::vector<std::string> write_goldens(const std::string& name, const std::string& folder) {
  const auto stages = loaders::TensorSet::open(folder_of(name) + "/stages.safetensors");
  EXPECT_TRUE(stages.ok());
  std::filesystem::create_directories(folder);
  std::vector<std::string> addresses;
  for (const loaders::TensorInfo& tensor : stages->tensors()) {
    std::vector<double> numbers(tensor.count());
    std::memcpy(numbers.data(), tensor.data, tensor.bytes);
    write_npy(folder + "/" + tensor.name + ".npy", tensor.shape.at(0), tensor.shape.at(1), numbers);
    addresses.push_back(tensor.name);
  }
  return addresses;
}

}  // namespace app
