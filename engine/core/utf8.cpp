// utf8.cpp: UTF-8 by libunistring.
#include "engine/core/utf8.h"

#include <unistr.h>

#include <array>
#include <cstdint>

namespace engine {
namespace {

const uint8_t* units_of(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

}  // namespace

std::optional<size_t> first_invalid_byte(std::string_view text) {
  const uint8_t* const wrong = u8_check(units_of(text), text.size());
  if (wrong == nullptr) return std::nullopt;
  return static_cast<size_t>(wrong - units_of(text));
}

size_t letter_start(std::string_view text, size_t at) {
  while (at > 0 && at < text.size() && continues_letter(text[at])) --at;
  return at;
}

std::string_view first_letter(std::string_view text) {
  size_t length = 1;
  while (length < text.size() && continues_letter(text[length])) ++length;
  return text.substr(0, length);
}

std::string_view cut_at_letter(std::string_view text, size_t most_bytes) {
  return text.size() <= most_bytes ? text : text.substr(0, letter_start(text, most_bytes));
}

size_t count_letters(std::string_view text) {
  return u8_mbsnlen(units_of(text), text.size());
}

Letter letter_at(std::string_view text, size_t at) {
  if (is_ascii(text[at])) return {static_cast<unsigned char>(text[at]), at, at + 1};
  ucs4_t code = 0;
  const int length = u8_mbtouc(&code, units_of(text) + at, text.size() - at);
  return {code, at, at + static_cast<size_t>(length)};
}

std::optional<Letter> valid_letter_at(std::string_view text, size_t at) {
  ucs4_t code = 0;
  const int length =
      u8_mbtoucr(&code, units_of(text) + at, text.size() - at);  // negative if no letter is there
  if (length <= 0) return std::nullopt;
  return Letter{code, at, at + static_cast<size_t>(length)};
}

void append_letter(std::string& text, char32_t code) {
  std::array<uint8_t, 6> buffer{};
  const int length = u8_uctomb(buffer.data(), code, buffer.size());
  for (int i = 0; i < length; ++i) text += static_cast<char>(buffer.at(static_cast<size_t>(i)));
}

}  // namespace engine
