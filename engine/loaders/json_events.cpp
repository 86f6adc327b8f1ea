// json_events.cpp: what every JSON reader rejects.
#include "engine/loaders/json_events.h"

#include "engine/core/quotable.h"
#include "engine/core/utf8.h"

namespace loaders {
namespace {

constexpr size_t kMostNames = 1'000'000;

}  // namespace

JsonEvents::JsonEvents(size_t first, const std::string& path)
    : first_(first), path_(engine::quotable(path, engine::kLongestPath)) {}

std::optional<engine::Error> JsonEvents::read(std::string_view content) {
  if (const auto wrong = engine::first_invalid_byte(content)) {
    fail_at("error.safetensors_utf8", *wrong);
  } else if (!content.starts_with('{')) {
    fail_at("error.safetensors_json", 0);
  } else {
    Json::sax_parse(content.begin(), content.end(), this);
  }
  return error_;
}

bool JsonEvents::parse_error(size_t position, const std::string&, const Json::exception&) {
  return fail_at("error.safetensors_json", position);
}

bool JsonEvents::fail(const char* key, std::vector<std::pair<std::string, std::string>> arguments) {
  if (error_) return false;
  arguments.insert(arguments.begin(), {"path", path_});
  error_ = engine::Error{key, std::move(arguments)};
  return false;
}

bool JsonEvents::fail_at(const char* key, size_t byte) {
  return fail(key, {{"byte", std::to_string(first_ + byte)}});
}

bool JsonEvents::fail_twice(std::string_view name) {
  return fail("error.safetensors_twice", {{"name", engine::quotable(name)}});
}

bool JsonEvents::add(NameTable& table, const std::string& name, const std::string& value) {
  if (table.size() == kMostNames)
    return fail("error.safetensors_names", {{"largest", std::to_string(kMostNames)}});
  table.emplace_back(name, value);
  return true;
}

}  // namespace loaders
