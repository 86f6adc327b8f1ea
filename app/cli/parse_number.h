// parse_number.h: parses a number typed after an option.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace app {

// All of `text` as a number; nullopt if it is not one.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace app
