// explained_tokens.h: the tokens that the explained cell is about, wherever they are drawn.
#pragma once

#include <optional>

#include "app/views/core/frame.h"

namespace views {

// A place in a sequence of the trace.
struct TokenPlace {
  int sequence = 0;
  engine::Index position = 0;

  bool operator==(const TokenPlace&) const = default;
};

// Of a pinned or pointed-at cell: the token that its row reads for, and the one that is read.
struct ExplainedTokens {
  std::optional<TokenPlace> query, key;
};
ExplainedTokens explained_tokens(const Frame& frame);

}  // namespace views
