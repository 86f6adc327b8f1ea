// config_json.h: reads a model's config.json, field by field, with distrust.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "engine/core/matrix.h"
#include "engine/core/result.h"
#include "engine/model/config.h"

namespace loaders {

using engine::Index;

// Numbers from `smallest` to `largest`, both included.
struct Range {
  Index smallest = 1;
  Index largest = 1;
};

// What sizes a model may have.
inline constexpr Range kWidths{1, engine::kMaxWidth};
inline constexpr Range kFeedForwardWidths{1, 8 * engine::kMaxWidth};
inline constexpr Range kHeads{1, engine::kMaxHeads};
inline constexpr Range kLayers{1, engine::kMaxLayers};
inline constexpr Range kTokens{1, Index{1} << 24U};  // ids stay exact as floats
inline constexpr Range kPositions{1, Index{1} << 30U};

// The fields of a config.json; remembers the first that makes no sense. null counts as missing.
class ConfigFields {
 public:
  // `path` is for errors.
  ConfigFields(nlohmann::json object, const std::string& path);

  // A whole number within `range`; must be there unless `otherwise` is given. Error error.config_whole or
  // error.config_missing.
  Index whole(const char* field, Range range, std::optional<Index> otherwise = {});
  // An epsilon, a base. Error error.config_value.
  double number(const char* field, double otherwise, double smallest, double largest);
  bool flag(const char* field, bool otherwise);
  std::string text(const char* field, const std::string& otherwise);
  // Null where missing.
  const nlohmann::json* find(const char* field) const;

  // The feed-forward's activation by Hugging Face's names; error.config_unsupported.
  engine::Activation activation(const char* field, const std::string& otherwise);
  engine::Activation activation_named(const char* field, const std::string& name);
  // width / parts, which must leave no rest: error.config_divide.
  Index divide(const char* width_field, Index width, const char* parts_field, Index parts);
  // That a field, where it stands, has the only value that is supported.
  void require(const char* field, const nlohmann::json& only);
  // Says of a field's value that it is not supported.
  void refuse(const char* field);
  void refuse(const char* field, const std::string& value);

  const std::string& path() const { return path_; }
  const std::optional<engine::Error>& bad() const { return bad_; }

 private:
  void fail(const char* key, std::vector<std::pair<std::string, std::string>> arguments);
  void mark(const char* field);
  std::string shown(const char* field) const;

  nlohmann::json object_;
  std::string path_;
  std::optional<engine::Error> bad_;
};

// Reads a JSON file that is one object. Errors: error.config_none (path of its folder), those of
// MappedFile::open, and with path: error.config_json (byte), error.config_deep (depth), error.config_twice
// (field), error.config_large (megabytes).
engine::Result<ConfigFields> read_config(const std::filesystem::path& path);

}  // namespace loaders
