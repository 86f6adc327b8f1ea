// json_fields.h: reads a tokenizer's JSON with distrust.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "engine/core/quotable.h"
#include "engine/core/result.h"

namespace text {

using engine::Error;
using engine::first_names;
using engine::kLongestPath;
using engine::quotable;
using engine::Result;
using nlohmann::json;

// Larger files than this are rejected, in bytes.
inline constexpr size_t kLargestTokenizer = size_t{64} << 20U;

// The maximum number of values in a file. (A vocabulary of 256,000 pieces with 580,000 merges has 2,000,000;
// one of 900,000 pieces with their probabilities 2,700,000.)
inline constexpr size_t kMostValues = 4'000'000;

// Checks a text in one pass, then parses it. Errors: error.tokenizer_large (megabytes), error.tokenizer_utf8
// (byte), error.tokenizer_json (byte), error.tokenizer_deep (depth), error.tokenizer_many (count),
// error.tokenizer_twice (field), error.tokenizer_many_pieces (count) of an object, error.tokenizer_pieces
// (megabytes) of all fields' names.
Result<json> parse_json(std::string_view bytes);

// The fields of one object; remembers the first of the wrong type. null counts as missing.
class Fields {
 public:
  // `path` names the object in errors: "model".
  Fields(const json& object, std::string path);

  std::string text(const char* field, std::string_view otherwise);
  std::string text(const char* field);  // required
  std::optional<std::string> optional_text(const char* field);
  bool flag(const char* field, bool otherwise);
  // A whole number from 0 to 2^31 - 1; required unless `otherwise` is given.
  int64_t number(const char* field, std::optional<int64_t> otherwise = {});
  // Null if missing.
  const json* find(const char* field) const;
  // The fields that any function here was asked for.
  const std::set<std::string, std::less<>>& read() const { return read_; }
  // Required: returns an empty one if missing.
  const json& list(const char* field);
  const json& object(const char* field);

  std::string path_of(std::string_view field) const { return path_ + "." + std::string(field); }
  void mark(std::string_view field);
  const std::optional<Error>& bad() const { return bad_; }

 private:
  const json* object_;
  mutable std::set<std::string, std::less<>> read_;
  std::string path_;
  std::optional<Error> bad_;
};

}  // namespace text
