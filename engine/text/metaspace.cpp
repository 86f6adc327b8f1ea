// metaspace.cpp: writes a text's spaces as marks.
#include "engine/text/metaspace.h"

#include "engine/text/vocabulary.h"

namespace text {

Metaspace read_metaspace(Fields& fields) {
  Metaspace metaspace;
  metaspace.mark = fields.text("replacement", metaspace.mark);
  if (metaspace.mark.empty() || metaspace.mark.size() > kLongestPiece) fields.mark("replacement");
  metaspace.split = fields.flag("split", true);
  if (!fields.flag("add_prefix_space", true)) metaspace.prepend = Metaspace::Prepend::kNever;
  const auto scheme = fields.optional_text("prepend_scheme");
  if (!scheme) return metaspace;
  if (*scheme == "always") {
    metaspace.prepend = Metaspace::Prepend::kAlways;
  } else if (*scheme == "first") {
    metaspace.prepend = Metaspace::Prepend::kFirst;
  } else if (*scheme == "never") {
    metaspace.prepend = Metaspace::Prepend::kNever;
  } else {
    fields.mark("prepend_scheme");
  }
  return metaspace;
}

AlignedText with_marks(const AlignedText& text, const Metaspace& metaspace) {
  AlignedText result;
  for (size_t at = 0; at < text.size() && result.size() <= kLongestAligned; ++at) {
    if (text.bytes[at] == ' ') {
      result.append(metaspace.mark, text.from[at]);
    } else {
      result.append(text, at, at + 1);
    }
  }
  const bool is_first = text.span(0, 0).begin == 0;
  const bool wanted = metaspace.prepend == Metaspace::Prepend::kAlways ||
                      (metaspace.prepend == Metaspace::Prepend::kFirst && is_first);
  if (wanted && text.size() > 0 && !result.bytes.starts_with(metaspace.mark)) result.prepend(metaspace.mark);
  return result;
}

std::string with_replaced(std::string_view text, std::string_view searched, std::string_view content) {
  std::string result;
  size_t begin = 0;
  for (size_t at = text.find(searched); !searched.empty() && at != std::string_view::npos;
       at = text.find(searched, begin)) {
    result.append(text.substr(begin, at - begin)).append(content);
    begin = at + searched.size();
  }
  return result.append(text.substr(begin));
}

}  // namespace text
