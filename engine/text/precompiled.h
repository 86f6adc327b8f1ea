// precompiled.h: the table with which a sentencepiece model rewrites letters before it cuts them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/aligned_text.h"

namespace text {

// The layout: 4 bytes n (little-endian), n bytes of a double array of 32-bit units (Aoe 1989; with the units
// of the library darts-clone), then zero-terminated texts. A key's value is the offset of its text.
// https://github.com/google/sentencepiece/blob/master/doc/normalization.md
class CharacterMap {
 public:
  // Nullopt if the bytes are not such a table.
  static std::optional<CharacterMap> of(std::string_view bytes);
  static std::optional<CharacterMap> of_base64(std::string_view base64);

  // Whether no walk along any text leads outside, and every value is the beginning of a text that ends: what
  // other readers of the table rely on. True of all that are made by sentencepiece.
  bool is_closed() const;
  // As Hugging Face's library, otherwise than sentencepiece: a short grapheme that a key begins becomes the
  // text of the shortest such key, whole; of others each letter that a key begins does. Stops beyond
  // kLongestAligned.
  AlignedText apply(const AlignedText& text) const;

 private:
  // The text of the shortest key that these letters begin with.
  std::optional<std::string_view> shortest(std::string_view letters) const;

  std::vector<uint32_t> units_;
  std::string texts_;
};

}  // namespace text
