// term_names.h: finds the glossary's terms in a text by their names.
#pragma once

#include <string_view>
#include <vector>

#include "app/pages/glossary.h"

namespace app {

// A term in a text: its place in bytes.
struct TermInText {
  size_t at = 0;
  size_t size = 0;
  const Term* term = nullptr;
};

// In all of these the longest name wins that begins at a place, terms that are not marked are left out, and
// in Latin letters a name is found as whole words, with small letters or capitals, in the plural too.

// The terms that a text names in this language, one after the other. A name of one ideograph is left out: it
// cannot be told from a part of another word.
std::vector<TermInText> terms_named_in(std::string_view text, Language language);

// The terms that somebody may mean who points at a word of the text: named, or by another name (a short one
// only with the same capitals). An ideograph by itself counts. They may overlap.
std::vector<TermInText> terms_meant_in(std::string_view text, Language language);

}  // namespace app
