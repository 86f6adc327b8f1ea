// metaspace.h: spaces written as a mark that can be seen, as sentencepiece does: "▁the▁cat".
#pragma once

#include <string>
#include <string_view>

#include "engine/text/aligned_text.h"
#include "engine/text/json_fields.h"

namespace text {

struct Metaspace {
  enum class Prepend { kAlways, kFirst, kNever };
  std::string mark = "▁";
  Prepend prepend =
      Prepend::kAlways;  // a mark before each stretch of text, before the first one, or before none
  bool split = true;     // cut before each mark
};

// Of a pre-tokenizer or decoder; the older "add_prefix_space" is read too.
Metaspace read_metaspace(Fields& fields);
AlignedText with_marks(const AlignedText& text, const Metaspace& metaspace);
// `text` with every `searched` replaced.
std::string with_replaced(std::string_view text, std::string_view searched, std::string_view content);

}  // namespace text
