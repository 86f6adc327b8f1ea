// foreign_format.h: weights in formats that are not read: named as what they are, with what to do instead.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>

#include "engine/core/result.h"

namespace loaders {

// What a file that is not in the safetensors format is, by its first bytes; nullopt where they say nothing.
// Errors (path each): error.format_gguf, error.format_zip, error.format_lfs, error.format_hdf5,
// error.format_web, error.safetensors_pickled.
std::optional<engine::Error> foreign_format(std::span<const std::byte> bytes,
                                            const std::filesystem::path& path);

// The first file of a folder, by name, that holds weights in such a format: errors as above, and
// error.format_other (path). Nullopt where there is none.
std::optional<engine::Error> foreign_weights_in(const std::filesystem::path& folder);

}  // namespace loaders
