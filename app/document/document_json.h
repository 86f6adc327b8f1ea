// document_json.h: the JSON that sessions are written in: read with distrust, written in one line or in
// lines.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace app {

// The largest session that is read, and the deepest: a cell of a mask painted in the document that one
// compares with lies 5 deep.
inline constexpr size_t kLargestSession = 16U << 20U;  // bytes
inline constexpr int kDeepestSession = 8;

// The one object that a text holds, every field of which stands in it once. Errors: error.session_large
// (megabytes), error.session_utf8 (byte), error.session_empty, error.session_json (detail),
// error.session_cut, error.session_deep (depth), error.session_twice (field), error.session_number (number),
// error.session_broken (line, near).
engine::Result<nlohmann::json> read_object(std::string_view text);

// One line, the same bytes for the same object.
std::string in_one_line(const nlohmann::ordered_json& object);

// A field a line, and a list of lists a list a line: to be read and changed in a text editor.
std::string in_lines(const nlohmann::ordered_json& object);

}  // namespace app
