// json_text.h: reads JSON that anyone may have written: checked in one pass before it is stored, so that a
// hostile text costs little.
#pragma once

#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/result.h"

namespace engine {

// How deep the JSON of a checkpoint's files may be.
inline constexpr size_t kDeepestJson = 40;

// Where and why parsing ends.
struct JsonFault {
  size_t byte = 0;   // counted from 1, as the parser does; beyond the text's length where it is cut off
  std::string last;  // what was read last
  bool out_of_range = false;  // that is a number too large to store
};

// What is read: its limits, and the text keys of its errors.
struct JsonRules {
  size_t most_bytes = 0;
  size_t deepest = 0;
  size_t most_values = std::numeric_limits<size_t>::max();
  size_t most_fields = std::numeric_limits<size_t>::max();      // of one object
  size_t most_name_bytes = std::numeric_limits<size_t>::max();  // of all fields' names together
  const char* too_large = "";                                   // (megabytes)
  const char* not_utf8 = "";                                    // (byte)
  const char* too_deep = "";                                    // (depth)
  const char* too_many = "";                                    // (count), of values
  const char* twice = "";                                       // (field)
  const char* too_many_fields = "";                             // (count)
  const char* names_too_large = "";                             // (megabytes)
  // Any other fault.
  Error (*broken)(std::string_view text, const JsonFault& fault) = nullptr;
  // What every error says first, such as the file's path.
  std::vector<std::pair<std::string, std::string>> about;
};

// The text without a byte-order mark, if it is short enough and UTF-8.
Result<std::string_view> check_json_bytes(std::string_view text, const JsonRules& rules);

// The value that a text holds, no object in it with two fields of one name.
Result<nlohmann::json> read_json(std::string_view text, const JsonRules& rules);

}  // namespace engine
