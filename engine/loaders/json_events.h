// json_events.h: streaming JSON: builds no tree, so that a hostile file can make us allocate at most a few
// times its own length.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/result.h"
#include "engine/loaders/safetensors_json.h"

namespace loaders {

// Handles keys, numbers and ends of arrays as they come. Rejects every event that a reader does not expect,
// and keeps the first error.
class JsonEvents : public nlohmann::json::json_sax_t {
 public:
  using Json = nlohmann::json;

  // `first` is the text's offset in its file.
  JsonEvents(size_t first, const std::string& path);

  // Reads a text that must be one object in UTF-8; returns the first error. Errors: error.safetensors_utf8,
  // error.safetensors_json (path, byte), and the reader's own.
  std::optional<engine::Error> read(std::string_view content);

  bool null() override { return unexpected(); }
  bool boolean(bool) override { return unexpected(); }
  bool number_integer(Json::number_integer_t) override { return unexpected(); }
  bool number_unsigned(Json::number_unsigned_t) override { return unexpected(); }
  bool number_float(Json::number_float_t, const std::string&) override { return unexpected(); }
  bool binary(Json::binary_t&) override { return unexpected(); }
  bool parse_error(size_t position, const std::string&, const Json::exception&) override;

 protected:
  // Rejects a value where none or a different one was expected.
  virtual bool unexpected() = 0;

  // Always false, which ends the parsing.
  bool fail(const char* key, std::vector<std::pair<std::string, std::string>> arguments);
  bool fail_twice(std::string_view name);
  // Error error.safetensors_names (largest) if the table is full.
  bool add(NameTable& table, const std::string& name, const std::string& value);
  // Sorts by a member; error.safetensors_twice if two are equal.
  template <class Item>
  bool sort(std::vector<Item>& items, std::string Item::*name);

  const std::optional<engine::Error>& error() const { return error_; }

 private:
  bool fail_at(const char* key, size_t byte);

  size_t first_;
  std::string path_;
  std::optional<engine::Error> error_;
};

template <class Item>
bool JsonEvents::sort(std::vector<Item>& items, std::string Item::*name) {
  std::sort(items.begin(), items.end(), [&](const Item& a, const Item& b) { return a.*name < b.*name; });
  const auto twice = std::adjacent_find(items.begin(), items.end(),
                                        [&](const Item& a, const Item& b) { return a.*name == b.*name; });
  return twice == items.end() || fail_twice((*twice).*name);
}

}  // namespace loaders
