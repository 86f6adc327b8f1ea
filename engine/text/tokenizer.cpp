// tokenizer.cpp: boundaries by Unicode's rules (UAX #29), from libunistring.
#include "engine/text/tokenizer.h"

#include <unictype.h>
#include <unigbrk.h>
#include <uniwbrk.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>

#include "engine/core/utf8.h"
#include "engine/text/spelled_out.h"

namespace text {
namespace {

const uint8_t* bytes_of(std::string_view input) {
  return reinterpret_cast<const uint8_t*>(input.data());
}

bool is_white_space(std::string_view piece) {
  for (size_t at = 0; at < piece.size();) {
    const engine::Letter letter = engine::letter_at(piece, at);
    if (!uc_is_property_white_space(letter.code)) return false;
    at = letter.end;
  }
  return true;
}

// Pieces that start where `breaks` is not 0.
std::vector<std::string> cut(std::string_view input, const std::vector<char>& breaks, bool keep_white_space) {
  std::vector<std::string> pieces;
  size_t start = 0;
  for (size_t end = 1; end <= input.size(); ++end) {
    if (end < input.size() && breaks[end] == 0) continue;
    const std::string_view piece = input.substr(start, end - start);
    if (keep_white_space || !is_white_space(piece)) pieces.emplace_back(piece);
    start = end;
  }
  return pieces;
}

// The white space that begins here, a line end of two characters whole; empty where none does.
std::string_view space_at(std::string_view token, size_t at) {
  const std::string_view rest = token.substr(at);
  if (rest.starts_with("\r\n")) return rest.substr(0, 2);
  if (rest.starts_with('\n') || rest.starts_with('\r') || rest.starts_with('\t')) return rest.substr(0, 1);
  const auto letter = engine::valid_letter_at(token, at);
  const bool is_space = letter && uc_is_general_category(letter->code, UC_SPACE_SEPARATOR);
  return is_space ? rest.substr(0, letter->end - at) : std::string_view();
}

std::string_view mark_of(std::string_view space) {
  if (space == "\t") return "⇥";
  return space.ends_with('\n') || space == "\r" ? "↵" : "␣";
}

std::string subscript(size_t number) {
  constexpr std::array<const char*, 10> kDigits = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  std::string text;
  for (const char digit : std::to_string(number)) text += kDigits.at(static_cast<size_t>(digit - '0'));
  return text;
}

}  // namespace

engine::Result<std::vector<std::string>> tokenize(std::string_view input, TokenizerKind kind) {
  if (const auto wrong = engine::first_invalid_byte(input))
    return engine::Error{"error.invalid_utf8", {{"byte", std::to_string(*wrong)}}};
  if (input.empty()) return std::vector<std::string>{};
  std::vector<char> breaks(input.size(), 1);
  if (kind == TokenizerKind::kWords) u8_wordbreaks(bytes_of(input), input.size(), breaks.data());
  if (kind == TokenizerKind::kCharacters) u8_grapheme_breaks(bytes_of(input), input.size(), breaks.data());
  return cut(input, breaks, kind != TokenizerKind::kWords);
}

std::string visible_token(std::string_view token) {
  if (token.empty()) return "␣";
  const size_t last = token.find_last_not_of(' ');
  std::string marked;
  bool is_inside = false;
  for (size_t at = 0; at < token.size();) {
    const std::string_view space = space_at(token, at);
    is_inside = (is_inside || space.empty()) && at < last;
    const std::string_view mark = space == " " && is_inside ? space : mark_of(space);
    marked += space.empty() ? token.substr(at, 1) : mark;
    at += std::max<size_t>(space.size(), 1);
  }
  return spelled_out(marked);
}

std::vector<std::string> token_labels(const std::vector<std::string>& tokens, size_t first) {
  std::vector<std::string> labels;
  labels.reserve(tokens.size());
  std::unordered_map<std::string, int> counts;
  for (const std::string& token : tokens) {
    labels.push_back(visible_token(token));
    ++counts[labels.back()];
  }
  for (size_t i = 0; i < labels.size(); ++i) {
    if (counts[labels[i]] > 1) labels[i] += subscript(i + first);
  }
  return labels;
}

}  // namespace text
