// quotable.cpp: walks letter by letter, so that none is split.
#include "engine/core/quotable.h"

#include <algorithm>

#include "engine/core/utf8.h"

namespace engine {

std::string quotable(std::string_view typed, size_t most_letters) {
  std::string quoted;
  for (size_t letters = 0; !typed.empty(); ++letters) {
    if (letters == most_letters) return quoted + "…";
    const auto letter = valid_letter_at(typed, 0);
    // C0, DEL and C1: a terminal may obey any of them.
    const bool control = letter && (letter->code < ' ' || (letter->code >= 0x7F && letter->code < 0xA0));
    const size_t bytes = letter ? letter->end : 1;
    quoted += !letter ? "\uFFFD" : control ? " " : typed.substr(0, bytes);
    typed.remove_prefix(bytes);
  }
  return quoted;
}

std::string first_names(const std::vector<std::string>& names) {
  constexpr size_t kNamed = 5;
  std::string list;
  for (size_t i = 0; i < std::min(kNamed, names.size()); ++i)
    list.append(i > 0 ? ", " : "").append(quotable(names[i]));
  return names.size() > kNamed ? list + ", …" : list;
}

}  // namespace engine
