// grid_kinds.h: the attentions of a model: which of them is looked at, and all its heads, layer by layer.
#pragma once

#include <string>
#include <vector>

#include "app/views/core/frame.h"
#include "engine/analysis/rollout.h"

namespace views {

// Self-attention of a stack, or the decoder's cross-attention.
struct AttentionKind {
  engine::Stack stack = engine::Stack::kEncoder;
  engine::Sublayer sublayer = engine::Sublayer::kSelf;

  bool operator==(const AttentionKind&) const = default;
};

// Those that the trace has.
std::vector<AttentionKind> attention_kinds(const Frame& frame);
// That of what is looked at, or the nearest to it.
AttentionKind attention_kind(const Frame& frame);
// Its weights of every head, lowest layer first, in the example that is looked at.
std::vector<engine::LayerHeads> heads_by_layer(const Frame& frame, const AttentionKind& kind);

// A title, and at the right end of its line, or below where it is narrow, a word for each attention where
// there are several; a click looks at it.
void draw_title_and_kinds(const Frame& frame, const std::string& title);

}  // namespace views
