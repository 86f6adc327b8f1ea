// checkpoint_files.cpp: reads the names in a folder, and the file system's metadata for those files.
#include "engine/loaders/checkpoint_files.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <system_error>
#include <vector>

#include "engine/loaders/box.h"
#include "engine/loaders/file_stamp.h"

namespace loaders {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostFiles = 2000;  // the most files of a folder to look at

// Raw strings: in plain quotation marks some would look like keys of texts on the screen.
constexpr std::array<std::string_view, 15> kPartNames = {R"(config.json)",
                                                         R"(generation_config.json)",
                                                         R"(preprocessor_config.json)",
                                                         R"(tokenizer.json)",
                                                         R"(vocab.json)",
                                                         R"(tokenizer_config.json)",
                                                         R"(tokenizer.model)",
                                                         R"(merges.txt)",
                                                         R"(spiece.model)",
                                                         R"(vocab.txt)",
                                                         R"(sentencepiece.bpe.model)",
                                                         R"(source.spm)",
                                                         R"(target.spm)",
                                                         R"(special_tokens_map.json)",
                                                         R"(added_tokens.json)"};

bool is_weights(const std::string& name) {
  return name.ends_with(".safetensors") || name.ends_with(".safetensors.index.json");
}

// If a single weights file was requested, other ones in its folder do not belong.
bool is_part(const CheckpointPlace& place, const std::string& name) {
  const bool is_alone = place.weights != place.folder && place.weights.extension() == ".safetensors";
  return (!is_alone && is_weights(name)) ||
         std::find(kPartNames.begin(), kPartNames.end(), name) != kPartNames.end();
}

// Ascending, without duplicates.
std::vector<fs::path> files_of(const CheckpointPlace& place) {
  std::vector<fs::path> files;
  if (place.weights != place.folder) files.push_back(place.folder / place.weights.filename());
  std::error_code failed;
  for (auto entry = fs::directory_iterator(place.folder, failed);
       !failed && entry != fs::directory_iterator() && files.size() < kMostFiles; entry.increment(failed)) {
    if (is_part(place, entry->path().filename().string())) files.push_back(entry->path());
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

std::string stamp_with(const std::string& path, std::string (*look)(const fs::path& file)) {
  std::string stamp = path;
  for (const fs::path& file : files_of(place_of(path))) stamp.append("\n").append(look(file));
  return stamp;
}

}  // namespace

CheckpointPlace place_of(const std::string& path) {
  if (const auto own = box_folder(path)) return {*own, *own};
  std::error_code ignored;
  const fs::path given(path);
  if (fs::is_directory(given, ignored)) return {given, given};
  const fs::path folder = given.has_parent_path() ? given.parent_path() : fs::path(".");
  const std::string name = given.filename().string();
  const bool is_shard = name.starts_with("model-") && name.find("-of-") != name.npos;
  return {folder, name == "config.json" || is_shard ? folder : given};
}

std::string checkpoint_stamp(const std::string& path) {
  return stamp_with(path, stamp_text);
}

std::string settled_checkpoint_stamp(const std::string& path) {
  return stamp_with(path, settled_stamp_text);
}

}  // namespace loaders
