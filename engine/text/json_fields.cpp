// json_fields.cpp: checks a text in one pass before storing it, so that hostile input costs little.
#include "engine/text/json_fields.h"

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <vector>

#include "engine/core/utf8.h"
#include "engine/text/tokenizer_files.h"

namespace text {
namespace {

// Follows the parser through a text and keeps only the first problem.
class Inspector : public nlohmann::json_sax<json> {
 public:
  const std::optional<Error>& bad() const { return bad_; }

  bool null() override { return count(); }
  bool boolean(bool /*value*/) override { return count(); }
  bool number_integer(number_integer_t /*value*/) override { return count(); }
  bool number_unsigned(number_unsigned_t /*value*/) override { return count(); }
  bool number_float(number_float_t /*value*/, const string_t& /*typed*/) override { return count(); }
  bool string(string_t& /*value*/) override { return count(); }
  bool binary(binary_t& /*value*/) override { return count(); }
  bool start_object(std::size_t /*size*/) override { return enter(); }
  bool start_array(std::size_t /*size*/) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }

  bool key(string_t& name) override {
    if (fields_.back().insert(name).second) return true;
    return refuse({"error.tokenizer_twice", {{"field", quotable(name)}}});
  }

  bool parse_error(std::size_t position, const std::string& /*last*/, const json::exception&) override {
    return refuse({"error.tokenizer_json", {{"byte", std::to_string(position)}}});
  }

 private:
  bool count() {
    if (++values_ <= kMostValues) return true;
    return refuse({"error.tokenizer_many", {{"count", std::to_string(kMostValues)}}});
  }
  bool enter() {
    fields_.emplace_back();
    if (fields_.size() <= kDeepestJson) return count();
    return refuse({"error.tokenizer_deep", {{"depth", std::to_string(kDeepestJson)}}});
  }
  bool leave() {
    fields_.pop_back();
    return true;
  }
  bool refuse(Error error) {
    bad_ = std::move(error);
    return false;
  }

  std::vector<std::unordered_set<std::string>> fields_;  // of each open list and object
  size_t values_ = 0;
  std::optional<Error> bad_;
};

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
  if (bytes.size() > kLargestTokenizer)
    return Error{"error.tokenizer_large", {{"megabytes", std::to_string(kLargestTokenizer >> 20U)}}};
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);  // a byte-order mark
  if (const auto wrong = engine::first_invalid_byte(bytes))
    return Error{"error.tokenizer_utf8", {{"byte", std::to_string(*wrong)}}};
  Inspector inspector;
  json::sax_parse(bytes, &inspector);
  if (inspector.bad()) return *inspector.bad();
  return json::parse(bytes, nullptr, false);
}

Fields::Fields(const json& object, std::string path) : object_(&object), path_(std::move(path)) {
  if (object.is_object()) return;
  bad_ = Error{"error.tokenizer_field", {{"field", path_}}};
  object_ = &empty_object();
}

const json* Fields::find(const char* field) const {
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
