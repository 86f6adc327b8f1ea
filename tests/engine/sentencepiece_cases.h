// sentencepiece_cases.h: small SentencePiece models for tests, written field by field.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace sentencepiece_cases {

inline std::string varint(uint64_t value) {
  std::string bytes;
  for (; value >= 0x80U; value >>= 7U) bytes += static_cast<char>((value & 0x7FU) | 0x80U);
  return bytes + static_cast<char>(value);
}

// A field of a protocol buffer message: bytes, or a number.
inline std::string field(uint64_t number, const std::string& bytes) {
  return varint((number << 3U) | 2U) + varint(bytes.size()) + bytes;
}
inline std::string field(uint64_t number, uint64_t value) {
  return varint(number << 3U) + varint(value);
}

// `kind` as in the files: 1 a piece of text, 2 unknown, 3 control, 4 user-defined, 5 unused, 6 a byte.
inline std::string piece(const std::string& name, float score, uint64_t kind = 1) {
  std::string bytes(sizeof(score), '\0');
  std::memcpy(bytes.data(), &score, sizeof(score));
  return field(1, field(1, name) + varint((2U << 3U) | 5U) + bytes + field(3, kind));
}

inline constexpr uint64_t kUnigram = 1;
inline constexpr uint64_t kBpe = 2;

// The settings of training and of normalising, without and with a table of letters.
inline std::string settings(uint64_t algorithm) {
  return field(2, field(3, algorithm)) + field(3, field(1, std::string("identity")));
}
inline std::string letters(const std::string& table) {
  return field(3, field(1, std::string("own")) + field(2, table));
}

// As T5: padding, an end, no beginning.
inline std::string t5_model() {
  return piece("<pad>", 0, 3) + piece("</s>", 0, 3) + piece("<unk>", 0, 2) + piece("▁", -2) +
         piece("▁the", -3) + piece("the", -3.5F) + piece("c", -4) + piece("a", -4) + piece("t", -4) +
         piece("at", -5) + settings(kUnigram);
}

// As Llama: a beginning; "ab" is merged first.
inline std::string llama_model() {
  return piece("<unk>", 0, 2) + piece("<s>", 0, 3) + piece("</s>", 0, 3) + piece("ab", 0) + piece("▁ab", -1) +
         piece("▁", -2) + piece("a", -3) + piece("b", -4) + piece("<sep>", 0, 4) + settings(kBpe);
}

}  // namespace sentencepiece_cases
