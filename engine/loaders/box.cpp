// box.cpp: finds the models beside the program, or beside the folder that it is in, as tests are.
#include "engine/loaders/box.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <system_error>
#include <vector>

namespace loaders {
namespace {

namespace fs = std::filesystem;

// Language models first: they go on with any text.
constexpr std::array<std::string_view, 12> kBoxNames = {"prose",  "prose-zh", "poem",          "who",
                                                        "who-zh", "phrase",   "numbers",       "reverse",
                                                        "repeat", "grammar",  "measure-words", "shapes"};

// The vision transformer is the model of the task of shapes.
constexpr std::string_view kVit = "vit";
constexpr std::string_view kVitModel = "shapes";

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

std::optional<fs::path> folder_of(std::string_view name) {
  static const fs::path kFolder = find_models();
  if (kFolder.empty()) return std::nullopt;
  fs::path folder = kFolder / name;
  std::error_code failed;
  return fs::is_directory(folder, failed) ? std::optional(std::move(folder)) : std::nullopt;
}

}  // namespace

std::span<const std::string_view> box_models() {
  static const std::vector<std::string_view> kThere = [] {
    std::vector<std::string_view> there;
    std::ranges::copy_if(kBoxNames, std::back_inserter(there),
                         [](std::string_view name) { return folder_of(name).has_value(); });
    return there;
  }();
  return kThere;
}

std::optional<fs::path> box_folder(std::string_view name) {
  if (std::ranges::find(kBoxNames, name) == kBoxNames.end()) return std::nullopt;
  return folder_of(name);
}

std::optional<fs::path> system_folder(std::string_view name) {
  return folder_of(name == kVit ? kVitModel : name);
}

}  // namespace loaders
