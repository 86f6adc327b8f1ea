// plain_text.cpp: small things done to any text.
#include "app/text/plain_text.h"

namespace app {
namespace {

template <class Name>
std::string joined(std::span<const Name> names) {
  std::string list;
  for (const Name& name : names) list.append(list.empty() ? "" : ", ").append(name);
  return list;
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string join(std::span<const std::string> names) {
  return joined(names);
}
std::string join(std::span<const std::string_view> names) {
  return joined(names);
}

bool is_ideograph(char32_t letter) {
  return (letter >= 0x3400 && letter <= 0x9FFF) || (letter >= 0xF900 && letter <= 0xFAFF) ||
         letter >= 0x20000;
}

}  // namespace app
