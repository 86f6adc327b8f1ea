// document_json.cpp: which JSON a session may be, and how it is written.
#include "app/document/document_json.h"

#include <algorithm>
#include <optional>

#include "app/text/quotable.h"
#include "engine/core/utf8.h"
#include "engine/json/json_text.h"

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

Error session_fault(std::string_view text, const engine::JsonFault& fault) {
  if (fault.out_of_range) return {"error.session_number", {{"number", quotable(fault.last)}}};
  if (fault.byte > text.size()) return {"error.session_cut", {}};
  return broken_at(text, fault.byte);
}

engine::JsonRules session_rules() {
  return {.most_bytes = kLargestSession,
          .deepest = kDeepestSession,
          .too_large = "error.session_large",
          .not_utf8 = "error.session_utf8",
          .too_deep = "error.session_deep",
          .twice = "error.session_twice",
          .broken = session_fault};
}

// Whether there is the beginning of an object.
std::optional<Error> check_object(std::string_view text) {
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
  const engine::JsonRules rules = session_rules();
  const auto checked = engine::check_json_bytes(text, rules);
  if (!checked) return checked.error();
  if (auto bad = check_object(*checked)) return *std::move(bad);
  return engine::read_json(*checked, rules);
}

std::string in_one_line(const ordered_json& object) {
  return dump(object);
}

std::string in_lines(const ordered_json& object) {
  return set_in_lines(object, 0) + "\n";
}

}  // namespace app
