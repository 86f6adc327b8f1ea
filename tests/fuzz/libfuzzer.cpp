// libfuzzer.cpp: what Clang's libFuzzer begins with: a target's own seeds.
#include <filesystem>
#include <fstream>
#include <string_view>

#include "tests/fuzz/fuzz.h"

// Writes the seeds into the first folder that is named, in which libFuzzer then finds them; not where folders
// are merged, since that one takes only what is needed.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  std::filesystem::path folder;
  for (int i = *argc - 1; i > 0; --i) {
    const std::string_view argument = (*argv)[i];
    if (argument.starts_with("-merge")) return 0;
    if (std::filesystem::is_directory(argument)) folder = argument;
  }
  if (folder.empty()) return 0;
  const std::vector<std::string> list = seeds();
  for (size_t i = 0; i < list.size(); ++i) {
    std::ofstream(folder / ("seed-" + std::to_string(i)), std::ios::binary)
        .write(list[i].data(), static_cast<std::streamsize>(list[i].size()));
  }
  return 0;
}
