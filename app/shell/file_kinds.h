// file_kinds.h: what lies at a path that a person chose.
#pragma once

#include <optional>
#include <string>

#include "engine/core/result.h"

namespace app {

// Why a path cannot be opened as a file: error.not_a_file (path). A pipe that nobody writes to would be
// waited for without end.
std::optional<engine::Error> check_kind(const std::string& path);

// Whether a trained model lies there: in a folder, or in a file that belongs to one.
bool is_model(const std::string& path);

// The name without its folders, fit for a sentence.
std::string name_of_file(const std::string& path);

}  // namespace app
