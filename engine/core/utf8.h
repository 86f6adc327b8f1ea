// utf8.h: letters (code points) in UTF-8 text: where they begin, where a text may be cut, which ones they
// are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace engine {

// A letter of a text: bytes [begin, end).
struct Letter {
  char32_t code = 0;
  size_t begin = 0;
  size_t end = 0;
};

constexpr bool is_ascii(char byte) {
  return static_cast<unsigned char>(byte) < 0x80U;
}

// Whether a byte continues a letter: its bits begin with 10.
constexpr bool continues_letter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// The offset of the first byte that breaks the encoding; none in valid UTF-8.
std::optional<size_t> first_invalid_byte(std::string_view text);

// Where the letter that holds byte `at` begins; `at` itself at the text's end. Continuing bytes that no
// letter begins belong to what is before them.
size_t letter_start(std::string_view text, size_t at);

// The first letter with the bytes that continue it; empty if the text is.
std::string_view first_letter(std::string_view text);

// The text's beginning: at most `most_bytes` bytes of it, cut between letters.
std::string_view cut_at_letter(std::string_view text, size_t most_bytes);

// How many letters; a run of bytes that is none counts as one.
size_t count_letters(std::string_view text);

// The letter that begins at a byte; U+FFFD, of one byte or more, where none does.
Letter letter_at(std::string_view text, size_t at);

// The same; nothing where no letter begins.
std::optional<Letter> valid_letter_at(std::string_view text, size_t at);

void append_letter(std::string& text, char32_t code);

}  // namespace engine
