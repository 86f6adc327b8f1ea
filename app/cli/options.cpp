// options.cpp: reads typed numbers and choices.
#include "app/cli/options.h"

#include "app/cli/parse_number.h"
#include "engine/core/number_text.h"

namespace app {
namespace {}  // namespace

void ParsedOptions::rename(std::string_view from, std::string_view to) {
  const auto found = values_.find(from);
  if (found == values_.end()) return;
  auto values = std::move(found->second);
  values_.erase(found);
  set(to, std::move(values));
}

std::optional<std::string> ParsedOptions::find(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return std::nullopt;
  return found->second.back();
}

std::vector<std::string> ParsedOptions::every(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>{} : found->second;
}

std::vector<std::string> ParsedOptions::list(std::string_view name) const {
  std::vector<std::string> items;
  for (const std::string& value : every(name)) {
    size_t start = 0;
    for (size_t comma = 0; comma != std::string::npos; start = comma + 1) {
      comma = value.find(',', start);
      items.push_back(value.substr(start, comma == std::string::npos ? comma : comma - start));
    }
  }
  return items;
}

std::string ParsedOptions::get(std::string_view name, std::string_view otherwise) const {
  return find(name).value_or(std::string(otherwise));
}

engine::Result<uint64_t> whole_number(const ParsedOptions& given, std::string_view option, uint64_t smallest,
                                      uint64_t largest, uint64_t otherwise) {
  const auto typed = given.find(option);
  if (!typed) return otherwise;
  const auto value = parse_number<uint64_t>(*typed);
  if (value && *value >= smallest && *value <= largest) return *value;
  return engine::Error{"error.option_whole",
                       {{"option", std::string(option)},
                        {"value", quotable(*typed)},
                        {"smallest", std::to_string(smallest)},
                        {"largest", std::to_string(largest)}}};
}

engine::Result<double> number(const ParsedOptions& given, std::string_view option, double smallest,
                              double largest, double otherwise) {
  const auto typed = given.find(option);
  if (!typed) return otherwise;
  const auto value = parse_number<double>(*typed);
  if (value && *value >= smallest && *value <= largest) return *value;
  return engine::Error{"error.option_number",
                       {{"option", std::string(option)},
                        {"value", quotable(*typed)},
                        {"smallest", engine::significant_digits(smallest, 15)},
                        {"largest", engine::significant_digits(largest, 15)}}};
}

engine::Error not_a_choice(std::string_view option, std::string_view value,
                           std::span<const std::string> choices) {
  return {"error.option_choice",
          {{"option", std::string(option)}, {"value", quotable(value)}, {"choices", join(choices)}}};
}

engine::Error without(std::string_view option, std::string_view other) {
  return {"error.option_without", {{"option", std::string(option)}, {"other", std::string(other)}}};
}

std::optional<engine::Error> exclusive(const ParsedOptions& given, std::string_view first,
                                       std::string_view second) {
  if (!given.has(first) || !given.has(second)) return std::nullopt;
  return engine::Error{"error.options_together",
                       {{"first", std::string(first)}, {"second", std::string(second)}}};
}

}  // namespace app
