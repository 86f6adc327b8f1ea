// grid_orders.h: the orders of heads: the model's, or by a measure of their maps.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/views/core/frame.h"
#include "engine/analysis/rollout.h"

namespace views {

// A head of a layer, both from 0, and its weights.
struct GridHead {
  int layer = 0;
  int head = 0;
  int stage = -1;
};

struct GridOrder {
  app::HeadOrder order = app::HeadOrder::kLayer;
  const char* key = "";                             // of its label; with ".tip" its tooltip
  double engine::HeadMeasures::*measure = nullptr;  // null: in the model's order
  bool is_share = false;                            // of the attention, shown in percent
  bool in_cross = true;                             // whether it is meaningful between two sequences
};

std::span<const GridOrder> grid_orders();
const GridOrder& grid_order(app::HeadOrder order);

// All heads in this order: by layer and head, or, once all are measured, largest measure first.
std::vector<GridHead> ordered_heads(const Frame& frame, std::span<const engine::LayerHeads> layers,
                                    const GridOrder& order);

// The number next to a head: its measure, "1.23" or "97 %"; in the model's order the share of its pattern.
std::string grid_number(const Frame& frame, int stage, const GridOrder& order);

// The head's pattern in a word or two: "previous", "first", "mixed".
std::string head_pattern_word(const Frame& frame, int stage);

}  // namespace views
