// folder_files.h: what the files beside config.json say, each field of them.
#pragma once

#include <filesystem>
#include <vector>

#include "engine/loaders/folder_fields.h"
#include "engine/loaders/generation_config.h"

namespace loaders {

// Those of generation_config.json, if there is one; `generates`: the model predicts a next token, and its
// rules are read.
std::vector<FolderField> fields_of_generation(const std::filesystem::path& folder,
                                              const GenerationConfig& read, bool generates);

// A tokenizer's files: each vocabulary as one row without a field, whether the tokenizer was read from it;
// tokenizer_config.json, special_tokens_map.json and added_tokens.json.
std::vector<FolderField> fields_of_tokenizer_files(const std::filesystem::path& folder,
                                                   const text::ModelTokenizer& tokenizer);

}  // namespace loaders
