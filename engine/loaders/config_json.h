// config_json.h: reads an untrusted config.json of a model, field by field.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/core/result.h"
#include "engine/model/config.h"

namespace loaders {

using engine::Index;

// Numbers from `smallest` to `largest`, inclusive.
struct Range {
  Index smallest = 1;
  Index largest = 1;
};

// Valid sizes of a model.
inline constexpr Range kWidths{1, engine::kMaxWidth};
inline constexpr Range kFeedForwardWidths{1, 8 * engine::kMaxWidth};
inline constexpr Range kHeads{1, engine::kMaxHeads};
inline constexpr Range kLayers{1, engine::kMaxLayers};
inline constexpr Range kTokens{1, Index{1} << 24U};  // ids stay exact as floats
inline constexpr Range kPositions{1, Index{1} << 30U};

// The fields of a config.json; remembers the first invalid one. null counts as missing.
class ConfigFields {
 public:
  // `path` is for errors.
  ConfigFields(nlohmann::json object, const std::string& path);

  // A whole number within `range`; required unless `otherwise` is given. Error error.config_whole or
  // error.config_missing.
  Index whole(const char* field, Range range, std::optional<Index> otherwise = {});
  // An epsilon, a base. Error error.config_value.
  double number(const char* field, double otherwise, double smallest, double largest);
  bool flag(const char* field, bool otherwise);
  std::string text(const char* field, const std::string& otherwise);
  // Null if missing.
  const nlohmann::json* find(const char* field) const;
  // Whether it is there, and null: more than missing where a family has a default.
  bool is_null(const char* field) const;
  // All that are there, ascending.
  std::vector<std::string> names() const;
  // Whether any function here was asked for it.
  bool was_read(const char* field) const { return read_.contains(field); }

  // The feed-forward's activation by Hugging Face's names; error.config_unsupported.
  engine::Activation activation(const char* field, const std::string& otherwise);
  engine::Activation activation_named(const char* field, const std::string& name);
  // width / parts, which must be exact: error.config_divide.
  Index divide(const char* width_field, Index width, const char* parts_field, Index parts);
  // Checks that a field, if present, has the only supported value.
  void require(const char* field, const nlohmann::json& only);
  // Reads a field that may also stand under another name; refuses two that differ.
  void also_named(const char* field, const char* other);
  // Reports a field's value as unsupported.
  void refuse(const char* field);
  void refuse(const char* field, const std::string& value);

  const std::string& path() const { return path_; }
  const std::optional<engine::Error>& bad() const { return bad_; }

 private:
  void fail(const char* key, std::vector<std::pair<std::string, std::string>> arguments);
  void mark(const char* field);
  std::string shown(const char* field) const;

  nlohmann::json object_;
  mutable std::set<std::string, std::less<>> read_;
  std::string path_;
  std::optional<engine::Error> bad_;
};

// Reads a JSON file that is one object. Errors: error.config_none (path of its folder), those of
// MappedFile::open, and with path: error.config_json (byte), error.config_deep (depth), error.config_twice
// (field), error.config_large (megabytes).
engine::Result<ConfigFields> read_config(const std::filesystem::path& path);

}  // namespace loaders
