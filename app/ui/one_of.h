// one_of.h: whether a character is in a list.
#pragma once

#include <string_view>

#include "engine/core/utf8.h"

namespace ui {

// Whether `sign`, one grapheme of UTF-8, occurs in `list`. A single byte matches only a whole character.
inline bool is_one_of(std::string_view sign, std::string_view list) {
  for (size_t at = list.find(sign); at != std::string_view::npos; at = list.find(sign, at + 1)) {
    if (!engine::continues_letter(list[at])) return true;
  }
  return false;
}

}  // namespace ui
