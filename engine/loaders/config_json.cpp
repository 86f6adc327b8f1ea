// config_json.cpp: accepts a model's sizes only within limits.
#include "engine/loaders/config_json.h"

#include <array>
#include <cmath>
#include <system_error>
#include <utility>

#include "engine/core/quotable.h"
#include "engine/json/json_text.h"
#include "engine/loaders/mapped_file.h"

namespace loaders {
namespace {

using engine::Activation;
using engine::Error;
using engine::Result;
using nlohmann::json;

// The largest config.json to read, in bytes: labels of 20,000 classes take one.
constexpr size_t kLargestConfig = size_t{4} << 20U;

Error config_fault(std::string_view /*text*/, const engine::JsonFault& fault) {
  return {"error.config_json", {{"byte", std::to_string(fault.byte)}}};
}

engine::JsonRules config_rules(const std::string& path) {
  return {.most_bytes = kLargestConfig,
          .deepest = engine::kDeepestJson,
          .too_large = "error.config_large",
          .not_utf8 = "error.config_json",
          .too_deep = "error.config_deep",
          .twice = "error.config_twice",
          .broken = config_fault,
          .about = {{"path", path}}};
}

}  // namespace

ConfigFields::ConfigFields(json object, const std::string& path)
    : object_(std::move(object)), path_(engine::quotable(path, engine::kLongestPath)) {
  if (object_.is_object()) return;
  object_ = json::object();
  fail("error.config_json", {{"byte", "0"}});
}

bool ConfigFields::is_null(const char* field) const {
  const auto found = object_.find(field);
  return found != object_.end() && found->is_null();
}

std::vector<std::string> ConfigFields::names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : object_.items()) names.push_back(name);
  return names;
}

const json* ConfigFields::find(const char* field) const {
  read_.insert(field);
  const auto found = object_.find(field);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

Index ConfigFields::whole(const char* field, Range range, std::optional<Index> otherwise) {
  const json* const value = find(field);
  if (value == nullptr) {
    if (!otherwise) fail("error.config_missing", {{"field", field}});
    return otherwise.value_or(range.smallest);
  }
  // Values above 2^63 do not fit a signed number.
  const bool is_whole =
      value->is_number_integer() &&
      (!value->is_number_unsigned() || value->get<uint64_t>() <= static_cast<uint64_t>(range.largest));
  if (is_whole && value->get<int64_t>() >= range.smallest && value->get<int64_t>() <= range.largest)
    return value->get<int64_t>();
  fail("error.config_whole", {{"field", field},
                              {"value", shown(field)},
                              {"smallest", std::to_string(range.smallest)},
                              {"largest", std::to_string(range.largest)}});
  return range.smallest;
}

double ConfigFields::number(const char* field, double otherwise, double smallest, double largest) {
  const json* const value = find(field);
  if (value == nullptr) return otherwise;
  if (value->is_number() && value->get<double>() >= smallest && value->get<double>() <= largest)
    return value->get<double>();
  mark(field);
  return otherwise;
}

bool ConfigFields::flag(const char* field, bool otherwise) {
  const json* const value = find(field);
  if (value == nullptr) return otherwise;
  if (value->is_boolean()) return value->get<bool>();
  mark(field);
  return otherwise;
}

std::string ConfigFields::text(const char* field, const std::string& otherwise) {
  const json* const value = find(field);
  if (value == nullptr) return otherwise;
  if (value->is_string()) return value->get<std::string>();
  mark(field);
  return otherwise;
}

Activation ConfigFields::activation(const char* field, const std::string& otherwise) {
  return activation_named(field, text(field, otherwise));
}

Activation ConfigFields::activation_named(const char* field, const std::string& name) {
  // "gelu_fast" is the same tanh form, written differently.
  constexpr std::array<std::pair<const char*, Activation>, 9> kNames = {
      {{"relu", Activation::kRelu},
       {"gelu", Activation::kGelu},
       {"gelu_python", Activation::kGelu},
       {"gelu_new", Activation::kGeluTanh},
       {"gelu_fast", Activation::kGeluTanh},
       {"gelu_pytorch_tanh", Activation::kGeluTanh},
       {"silu", Activation::kSilu},
       {"swish", Activation::kSilu},
       {"quick_gelu", Activation::kQuickGelu}}};
  for (const auto& [known, activation] : kNames) {
    if (name == known) return activation;
  }
  refuse(field, name);
  return Activation::kRelu;
}

Index ConfigFields::divide(const char* width_field, Index width, const char* parts_field, Index parts) {
  if (width % parts != 0) {
    fail("error.config_divide", {{"field", width_field},
                                 {"value", std::to_string(width)},
                                 {"by", parts_field},
                                 {"divisor", std::to_string(parts)}});
  }
  return std::max<Index>(width / parts, 1);
}

void ConfigFields::require(const char* field, const json& only) {
  const json* const value = find(field);
  if (value != nullptr && *value != only) refuse(field);
}

void ConfigFields::also_named(const char* field, const char* other) {
  const json* const value = find(other);
  if (value == nullptr) return;
  require(field, *value);
  object_[field] = json(*value);
}

void ConfigFields::refuse(const char* field) {
  refuse(field, shown(field));
}

void ConfigFields::refuse(const char* field, const std::string& value) {
  fail("error.config_unsupported", {{"field", field}, {"value", engine::quotable(value)}});
}

void ConfigFields::mark(const char* field) {
  fail("error.config_value", {{"field", field}, {"value", shown(field)}});
}

std::string ConfigFields::shown(const char* field) const {
  const json* const value = find(field);
  if (value == nullptr) return "null";
  return engine::quotable(value->dump(-1, ' ', false, json::error_handler_t::replace));
}

void ConfigFields::fail(const char* key, std::vector<std::pair<std::string, std::string>> arguments) {
  if (bad_) return;
  arguments.insert(arguments.begin(), {"path", path_});
  bad_ = Error{key, std::move(arguments)};
}

Result<ConfigFields> read_config(const std::filesystem::path& path) {
  const std::string shown = engine::quotable(path.string(), engine::kLongestPath);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    const std::string folder = path.parent_path().string();
    return Error{"error.config_none", {{"path", engine::quotable(folder, engine::kLongestPath)}}};
  }
  return read_mapped(path, [&](std::span<const std::byte> bytes) -> Result<ConfigFields> {
    auto parsed =
        engine::read_json({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, config_rules(shown));
    if (!parsed) return parsed.error();
    ConfigFields fields(std::move(parsed).value(), path.string());
    if (fields.bad()) return *fields.bad();
    return fields;
  });
}

}  // namespace loaders
