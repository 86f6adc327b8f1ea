// special_tokens.h: tokens that nobody wrote.
#pragma once

#include "app/views/core/frame.h"

namespace views {

// Whether the token is the tokenizer's own, such as <bos>.
inline bool is_special(const Frame& frame, int sequence, engine::Index row) {
  const text::ModelTokenizer* const tokenizer = frame.facts.tokenizer();
  const std::vector<engine::Index>& ids = frame.trace().sequence(sequence).ids;
  const auto at = static_cast<size_t>(row);
  return tokenizer != nullptr && at < ids.size() && tokenizer->is_special(ids[at]);
}

}  // namespace views
