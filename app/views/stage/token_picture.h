// token_picture.h: one token's way through a head, as course notes draw it: a below, q, k and v above it, a
// product with every key, divided, softmax, and the sum b at the top.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

// What the picture shows; stages are indices into the trace.
struct TokenPicture {
  int queries_of = -1, keys_of = -1;  // what q and k are made of; -1: kept from an earlier run
  int q = -1, k = -1, v = -1;         // q and k as the product takes them: rotated, if they are
  int scores = -1;                    // what softmax reads, before the mask
  int product = -1;                   // of q and k, if it is divided to give `scores`
  int weights = -1, output = -1;
  engine::Index query = 0;
  std::vector<engine::Index> keys;  // in order
  int mask = -1;                    // what the scores are masked with before softmax; -1: nothing
  int masked = -1;                  // the masked scores
  std::string_view mask_sign;       // how: "+" it, or "←" in their place
  engine::Index left_out = 0;       // keys that have no room
  double weight_left_out = 0;       // that they have together
  std::optional<engine::Index> also = std::nullopt;  // a key with room whatever its weight

  // The keys are another text's tokens.
  bool is_cross(const engine::Trace& trace) const;
};

// Of the head of `stage`, for one query: every key, or of more than `room` the query's own, `also` and those
// with the largest weights. Nullopt outside a head, and where weights are no softmax of scores.
std::optional<TokenPicture> token_picture(const engine::Trace& trace, int stage, engine::Index query,
                                          size_t room, std::optional<engine::Index> also = std::nullopt);

// Whether the stage in focus has one.
bool has_token_picture(const Frame& frame, int stage);
// The least height that it is drawn in; that from which on it has room for the division, too; and that from
// which on for all of it, with lines that are easy to follow.
float token_picture_height(const Frame& frame);
float whole_token_picture_height(const Frame& frame);
float full_token_picture_height(const Frame& frame);
// The style in a panel of this width: with larger type in a wide one, as it is projected.
ui::Style projected_style(const ui::Style& style, float width);
// Pointing explains a cell, a click pins it; a click on another token's a follows that token.
void draw_token_picture(const Frame& frame, int stage, engine::Index query, ImVec2 at, ImVec2 size);

}  // namespace views
