// grid_kinds.h: the attentions of a model: which one is focused, and all its heads, layer by layer.
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

// Those in the trace.
std::vector<AttentionKind> attention_kinds(const Frame& frame);
// The focused one, or the nearest to it.
AttentionKind attention_kind(const Frame& frame);
// Its weights of every head, lowest layer first, in the focused example; or in this one (-1: no batch).
std::vector<engine::LayerHeads> heads_by_layer(const Frame& frame, const AttentionKind& kind);
std::vector<engine::LayerHeads> heads_by_layer(const Frame& frame, const AttentionKind& kind, int example);

// A title, and on the right of its line, or below if it is narrow, a word for each attention if there are
// several; a click focuses it. `tip`, if any, is shown where the title is pointed at.
void draw_title_and_kinds(const Frame& frame, const std::string& title, const std::string& tip = {});

}  // namespace views
