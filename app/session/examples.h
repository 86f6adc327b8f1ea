// examples.h: ready-made sentences with their settings.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/document/document.h"
#include "app/text/tr.h"

namespace app {

struct Example {
  std::string_view group;  // what it shows, in words; examples of the same group are adjacent
  std::string_view key;    // its label: "example.four_tokens"
  Document document;
};

// Those of the models in the box come first.
std::span<const Example> examples();

// The others, which stand last among them.
std::span<const Example> untrained_examples();

// Four tokens, read by crafted heads: the smallest example, and the command line's own.
Document four_tokens();

// What the window shows at the first start: a pronoun that looks at what it means, in a sentence of that
// language; four_tokens() where the box is missing.
Document first_document(Language language);

}  // namespace app
