// normalize.cpp: normalises letters, keeping their origin (libunistring).
#include "engine/text/normalize.h"

#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

namespace text {
namespace {

uninorm_t library_form(Form form) {
  switch (form) {
    case Form::kNfc:
      return UNINORM_NFC;
    case Form::kNfd:
      return UNINORM_NFD;
    case Form::kNfkc:
      return UNINORM_NFKC;
    case Form::kNfkd:
      return UNINORM_NFKD;
  }
  return UNINORM_NFC;
}

// The first letter of a letter's full decomposition.
char32_t first_part(char32_t code) {
  std::array<ucs4_t, UC_DECOMPOSITION_MAX_LENGTH> parts{};
  int tag = 0;
  while (uc_decomposition(code, &tag, parts.data()) > 0) code = parts.front();
  return code;
}

// Whether this letter normalises independently of the letters before it: it neither combines nor moves. Marks
// do, and the vowels and final consonants of Hangul.
bool begins_anew(char32_t code) {
  if (code < 0x80) return true;
  const char32_t first = first_part(code);
  const bool is_inside_syllable = first >= 0x1160 && first <= 0x11FF;
  return !is_inside_syllable && !is_mark(first) && uc_combining_class(first) == 0;
}

void append_in_form(AlignedText& result, const AlignedText& text, size_t begin, size_t end, uninorm_t form) {
  if (end - begin == 1) return result.append(text, begin, end);  // ASCII is unchanged
  size_t size = 0;
  const std::unique_ptr<uint8_t, decltype(&std::free)> letters(
      u8_normalize(form, reinterpret_cast<const uint8_t*>(text.bytes.data()) + begin, end - begin, nullptr,
                   &size),
      &std::free);
  if (letters == nullptr) return result.append(text, begin, end);
  const std::string_view made(reinterpret_cast<const char*>(letters.get()), size);
  if (made == std::string_view(text.bytes).substr(begin, end - begin)) {
    result.append(text, begin, end);
  } else {
    result.append(made, text.span(begin, end));
  }
}

// Controls, format characters and private use, except the three that count as white space. Unassigned code
// points stay, as in Hugging Face's library.
bool is_control(char32_t code) {
  if (code == '\t' || code == '\n' || code == '\r') return false;
  return uc_is_general_category_withtable(code,
                                          UC_CATEGORY_MASK_Cc | UC_CATEGORY_MASK_Cf | UC_CATEGORY_MASK_Co);
}

bool is_cleaned_out(char32_t code) {
  return code == 0 || code == 0xFFFD || is_control(code);
}

AlignedText with_ideographs_apart(const AlignedText& text) {
  AlignedText result;
  for (size_t at = 0; at < text.size();) {
    const Letter letter = letter_at(text.bytes, at);
    at = letter.end;
    const bool apart = is_ideograph(letter.code);
    const Span where = text.span(letter.begin, letter.end);
    if (apart) result.append(" ", {where.begin, where.begin});
    result.append(text, letter.begin, letter.end);
    if (apart) result.append(" ", {where.end, where.end});
  }
  return result;
}

}  // namespace

// The blocks that BERT isolates. Hugging Face's library begins the last of the third row at
// U+2B920, where Google's code has U+2B820: a misprint that its vocabularies are cut with.
bool is_ideograph(char32_t code) {
  return (code >= 0x4E00 && code <= 0x9FFF) || (code >= 0x3400 && code <= 0x4DBF) ||
         (code >= 0x20000 && code <= 0x2A6DF) || (code >= 0x2A700 && code <= 0x2B73F) ||
         (code >= 0x2B740 && code <= 0x2B81F) || (code >= 0x2B920 && code <= 0x2CEAF) ||
         (code >= 0xF900 && code <= 0xFAFF) || (code >= 0x2F800 && code <= 0x2FA1F);
}

AlignedText in_form(const AlignedText& text, Form form) {
  AlignedText result;
  size_t begin = 0;
  for (size_t at = 0; at < text.size() && result.size() <= kLongestAligned;) {
    at = letter_at(text.bytes, at).end;
    if (at < text.size() && !begins_anew(letter_at(text.bytes, at).code)) continue;
    append_in_form(result, text, begin, at, library_form(form));
    begin = at;
  }
  return result;
}

AlignedText lower_case(const AlignedText& text) {
  AlignedText result;
  for (size_t at = 0; at < text.size();) {
    const Letter letter = letter_at(text.bytes, at);
    at = letter.end;
    const char32_t lower = uc_tolower(letter.code);
    if (lower == letter.code) {
      result.append(text, letter.begin, letter.end);
      continue;
    }
    std::string made;
    append_letter(made, lower);
    // The only letter that becomes two in any language: İ, an i and its dot (Unicode's SpecialCasing).
    constexpr char32_t kDottedI = 0x130;
    if (letter.code == kDottedI) made = "i\u0307";
    result.append(made, text.span(letter.begin, letter.end));
  }
  return result;
}

AlignedText without(const AlignedText& text, bool (*is_left_out)(char32_t)) {
  AlignedText result;
  for (size_t at = 0; at < text.size();) {
    const Letter letter = letter_at(text.bytes, at);
    at = letter.end;
    if (!is_left_out(letter.code)) result.append(text, letter.begin, letter.end);
  }
  return result;
}

bool is_mark(char32_t code) {
  return uc_is_general_category_withtable(code, UC_CATEGORY_MASK_M);
}

bool is_nonspacing_mark(char32_t code) {
  return uc_is_general_category_withtable(code, UC_CATEGORY_MASK_Mn);
}

AlignedText stripped(const AlignedText& text, bool left, bool right) {
  size_t first = text.size();
  size_t last = text.size();
  bool seen = false;
  for (size_t at = 0; at < text.size();) {
    const Letter letter = letter_at(text.bytes, at);
    at = letter.end;
    if (is_white_space(letter.code)) continue;
    if (!seen) first = letter.begin;
    seen = true;
    last = letter.end;
  }
  if (!seen) return left || right ? AlignedText() : text;
  return text.slice(left ? first : 0, right ? last : text.size());
}

Result<AlignedText> replaced(const AlignedText& text, const Pattern& pattern, std::string_view content) {
  const auto matches = pattern.cut(text.bytes);
  if (!matches) return matches.error();
  AlignedText result;
  for (const Match& match : *matches) {
    if (result.size() > kLongestAligned) break;
    if (match.found) {
      result.append(content, text.span(match.begin, match.end));
    } else {
      result.append(text, match.begin, match.end);
    }
  }
  return result;
}

AlignedText with_plain_spaces(const AlignedText& text, bool (*is_space)(char32_t)) {
  AlignedText result;
  for (size_t at = 0; at < text.size();) {
    const Letter letter = letter_at(text.bytes, at);
    at = letter.end;
    if (is_space(letter.code)) {
      result.append(" ", text.span(letter.begin, letter.end));
    } else {
      result.append(text, letter.begin, letter.end);
    }
  }
  return result;
}

AlignedText clean_as_bert(const AlignedText& text, const BertCleaning& cleaning) {
  AlignedText result = text;
  if (cleaning.clean_text) result = with_plain_spaces(without(result, is_cleaned_out), is_white_space);
  if (cleaning.split_ideographs) result = with_ideographs_apart(result);
  if (cleaning.strip_accents) result = without(in_form(result, Form::kNfd), is_nonspacing_mark);
  if (cleaning.lower_case) result = lower_case(result);
  return result;
}

}  // namespace text
