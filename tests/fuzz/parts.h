// parts.h: an input that stands for several texts, or for the files of a folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

// Between two parts: ASCII's record separator, which none of the formats needs.
inline constexpr char kBetween = '\x1E';

inline std::vector<std::string_view> parts_of(std::string_view input) {
  std::vector<std::string_view> parts;
  for (size_t end = input.find(kBetween); end != std::string_view::npos; end = input.find(kBetween)) {
    parts.push_back(input.substr(0, end));
    input.remove_prefix(end + 1);
  }
  parts.push_back(input);
  return parts;
}

inline std::string joined(const std::vector<std::string>& parts) {
  std::string input;
  for (size_t i = 0; i < parts.size(); ++i) input.append(i == 0 ? 0 : 1, kBetween).append(parts[i]);
  return input;
}

}  // namespace fuzz
