// pattern.h: a regular expression of Oniguruma's in Ruby's syntax, or a literal text, to search for.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace text {

// Bytes [begin, end) of a text, and whether the pattern matched there.
struct Match {
  size_t begin = 0;
  size_t end = 0;
  bool found = true;
};

// Immutable and thread-safe.
class Pattern {
 public:
  // As Hugging Face's library reads it. Error: error.tokenizer_pattern (pattern, detail).
  static engine::Result<Pattern> regex(const std::string& expression);
  // Matches only the text itself; an empty one everywhere between letters.
  static Pattern literal(std::string searched);

  // Cuts the text into matches and what is between them, in order; there are matches without a letter, too,
  // but none where the one before ends. `text` is valid UTF-8. Error: error.tokenizer_effort if the
  // expression backtracks too much.
  engine::Result<std::vector<Match>> cut(std::string_view text) const;

 private:
  struct Code;  // Oniguruma's
  Pattern() = default;

  std::shared_ptr<const Code> code_;  // null for a literal
  std::string literal_;
};

}  // namespace text
