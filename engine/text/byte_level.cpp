// byte_level.cpp: the table of bytes and letters. Radford et al. 2019 (GPT-2), bytes_to_unicode in
// encoder.py: bytes that are visible in Latin-1 map to themselves, the others, in order, to the letters from
// U+0100 up.
#include "engine/text/byte_level.h"

#include <fmt/format.h>

#include <array>

namespace text {
namespace {

constexpr char32_t kFirstSubstitute = 0x100;

constexpr bool stands_for_itself(uint32_t byte) {
  return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || (byte >= 0xAE && byte <= 0xFF);
}

constexpr std::array<char32_t, 256> make_letters() {
  std::array<char32_t, 256> letters{};
  char32_t substitute = kFirstSubstitute;
  for (uint32_t byte = 0; byte < 256; ++byte)
    letters.at(byte) = stands_for_itself(byte) ? byte : substitute++;
  return letters;
}

constexpr std::array<char32_t, 256> kLetters = make_letters();

std::string_view letter_of(char byte) {
  static const std::array<std::string, 256> kTexts = [] {
    std::array<std::string, 256> texts;
    for (size_t i = 0; i < texts.size(); ++i) append_letter(texts.at(i), kLetters.at(i));
    return texts;
  }();
  return kTexts.at(static_cast<unsigned char>(byte));
}

std::optional<char> byte_of(char32_t letter) {
  constexpr size_t kPastLast = 0x144;  // 68 bytes have substitutes
  static const std::array<int, kPastLast> kBytes = [] {
    std::array<int, kPastLast> bytes{};
    bytes.fill(-1);
    for (size_t byte = 0; byte < kLetters.size(); ++byte)
      bytes.at(kLetters.at(byte)) = static_cast<int>(byte);
    return bytes;
  }();
  if (letter >= kPastLast || kBytes.at(letter) < 0) return std::nullopt;
  return static_cast<char>(kBytes.at(letter));
}

}  // namespace

AlignedText bytes_as_letters(const AlignedText& text) {
  AlignedText result;
  for (size_t at = 0; at < text.size(); ++at) result.append(letter_of(text.bytes[at]), text.from[at]);
  return result;
}

std::string bytes_as_letters(std::string_view bytes) {
  std::string letters;
  for (const char byte : bytes) letters += letter_of(byte);
  return letters;
}

std::optional<std::string> letters_as_bytes(std::string_view letters) {
  std::string bytes;
  for (size_t at = 0; at < letters.size();) {
    const Letter letter = letter_at(letters, at);
    const auto byte = byte_of(letter.code);
    if (!byte) return std::nullopt;
    bytes += *byte;
    at = letter.end;
  }
  return bytes;
}

std::optional<char> byte_of_name(std::string_view name) {
  constexpr size_t kLength = 6;
  if (name.size() != kLength || !name.starts_with("<0x") || name.back() != '>') return std::nullopt;
  int byte = 0;
  for (const char digit : name.substr(3, 2)) {
    const bool is_decimal = digit >= '0' && digit <= '9';
    if (!is_decimal && (digit < 'A' || digit > 'F')) return std::nullopt;
    byte = byte * 16 + (is_decimal ? digit - '0' : digit - 'A' + 10);
  }
  return static_cast<char>(byte);
}

std::string name_of_byte(char byte) {
  return fmt::format("<0x{:02X}>", static_cast<unsigned char>(byte));
}

}  // namespace text
