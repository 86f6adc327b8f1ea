// normalize.h: normalises letters before a text is cut: upper case, accents, forms of the same letter.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/text/aligned_text.h"
#include "engine/text/json_fields.h"
#include "engine/text/pattern.h"

namespace text {

enum class Form { kNfc, kNfd, kNfkc, kNfkd };

// Unicode's normalisation forms (UAX #15).
AlignedText in_form(const AlignedText& text, Form form);
AlignedText lower_case(const AlignedText& text);
// Without the letters that a predicate selects.
AlignedText without(const AlignedText& text, bool (*is_left_out)(char32_t));
// With a space in place of each letter that a predicate selects.
AlignedText with_plain_spaces(const AlignedText& text, bool (*is_space)(char32_t));
// Categories M* and Mn.
bool is_mark(char32_t code);
bool is_nonspacing_mark(char32_t code);
// A Han character; no kana and no Hangul.
bool is_ideograph(char32_t code);
// Trims white space.
AlignedText stripped(const AlignedText& text, bool left, bool right);
// Replaces every match. Error: error.tokenizer_effort.
engine::Result<AlignedText> replaced(const AlignedText& text, const Pattern& pattern,
                                     std::string_view content);

// BERT's cleaning: removes controls, turns white space into spaces, puts spaces around each ideograph,
// removes accents, lower-cases; each if enabled.
struct BertCleaning {
  bool clean_text = true;
  bool split_ideographs = true;
  bool strip_accents = true;
  bool lower_case = true;
};
AlignedText clean_as_bert(const AlignedText& text, const BertCleaning& cleaning);

// One or more steps; empty does nothing. Errors: error.tokenizer_effort, error.tokenizer_grows (megabytes).
using Normalizer = std::function<std::optional<engine::Error>(AlignedText&)>;

// A "normalizer" of tokenizer.json, null for none. Errors: error.tokenizer_step (step),
// error.tokenizer_field, error.tokenizer_pattern.
engine::Result<Normalizer> read_normalizer(const json* object);
// {"String": ...} or {"Regex": ...} in the field "pattern".
engine::Result<Pattern> read_pattern(Fields& fields);

}  // namespace text
