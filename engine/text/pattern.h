// pattern.h: a regular expression (PCRE2), or a literal text, to search for.
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

// What becomes of places that an expression matches without a letter, such as the start of a text.
enum class EmptyMatches { kSkipped, kKept };

// Immutable and thread-safe.
class Pattern {
 public:
  // Unicode classes, as in GPT-2's splitting pattern. Error: error.tokenizer_pattern (pattern, detail).
  static engine::Result<Pattern> regex(const std::string& expression);
  // Matches only the text itself.
  static Pattern literal(std::string searched);

  // Cuts the text into matches and what is between them, in order. `text` is valid UTF-8. Error:
  // error.tokenizer_effort if the expression backtracks too much.
  engine::Result<std::vector<Match>> cut(std::string_view text,
                                         EmptyMatches empty = EmptyMatches::kSkipped) const;

 private:
  struct Code;  // PCRE2's
  Pattern() = default;

  std::shared_ptr<const Code> code_;  // null for a literal
  std::string literal_;
};

}  // namespace text
