// quotable.cpp: walks letter by letter, so that none is split.
#include "engine/text/quotable.h"

#include <unistr.h>

#include <algorithm>

namespace text {

std::string quotable(std::string_view typed, size_t most_letters) {
  std::string quoted;
  for (size_t letters = 0; !typed.empty(); ++letters) {
    if (letters == most_letters) return quoted + "…";
    ucs4_t letter = 0;
    // Negative if no letter starts here.
    const int size = u8_mbtoucr(&letter, reinterpret_cast<const uint8_t*>(typed.data()), typed.size());
    const bool control = letter < ' ' || letter == 0x7F;
    const size_t bytes = size > 0 ? static_cast<size_t>(size) : 1;
    quoted += size <= 0 ? "\uFFFD" : control ? " " : typed.substr(0, bytes);
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

}  // namespace text
