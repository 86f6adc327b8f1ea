// box.cpp: finds the models beside the program, or beside the folder that it is in, as tests are.
#include "engine/loaders/box.h"

#include <algorithm>
#include <array>
#include <system_error>

namespace loaders {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 9> kBoxNames = {
    "who", "who-zh", "phrase", "numbers", "reverse", "repeat", "grammar", "measure-words", "shapes"};

fs::path find_models() {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  if (failed) return {};
  const fs::path beside = program.parent_path();
  for (const fs::path& folder : {beside / "models", beside.parent_path() / "models"}) {
    if (fs::is_directory(folder, failed)) return folder;
  }
  return {};
}

}  // namespace

std::span<const std::string_view> box_models() {
  return kBoxNames;
}

std::optional<fs::path> box_folder(std::string_view name) {
  static const fs::path kFolder = find_models();
  if (kFolder.empty() || std::ranges::find(kBoxNames, name) == kBoxNames.end()) return std::nullopt;
  fs::path folder = kFolder / name;
  std::error_code failed;
  return fs::is_directory(folder, failed) ? std::optional(std::move(folder)) : std::nullopt;
}

}  // namespace loaders
