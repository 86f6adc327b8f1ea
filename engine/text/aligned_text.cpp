// aligned_text.cpp: changed text with its origin, and character classes (libunistring).
#include "engine/text/aligned_text.h"

#include <unictype.h>

#include <algorithm>

namespace text {

AlignedText::AlignedText(std::string_view original) : bytes(original) {
  from.reserve(bytes.size());
  for (uint32_t at = 0; at < bytes.size(); ++at) from.push_back({at, at + 1});
}

Span AlignedText::span(size_t begin, size_t end) const {
  if (begin >= end) {
    const uint32_t at = begin < from.size() ? from[begin].begin : from.empty() ? 0 : from.back().end;
    return {at, at};
  }
  return {from[begin].begin, std::max(from[begin].begin, from[end - 1].end)};
}

AlignedText AlignedText::slice(size_t begin, size_t end) const {
  AlignedText part;
  part.append(*this, begin, end);
  return part;
}

void AlignedText::append(std::string_view added, Span where) {
  bytes.append(added);
  from.insert(from.end(), added.size(), where);
}

void AlignedText::append(const AlignedText& other, size_t begin, size_t end) {
  bytes.append(other.bytes, begin, end - begin);
  from.insert(from.end(), other.from.begin() + static_cast<std::ptrdiff_t>(begin),
              other.from.begin() + static_cast<std::ptrdiff_t>(end));
}

void AlignedText::prepend(std::string_view added) {
  const Span where = span(0, 0);
  bytes.insert(0, added);
  from.insert(from.begin(), added.size(), where);
}

bool is_white_space(char32_t code) {
  return uc_is_property_white_space(code);
}

bool is_punctuation(char32_t code) {
  if (code < 0x80) {
    return (code >= '!' && code <= '/') || (code >= ':' && code <= '@') || (code >= '[' && code <= '`') ||
           (code >= '{' && code <= '~');
  }
  return uc_is_general_category_withtable(code, UC_CATEGORY_MASK_P);
}

bool is_number(char32_t code) {
  return uc_is_general_category_withtable(code, UC_CATEGORY_MASK_N);
}

bool is_word_letter(char32_t code) {
  return uc_is_property_alphabetic(code) || uc_is_property_join_control(code) ||
         uc_is_general_category_withtable(code,
                                          UC_CATEGORY_MASK_M | UC_CATEGORY_MASK_Nd | UC_CATEGORY_MASK_Pc);
}

}  // namespace text
