// tokenizer_recordings.h: the random texts of which a library's tokens were recorded, as
// tests/tools/record_tokenizers.js and record_sentencepieces.py draw them, and the hash that is kept of ids.
#pragma once

#include <gtest/gtest.h>

#include <cctype>

#include "engine/core/utf8.h"
#include "tests/engine/tokenizer_cases.h"

namespace tokenizer_cases {

inline const json& recordings() {
  static const json whole = json::parse(file("golden/tokenizers/recordings.json"));
  return whole;
}

// mulberry32
class Random {
 public:
  explicit Random(uint32_t seed) : state_(seed) {}

  uint32_t below(size_t count) {
    state_ += 0x6D2B79F5U;
    uint32_t mixed = (state_ ^ (state_ >> 15U)) * (state_ | 1U);
    mixed ^= mixed + (mixed ^ (mixed >> 7U)) * (mixed | 61U);
    return (mixed ^ (mixed >> 14U)) % static_cast<uint32_t>(count);
  }

 private:
  uint32_t state_;
};

inline const std::string& one_of(Random& random, const json& list) {
  return list[random.below(list.size())].get_ref<const std::string&>();
}

inline void append_any_letter(Random& random, std::string& text) {
  uint32_t total = 0;
  const json& alphabet = recordings()["alphabet"];
  for (const json& range : alphabet) total += range[1].get<uint32_t>() - range[0].get<uint32_t>() + 1;
  uint32_t place = random.below(total);
  for (const json& range : alphabet) {
    const uint32_t count = range[1].get<uint32_t>() - range[0].get<uint32_t>() + 1;
    if (place < count) return engine::append_letter(text, range[0].get<char32_t>() + place);
    place -= count;
  }
}

inline std::string text_of(uint32_t index, const json& own) {
  Random random(index * 7919 + 1);
  std::vector<const json*> kinds;
  for (const auto* name :
       {"words", "spaces", "digits", "marks", "ideographs", "accents", "emoji", "controls"})
    kinds.push_back(&recordings()["kinds"][name]);
  std::string text;
  for (uint32_t parts = 1 + random.below(12); parts > 0; --parts) {
    const uint32_t kind = random.below(kinds.size() + 3);
    if (kind == kinds.size()) {
      for (uint32_t count = 1 + random.below(6); count > 0; --count) append_any_letter(random, text);
    } else if (kind == kinds.size() + 1) {
      const json letters = {"a", " ", "\n", "7", "é"};
      const std::string letter = one_of(random, letters);
      for (uint32_t count = 20 + random.below(110); count > 0; --count) text += letter;
    } else {
      const bool is_own = kind == kinds.size() + 2 && !own.empty();
      const json& list = is_own ? own : *kinds[kind % kinds.size()];
      for (uint32_t count = 1 + random.below(3); count > 0; --count) text += one_of(random, list);
    }
  }
  return text;
}

// Every letter, a line between each two.
inline std::vector<std::string> letter_texts() {
  const auto together = recordings()["letters_together"].get<size_t>();
  std::vector<std::string> texts;
  size_t count = 0;
  for (const json& range : recordings()["alphabet"]) {
    for (auto code = range[0].get<char32_t>(); code <= range[1].get<char32_t>(); ++code, ++count) {
      if (count % together == 0) texts.emplace_back();
      if (count % together != 0) texts.back() += '\n';
      engine::append_letter(texts.back(), code);
    }
  }
  return texts;
}

// Those of a class.
inline std::vector<std::string> texts_of(const json& row) {
  if (row.contains("every_letter")) return letter_texts();
  std::vector<std::string> texts;
  for (uint32_t i = 0; i < recordings()["texts"].get<uint32_t>(); ++i)
    texts.push_back(text_of(i, row.value("own", json::array())));
  return texts;
}

// FNV-1a of 32 bits.
class Hash {
 public:
  void number(uint32_t value) {
    for (int i = 0; i < 4; ++i, value >>= 8U) byte(value & 0xFFU);
  }
  void text(std::string_view value) {
    for (const char letter : value) byte(static_cast<unsigned char>(letter));
    byte(0xFF);
  }
  std::string hex() const {
    std::string digits(8, '0');
    for (size_t i = 0; i < digits.size(); ++i)
      digits[i] = "0123456789abcdef"[(state_ >> (28 - 4 * i)) & 0xFU];
    return digits;
  }

 private:
  void byte(uint32_t value) { state_ = (state_ ^ value) * 0x01000193U; }

  uint32_t state_ = 0x811C9DC5U;
};

// Adds an encoding's ids, or that there is none.
inline void add_ids(const engine::Result<text::Encoding>& encoded, Hash& hash) {
  if (!encoded) return hash.number(~0U);
  const std::vector<text::Index> found = ids(encoded->pieces);
  hash.number(static_cast<uint32_t>(found.size()));
  for (const text::Index id : found) hash.number(static_cast<uint32_t>(id));
}

// Holds what `add_text` (text, hash) makes of each text to the class's hashes, one of some texts together.
template <class AddText>
void expect_recorded(const json& row, AddText add_text) {
  const std::vector<std::string> texts = texts_of(row);
  const auto together = recordings()["together"].get<size_t>();
  const auto& wanted = row["hashes"].get_ref<const std::string&>();
  ASSERT_EQ(wanted.size(), 8 * ((texts.size() + together - 1) / together));
  size_t differ = 0;
  size_t first = 0;
  for (size_t begin = 0; begin < texts.size(); begin += together) {
    Hash hash;
    for (size_t i = begin; i < std::min(begin + together, texts.size()); ++i) add_text(texts[i], hash);
    if (hash.hex() == wanted.substr(begin / together * 8, 8)) continue;
    if (++differ == 1) first = begin;
  }
  EXPECT_EQ(differ, 0U) << "of texts " << first << " to " << first + together - 1;
}

inline std::string test_name(std::string name) {
  for (char& letter : name) letter = std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
  return name;
}

}  // namespace tokenizer_cases
