// decode.h: turns tokens' names back into text.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/text/json_fields.h"

namespace text {

// One or more steps: changes the list of texts, which are joined at the end; bytes need not be UTF-8.
using Decoder = std::function<void(std::vector<std::string>&)>;

// A "decoder" of tokenizer.json; without one, tokens are joined with spaces. Errors: error.tokenizer_step
// (step), error.tokenizer_field, error.tokenizer_pattern.
Result<Decoder> read_decoder(const json* object);

// Bytes as UTF-8: each invalid one becomes U+FFFD.
std::string valid_utf8(std::string_view bytes);

}  // namespace text
