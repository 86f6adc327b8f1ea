// one_of.h: whether a sign is among others.
#pragma once

#include <string_view>

namespace ui {

// Whether `sign`, one grapheme of UTF-8, stands in `list`. A sign of one byte matches a whole character only.
inline bool is_one_of(std::string_view sign, std::string_view list) {
  for (size_t at = list.find(sign); at != std::string_view::npos; at = list.find(sign, at + 1)) {
    if ((list[at] & 0xC0) != 0x80) return true;
  }
  return false;
}

}  // namespace ui
