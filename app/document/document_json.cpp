// document_json.cpp: checks a text in one pass before storing it, so that hostile input costs nothing.
#include "app/document/document_json.h"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

#include "app/text/quotable.h"
#include "engine/core/utf8.h"

namespace app {
namespace {

using engine::Error;
using nlohmann::json;
using nlohmann::ordered_json;

// Where parsing fails: the line, counted from 1, and the letters up to there.
Error broken_at(std::string_view text, size_t position) {
  constexpr size_t kNear = 30;
  const std::string_view before = text.substr(0, position);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const size_t start = engine::letter_start(text, before.size() - std::min(before.size(), kNear));
  const std::string near = quotable(before.substr(start));
  return {"error.session_broken", {{"line", std::to_string(line)}, {"near", near}}};
}

// Follows the parser through a text and keeps only the first problem.
class Inspector : public nlohmann::json_sax<json> {
 public:
  explicit Inspector(std::string_view text) : text_(text) {}
  const std::optional<Error>& bad() const { return bad_; }

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*typed*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*size*/) override { return enter(); }
  bool start_array(std::size_t /*size*/) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }

  bool key(string_t& name) override {
    if (fields_.back().insert(name).second) return true;
    return refuse({"error.session_twice", {{"field", quotable(name)}}});
  }

  bool parse_error(std::size_t position, const std::string& last, const json::exception& failure) override {
    constexpr int kOutOfRange = 406;
    if (failure.id == kOutOfRange) return refuse({"error.session_number", {{"number", quotable(last)}}});
    if (position > text_.size()) return refuse({"error.session_cut", {}});
    return refuse(broken_at(text_, position));
  }

 private:
  bool enter() {
    fields_.emplace_back();
    if (fields_.size() <= kDeepestSession) return true;
    return refuse({"error.session_deep", {{"depth", std::to_string(kDeepestSession)}}});
  }
  bool leave() {
    fields_.pop_back();
    return true;
  }
  bool refuse(Error error) {
    bad_ = std::move(error);
    return false;
  }

  std::string_view text_;
  std::vector<std::set<std::string>> fields_;  // of each open list and object
  std::optional<Error> bad_;
};

std::optional<Error> check_bytes(std::string_view text) {
  if (text.size() > kLargestSession)
    return Error{"error.session_large", {{"megabytes", std::to_string(kLargestSession >> 20U)}}};
  if (const auto wrong = engine::first_invalid_byte(text))
    return Error{"error.session_utf8", {{"byte", std::to_string(*wrong)}}};
  const size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return Error{"error.session_empty", {}};
  if (text[start] != '{') return Error{"error.session_json", {{"detail", quotable(text)}}};
  return std::nullopt;
}

std::string dump(const ordered_json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

bool is_plain(const ordered_json& value) {
  return !value.is_structured();
}

// The items of a list or the fields of an object, indented by `indent` spaces.
std::string set_in_lines(const ordered_json& value, size_t indent) {
  if (is_plain(value) || value.empty() ||
      (value.is_array() && std::all_of(value.begin(), value.end(), is_plain)))
    return dump(value);
  const std::string margin(indent + 2, ' ');
  std::string text(1, value.is_array() ? '[' : '{');
  for (const auto& [name, item] : value.items()) {
    text.append(text.size() == 1 ? "\n" : ",\n").append(margin);
    if (value.is_object()) text.append(dump(name)).append(": ");
    text.append(set_in_lines(item, indent + 2));
  }
  return text.append("\n").append(indent, ' ').append(1, value.is_array() ? ']' : '}');
}

}  // namespace

engine::Result<json> read_object(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte-order mark
  if (auto bad = check_bytes(text)) return *std::move(bad);
  Inspector inspector(text);
  json::sax_parse(text, &inspector);
  if (inspector.bad()) return *inspector.bad();
  return json::parse(text, nullptr, false);
}

std::string in_one_line(const ordered_json& object) {
  return dump(object);
}

std::string in_lines(const ordered_json& object) {
  return set_in_lines(object, 0) + "\n";
}

}  // namespace app
