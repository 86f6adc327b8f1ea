// aligned_text.h: text that steps have changed, each byte of which knows where in the original it came from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace text {

// Bytes [begin, end) of the original.
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;
};

// What steps may make of a text, in bytes; a text that would grow beyond is refused.
inline constexpr size_t kLongestAligned = size_t{16} << 20U;

struct AlignedText {
  std::string bytes;       // UTF-8
  std::vector<Span> from;  // of each byte

  // Each byte from itself.
  explicit AlignedText(std::string_view original);
  AlignedText() = default;

  size_t size() const { return bytes.size(); }
  // What the bytes [begin, end) came from; empty where there are none.
  Span span(size_t begin, size_t end) const;
  AlignedText slice(size_t begin, size_t end) const;
  // Adds bytes that all came from one place.
  void append(std::string_view added, Span where);
  // Adds bytes [begin, end) of another text.
  void append(const AlignedText& other, size_t begin, size_t end);
  // Puts bytes before all others, from nowhere: an empty span where the text begins.
  void prepend(std::string_view added);
};

// A letter (code point) of UTF-8 text and the bytes that it takes.
struct Letter {
  char32_t code = 0;
  size_t begin = 0;
  size_t end = 0;
};

// The letter that begins at a byte of valid UTF-8 text.
Letter letter_at(std::string_view bytes, size_t at);
void append_letter(std::string& bytes, char32_t code);

// Whether White_Space has the letter.
bool is_white_space(char32_t code);
// ASCII's punctuation and symbols, and everywhere category P: as BERT's tokenizer has it.
bool is_punctuation(char32_t code);
// Categories N*.
bool is_number(char32_t code);
// What a regular expression's \w matches by Unicode's rules (UTS #18): letters, marks, digits, connectors.
bool is_word_letter(char32_t code);

}  // namespace text
