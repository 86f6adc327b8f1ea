// precompiled.h: the table by which a sentencepiece model rewrites letters before it cuts them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/aligned_text.h"

namespace text {

// The layout: 4 bytes n (little-endian), n bytes of a double array of 32-bit units (Aoe 1989; the units are
// those of the library darts-clone), then texts that each end in a zero byte. A key's value is where its text
// begins. https://github.com/google/sentencepiece/blob/master/doc/normalization.md
class CharacterMap {
 public:
  // Nothing where the bytes make no such table.
  static std::optional<CharacterMap> of(std::string_view bytes);
  static std::optional<CharacterMap> of_base64(std::string_view base64);

  // Everywhere the longest key is replaced by its text; other letters stay. Stops beyond kLongestAligned.
  AlignedText apply(const AlignedText& text) const;

 private:
  struct Replacement {
    size_t length = 0;  // of the key, 0 for none
    std::string_view text;
  };
  Replacement longest(std::string_view text) const;

  std::vector<uint32_t> units_;
  std::string texts_;
};

}  // namespace text
