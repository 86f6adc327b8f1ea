// simplified_forms.cpp: turns the rows around.
#include "engine/text/simplified_forms.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "engine/core/utf8.h"
#include "engine/text/normalize.h"

namespace text {
namespace {

using nlohmann::json;

// A text of one or two ideographs; otherwise empty.
std::vector<std::string> ideographs_in(const std::string& text) {
  constexpr size_t kMost = 2;
  std::vector<std::string> all;
  for (size_t at = 0; at < text.size();) {
    const engine::Letter letter = engine::letter_at(text, at);
    if (!is_ideograph(letter.code) || all.size() == kMost) return {};
    all.push_back(text.substr(at, letter.end - at));
    at = letter.end;
  }
  return all;
}

std::string text_at(const json& object, const char* field) {
  const auto found = object.find(field);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// What a step replaces, and by what.
std::pair<std::string, std::string> replacement_of(const json& step) {
  if (!step.is_object() || text_at(step, "type") != "Replace") return {};
  const auto pattern = step.find("pattern");
  if (pattern == step.end() || !pattern->is_object()) return {};
  return {text_at(*pattern, "String"), text_at(step, "content")};
}

}  // namespace

std::map<std::string, std::string> simplified_forms(const json* normalizer) {
  std::map<std::string, std::string> alone;
  std::map<std::string, std::string> in_pairs;
  if (normalizer == nullptr || !normalizer->is_object()) return alone;
  const auto steps = normalizer->find("normalizers");
  if (steps == normalizer->end() || !steps->is_array()) return alone;
  for (const json& step : *steps) {
    const auto [typed, read] = replacement_of(step);
    const std::vector<std::string> from = ideographs_in(typed);
    const std::vector<std::string> into = ideographs_in(read);
    if (from.empty() || from.size() != into.size()) continue;
    for (size_t place = 0; place < from.size(); ++place) {
      if (from[place] != into[place])
        (from.size() == 1 ? alone : in_pairs).try_emplace(into[place], from[place]);
    }
  }
  alone.merge(in_pairs);
  return alone;
}

}  // namespace text
