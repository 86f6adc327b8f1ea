// file_kinds.h: what is at a path that the user chose.
#pragma once

#include <optional>
#include <string>

#include "engine/core/result.h"

namespace app {

// Why a path cannot become a part of the document, which is read later: error.not_a_file (path).
std::optional<engine::Error> check_kind(const std::string& path);

// Whether a trained model is there: in a folder, or in a file that belongs to one.
bool is_model(const std::string& path);

// The name without its folders, for use in a sentence.
std::string name_of_file(const std::string& path);

}  // namespace app
