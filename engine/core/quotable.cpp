// quotable.cpp: walks letter by letter, so that none is split.
#include "engine/core/quotable.h"

#include <algorithm>

#include "engine/core/utf8.h"

namespace engine {

namespace {

// C0, DEL and C1, which a terminal may obey; what ends a line; what turns the direction of the letters that
// follow.
bool is_control(char32_t code) {
  return code < ' ' || (code >= 0x7F && code < 0xA0) || code == 0x61C || code == 0x200E || code == 0x200F ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::string quotable(std::string_view typed, size_t most_letters) {
  std::string quoted;
  for (size_t letters = 0; !typed.empty(); ++letters) {
    if (letters == most_letters) return quoted + "…";
    const auto letter = valid_letter_at(typed, 0);
    const size_t bytes = letter ? letter->end : 1;
    quoted += !letter ? "\uFFFD" : is_control(letter->code) ? " " : typed.substr(0, bytes);
    typed.remove_prefix(bytes);
  }
  return quoted;
}

std::string abridged(std::string_view text, size_t most_bytes) {
  if (text.size() <= most_bytes) return quotable(text, most_bytes);
  const std::string_view start = text.substr(0, letter_start(text, most_bytes / 3));
  const std::string_view end = text.substr(letter_start(text, text.size() - most_bytes + start.size()));
  return quotable(start, most_bytes) + "…" + quotable(end, most_bytes);
}

std::string harmless(std::string_view text) {
  std::string shown;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find_first_of("\r\n\t", begin), text.size());
    shown += quotable(text.substr(begin, end - begin), text.size());
    if (end < text.size()) shown += text[end];
    begin = end + 1;
  }
  return shown;
}

std::string first_names(const std::vector<std::string>& names) {
  constexpr size_t kNamed = 5;
  std::string list;
  for (size_t i = 0; i < std::min(kNamed, names.size()); ++i)
    list.append(i > 0 ? ", " : "").append(quotable(names[i]));
  return names.size() > kNamed ? list + ", …" : list;
}

}  // namespace engine
