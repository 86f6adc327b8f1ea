// simplified_forms.h: the simplified characters that a tokenizer of traditional ones reads.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace text {

// Of each traditional character the simplified one that is read as it, by a normalizer's steps Replace: rows
// of one ideograph, and of two, which are read position by position. Of several the first one, and a row of
// one ideograph before those of two. `normalizer`: that of a tokenizer.json, or null.
std::map<std::string, std::string> simplified_forms(const nlohmann::json* normalizer);

}  // namespace text
