// checkpoint_files.h: which files a checkpoint may be made of, and whether they are still the same.
#pragma once

#include <filesystem>
#include <string>

namespace loaders {

// Where a checkpoint's files lie: config.json and the tokenizer in the folder; `weights` is that folder too,
// or the file or index in it that was asked for.
struct CheckpointPlace {
  std::filesystem::path folder, weights;
};

// A folder, or a file in one. One shard of several stands for all of them.
CheckpointPlace place_of(const std::string& path);

// A text that changes when a file does that the checkpoint at `path` may be made of: its weights, config.json
// and the tokenizer's. Other files of the folder may change. Reads no file.
std::string checkpoint_stamp(const std::string& path);
// The same from a moment on from which every change shows: see settled_stamp_of().
std::string settled_checkpoint_stamp(const std::string& path);

}  // namespace loaders
