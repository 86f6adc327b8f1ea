// split.h: cuts a text into words before the tokenizer's algorithm sees them; no token crosses a cut.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "engine/core/result.h"
#include "engine/text/aligned_text.h"
#include "engine/text/json_fields.h"
#include "engine/text/pattern.h"

namespace text {

// What happens to a match when a text is cut at matches.
enum class Behaviour {
  kRemoved,
  kIsolated,            // a word of its own
  kMergedWithPrevious,  // joins the word before it, unless that is also a match
  kMergedWithNext,      // joins the word after it
  kContiguous,          // joins adjacent matches
};

// Cuts a text at matches, which must cover it in order. No word is empty.
std::vector<AlignedText> cut(const AlignedText& text, std::vector<Match> matches, Behaviour behaviour);

// The letters of a text, each a match if the predicate selects it.
std::vector<Match> match_letters(const AlignedText& text, bool (*is_match)(char32_t));

// One or more steps, from words to words. Errors: error.tokenizer_effort.
using Words = std::vector<AlignedText>;
using Splitter = std::function<std::optional<engine::Error>(Words&)>;

// A "pre_tokenizer" of tokenizer.json, null for none. Errors: error.tokenizer_step (step),
// error.tokenizer_field, error.tokenizer_pattern.
engine::Result<Splitter> read_splitter(const json* object);

}  // namespace text
