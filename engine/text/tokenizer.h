// tokenizer.h: cuts text into tokens.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace text {

enum class TokenizerKind {
  kWords,       // UAX #29 word boundaries, no dictionary; white space dropped, case kept
  kCharacters,  // grapheme clusters, white space included
  kBytes,       // UTF-8 bytes
};

// The tokens in order; each is a piece of `input` (a byte may be part of a letter). Error error.invalid_utf8
// (byte: position of the first bad byte, counted from 0).
engine::Result<std::vector<std::string>> tokenize(std::string_view input, TokenizerKind kind);

// How a token is shown: itself, "␣" for a space, also before a word, "↵" for a line end, "0xE6" for a byte
// that is no ASCII letter.
std::string visible_token(std::string_view token);

// Visible tokens, those that occur more than once with their position as subscript: the₀ cat the₂.
std::vector<std::string> token_labels(const std::vector<std::string>& tokens);

}  // namespace text
