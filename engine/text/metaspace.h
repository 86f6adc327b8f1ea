// metaspace.h: spaces written as a visible mark, as in sentencepiece: "▁the▁cat".
#pragma once

#include <string>
#include <string_view>

#include "engine/text/aligned_text.h"
#include "engine/text/json_fields.h"

namespace text {

struct Metaspace {
  enum class Prepend { kAlways, kFirst, kNever };
  std::string mark = "▁";
  Prepend prepend = Prepend::kAlways;  // a mark before each stretch of text, before the first one, or none
  bool split = true;                   // cut before each mark
};

// From a pre-tokenizer or decoder; also reads the older "add_prefix_space".
Metaspace read_metaspace(Fields& fields);
AlignedText with_marks(const AlignedText& text, const Metaspace& metaspace);
// `text` with every `searched` replaced.
std::string with_replaced(std::string_view text, std::string_view searched, std::string_view content);

}  // namespace text
