// document_json.h: the JSON of sessions: reads untrusted input, writes one line or many.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace app {

// The largest session to read, and the deepest: a painted mask cell in the baseline document is 5 levels
// deep.
inline constexpr size_t kLargestSession = 16U << 20U;  // bytes
inline constexpr int kDeepestSession = 8;

// The single object in a text, without duplicate fields. Errors: error.session_large (megabytes),
// error.session_utf8 (byte), error.session_empty, error.session_json (detail), error.session_cut,
// error.session_deep (depth), error.session_twice (field), error.session_number (number),
// error.session_broken (line, near).
engine::Result<nlohmann::json> read_object(std::string_view text);

// One line, the same bytes for the same object.
std::string in_one_line(const nlohmann::ordered_json& object);

// One field per line, and nested lists with one inner list per line: for a text editor.
std::string in_lines(const nlohmann::ordered_json& object);

}  // namespace app
