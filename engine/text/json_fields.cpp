// json_fields.cpp: a tokenizer's JSON, and its fields one by one.
#include "engine/text/json_fields.h"

#include <limits>

#include "engine/json/json_text.h"
#include "engine/text/vocabulary.h"

namespace text {
namespace {

Error tokenizer_fault(std::string_view /*text*/, const engine::JsonFault& fault) {
  return {"error.tokenizer_json", {{"byte", std::to_string(fault.byte)}}};
}

const json& empty_list() {
  static const json empty = json::array();
  return empty;
}

const json& empty_object() {
  static const json empty = json::object();
  return empty;
}

}  // namespace

Result<json> parse_json(std::string_view bytes) {
  return engine::read_json(bytes, {.most_bytes = kLargestTokenizer,
                                   .deepest = engine::kDeepestJson,
                                   .most_values = kMostValues,
                                   .most_fields = kMostPieces,
                                   .most_name_bytes = kMostPieceBytes,
                                   .too_large = "error.tokenizer_large",
                                   .not_utf8 = "error.tokenizer_utf8",
                                   .too_deep = "error.tokenizer_deep",
                                   .too_many = "error.tokenizer_many",
                                   .twice = "error.tokenizer_twice",
                                   .too_many_fields = "error.tokenizer_many_pieces",
                                   .names_too_large = "error.tokenizer_pieces",
                                   .broken = tokenizer_fault});
}

Fields::Fields(const json& object, std::string path) : object_(&object), path_(std::move(path)) {
  if (object.is_object()) return;
  bad_ = Error{"error.tokenizer_field", {{"field", path_}}};
  object_ = &empty_object();
}

const json* Fields::find(const char* field) const {
  read_.insert(field);
  const auto found = object_->find(field);
  return found == object_->end() || found->is_null() ? nullptr : &*found;
}

void Fields::mark(std::string_view field) {
  if (!bad_) bad_ = Error{"error.tokenizer_field", {{"field", path_of(field)}}};
}

std::optional<std::string> Fields::optional_text(const char* field) {
  const json* value = find(field);
  if (value == nullptr) return std::nullopt;
  if (value->is_string()) return value->get<std::string>();
  mark(field);
  return std::nullopt;
}

std::string Fields::text(const char* field, std::string_view otherwise) {
  return optional_text(field).value_or(std::string(otherwise));
}

std::string Fields::text(const char* field) {
  if (find(field) == nullptr) mark(field);
  return text(field, "");
}

bool Fields::flag(const char* field, bool otherwise) {
  const json* value = find(field);
  if (value == nullptr) return otherwise;
  if (value->is_boolean()) return value->get<bool>();
  mark(field);
  return otherwise;
}

int64_t Fields::number(const char* field, std::optional<int64_t> otherwise) {
  const json* value = find(field);
  if (value == nullptr && otherwise) return *otherwise;
  constexpr auto kMost = static_cast<uint64_t>(std::numeric_limits<int32_t>::max());
  if (value != nullptr && value->is_number_unsigned() && value->get<uint64_t>() <= kMost)
    return value->get<int64_t>();
  mark(field);
  return 0;
}

const json& Fields::list(const char* field) {
  const json* value = find(field);
  if (value != nullptr && value->is_array()) return *value;
  mark(field);
  return empty_list();
}

const json& Fields::object(const char* field) {
  const json* value = find(field);
  if (value != nullptr && value->is_object()) return *value;
  mark(field);
  return empty_object();
}

}  // namespace text
