// precompiled.cpp: walks a double array: from a node, a byte leads to the unit at (node's offset XOR byte) if
// that unit carries the byte as its label.
#include "engine/text/precompiled.h"

#include <unigbrk.h>

#include <algorithm>
#include <utility>

namespace text {
namespace {

// A unit's parts: bit 8 says that it has a value; bits 10 to 30 are the offset, times 256 if bit 9 is set;
// bits 0 to 7 with bit 31 are the label; in a value's unit bits 0 to 30 are the value.
bool has_value(uint32_t unit) {
  return ((unit >> 8U) & 1U) == 1;
}
uint32_t value_of(uint32_t unit) {
  return unit & 0x7FFFFFFFU;
}
uint32_t label_of(uint32_t unit) {
  return unit & 0x800000FFU;
}
uint32_t offset_of(uint32_t unit) {
  return (unit >> 10U) << ((unit & (1U << 9U)) >> 6U);
}

uint32_t little_endian(std::string_view bytes, size_t at) {
  uint32_t value = 0;
  for (size_t i = 0; i < 4; ++i) {
    value |= static_cast<uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  }
  return value;
}

// The end of the letters that are read as one (UAX #29).
size_t grapheme_end(const std::string& text, size_t begin) {
  const auto* const first = reinterpret_cast<const uint8_t*>(text.data());
  const uint8_t* const end = u8_grapheme_next(first + begin, first + text.size());
  return static_cast<size_t>(end - first);
}

int base64_digit(char letter) {
  if (letter >= 'A' && letter <= 'Z') return letter - 'A';
  if (letter >= 'a' && letter <= 'z') return letter - 'a' + 26;
  if (letter >= '0' && letter <= '9') return letter - '0' + 52;
  if (letter == '+') return 62;
  return letter == '/' ? 63 : -1;
}

}  // namespace

std::optional<CharacterMap> CharacterMap::of(std::string_view bytes) {
  constexpr size_t kHeader = 4;
  if (bytes.size() < kHeader) return std::nullopt;
  const size_t size = little_endian(bytes, 0);
  if (size < 4 || size % 4 != 0 || size > bytes.size() - kHeader) return std::nullopt;
  CharacterMap map;
  map.units_.reserve(size / 4);
  for (size_t at = kHeader; at < kHeader + size; at += 4) map.units_.push_back(little_endian(bytes, at));
  map.texts_ = bytes.substr(kHeader + size);
  if (engine::first_invalid_byte(map.texts_)) return std::nullopt;
  return map;
}

std::optional<CharacterMap> CharacterMap::of_base64(std::string_view base64) {
  while (base64.ends_with('=')) base64.remove_suffix(1);
  std::string bytes;
  uint32_t bits = 0;
  int count = 0;
  for (const char letter : base64) {
    const int digit = base64_digit(letter);
    if (digit < 0) return std::nullopt;
    bits = (bits << 6U) | static_cast<uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>((bits >> static_cast<uint32_t>(count)) & 0xFFU);
  }
  return of(bytes);
}

bool CharacterMap::is_closed() const {
  if (!texts_.empty() && texts_.back() != '\0') return false;
  for (size_t node = 0; node < units_.size(); ++node) {
    const uint32_t unit = units_[node];
    // A value's unit carries no byte as its label, so that none leads to it. The root has no label.
    if (node != 0 && label_of(unit) > 0xFFU) continue;
    const size_t next = node ^ offset_of(unit);
    if ((next | 0xFFU) >= units_.size()) return false;
    if (!has_value(unit)) continue;
    const size_t start = value_of(units_[next]);
    if (start >= texts_.size() || engine::continues_letter(texts_[start])) return false;
  }
  return true;
}

std::optional<std::string_view> CharacterMap::shortest(std::string_view letters) const {
  size_t node = offset_of(units_.front());
  for (const char letter : letters) {
    const auto byte = static_cast<unsigned char>(letter);
    node ^= byte;
    if (node >= units_.size() || label_of(units_[node]) != byte) break;
    const uint32_t unit = units_[node];
    node ^= offset_of(unit);
    if (!has_value(unit)) continue;
    if (node >= units_.size()) break;
    const size_t start = value_of(units_[node]);
    if (start >= texts_.size() || engine::continues_letter(texts_[start])) break;
    const std::string_view rest = std::string_view(texts_).substr(start);
    return rest.substr(0, std::min(rest.find('\0'), rest.size()));
  }
  return std::nullopt;
}

AlignedText CharacterMap::apply(const AlignedText& text) const {
  constexpr size_t kShort = 6;  // bytes
  AlignedText result;
  const auto put = [&](size_t begin, size_t end) {
    const auto found = shortest(std::string_view(text.bytes).substr(begin, end - begin));
    if (found) result.append(*found, text.span(begin, end));
    return found.has_value();
  };
  for (size_t at = 0; at < text.size() && result.size() <= kLongestAligned;) {
    const size_t begin = std::exchange(at, grapheme_end(text.bytes, at));
    if (at - begin < kShort && put(begin, at)) continue;
    for (size_t letter = begin; letter < at;) {
      const size_t end = letter_at(text.bytes, letter).end;
      if (!put(letter, end)) result.append(text, letter, end);
      letter = end;
    }
  }
  return result;
}

}  // namespace text
