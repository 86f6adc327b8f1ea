// checkpoint_files.h: which files belong to a checkpoint, and whether they have changed.
#pragma once

#include <filesystem>
#include <string>

namespace loaders {

// Where a checkpoint's files are: config.json and the tokenizer in the folder; `weights` is that folder too,
// or the requested file or index in it.
struct CheckpointPlace {
  std::filesystem::path folder, weights;
};

// A model in the box by its name, which wins over a folder; a folder, or a file in one. One shard of several
// stands for all of them.
CheckpointPlace place_of(const std::string& path);

// A text that changes with any file that the checkpoint at `path` may use: its weights, config.json and the
// tokenizer's files. Other files in the folder may change. Reads no file.
std::string checkpoint_stamp(const std::string& path);
// The same, from a moment on after which every change is detected: see settled_stamp_of().
std::string settled_checkpoint_stamp(const std::string& path);

}  // namespace loaders
