// png.h: makes a changed PNG one whose checksums hold, so that it is read beyond them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace fuzz {

// PNG (third edition), annex D: the checksum of a chunk's type and data.
inline uint32_t png_checksum(const std::string& bytes, size_t begin, size_t end) {
  static const auto kTable = [] {
    std::array<uint32_t, 256> table{};
    for (uint32_t i = 0; i < table.size(); ++i) {
      uint32_t rest = i;
      for (int bit = 0; bit < 8; ++bit) rest = (rest & 1U) != 0 ? 0xEDB88320U ^ (rest >> 1U) : rest >> 1U;
      table.at(i) = rest;
    }
    return table;
  }();
  uint32_t sum = ~0U;
  for (size_t i = begin; i < end; ++i)
    sum = kTable.at((sum ^ static_cast<uint8_t>(bytes[i])) & 0xFFU) ^ (sum >> 8U);
  return ~sum;
}

inline size_t number_at(const std::string& bytes, size_t at) {
  size_t number = 0;
  for (size_t i = 0; i < 4; ++i) number = number << 8U | static_cast<uint8_t>(bytes[at + i]);
  return number;
}

// The file with the checksum of every whole chunk made right.
inline std::string with_checksums(std::string bytes) {
  constexpr size_t kSignature = 8;
  constexpr size_t kAround = 12;  // a chunk's length, type and checksum
  for (size_t at = kSignature; at + kAround <= bytes.size();) {
    const size_t length = number_at(bytes, at);
    if (length > bytes.size() - at - kAround) break;
    const size_t end = at + 8 + length;
    const uint32_t sum = png_checksum(bytes, at + 4, end);
    for (size_t i = 0; i < 4; ++i) bytes[end + i] = static_cast<char>(sum >> (24 - 8 * i));
    at = end + 4;
  }
  return bytes;
}

}  // namespace fuzz
