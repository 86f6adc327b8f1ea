// tokenizer.cpp: boundaries by Unicode's rules (UAX #29), from libunistring.
#include "engine/text/tokenizer.h"

#include <fmt/format.h>
#include <unictype.h>
#include <unigbrk.h>
#include <uniwbrk.h>

#include <array>
#include <cstdint>
#include <unordered_map>

#include "engine/core/utf8.h"

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
  if (token == " ") return "␣";
  if (token == "\n" || token == "\r\n" || token == "\r") return "↵";
  if (token == "\t") return "⇥";
  const bool whole = !engine::first_invalid_byte(token);
  const auto first = token.empty() ? 0 : static_cast<unsigned char>(token.front());
  if (token.size() == 1 && (!whole || first < 0x20 || first == 0x7F)) {
    return fmt::format("0x{:02X}", first);
  }
  if (is_white_space(token)) return "␣";
  // Many tokenizers keep the space before a word: " the" differs from "the".
  return token.starts_with(' ') ? "␣" + std::string(token.substr(1)) : std::string(token);
}

std::vector<std::string> token_labels(const std::vector<std::string>& tokens, size_t first) {
  std::unordered_map<std::string_view, int> counts;
  for (const std::string& token : tokens) ++counts[token];
  std::vector<std::string> labels;
  labels.reserve(tokens.size());
  for (size_t i = 0; i < tokens.size(); ++i) {
    std::string label = visible_token(tokens[i]);
    if (counts[tokens[i]] > 1) label += subscript(i + first);
    labels.push_back(std::move(label));
  }
  return labels;
}

}  // namespace text
