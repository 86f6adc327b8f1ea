// aligned_text.h: text changed by processing steps, with the origin of each byte in the original.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/utf8.h"

namespace text {

using engine::append_letter;
using engine::Letter;
using engine::letter_at;

// Bytes [begin, end) of the original.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;
};

// How long a text may become in processing, in bytes; one that would grow beyond is rejected.
inline constexpr size_t kLongestAligned = size_t{16} << 20U;

struct AlignedText {
  std::string bytes;       // UTF-8
  std::vector<Span> from;  // of each byte

  // Each byte comes from itself.
  explicit AlignedText(std::string_view original);
  AlignedText() = default;

  size_t size() const { return bytes.size(); }
  // The origin of the bytes [begin, end); empty if there are none.
  Span span(size_t begin, size_t end) const;
  AlignedText slice(size_t begin, size_t end) const;
  // Appends bytes that all have the same origin.
  void append(std::string_view added, Span where);
  // Appends bytes [begin, end) of another text.
  void append(const AlignedText& other, size_t begin, size_t end);
  // Prepends bytes without an origin: an empty span at the start of the text.
  void prepend(std::string_view added);
};

// Whether the letter has the property White_Space.
bool is_white_space(char32_t code);
// ASCII's punctuation and symbols, and category P everywhere, as in BERT's tokenizer.
bool is_punctuation(char32_t code);
// Categories N*.
bool is_number(char32_t code);
// What a regular expression's \w matches under Unicode rules (UTS #18): letters, marks, digits, connectors.
bool is_word_letter(char32_t code);

}  // namespace text
