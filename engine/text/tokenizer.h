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

// The tokens in order; each is a substring of `input` (a byte may be part of a letter). Error
// error.invalid_utf8 (byte: position of the first bad byte, counted from 0).
engine::Result<std::vector<std::string>> tokenize(std::string_view input, TokenizerKind kind);

// How a token is displayed: well-formed, on one line; "␣" is white space at either end, "↵" a line end, "⇥" a
// tab, and what cannot stand in a text is spelled_out() (engine/text/spelled_out.h): "⟨E6 88⟩".
std::string visible_token(std::string_view token);

// Displayed tokens; those that look alike have their position as subscript, counted from `first`: the₁ cat
// the₃.
std::vector<std::string> token_labels(const std::vector<std::string>& tokens, size_t first);

}  // namespace text
