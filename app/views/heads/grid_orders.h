// grid_orders.h: the orders of heads: the model's, or by a measure of their maps.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/views/core/frame.h"
#include "engine/analysis/rollout.h"
#include "engine/ops/measure_table.h"

namespace views {

// A head of a layer, both from 0, and its weights.
struct GridHead {
  int layer = 0;
  int head = 0;
  int stage = -1;
};

struct GridOrder {
  app::HeadOrder order = app::HeadOrder::kLayer;
  const engine::MeasureRow* row = nullptr;  // of kMeasure
  std::string key;  // of its label; with ".tip" its tooltip, with ".meaning" what its numbers are
  // A head's number, from a stage of its weights; nullopt until it is measured. Null: in the model's order.
  std::optional<double> (*measure)(const Frame& frame, const GridOrder& order, int stage) = nullptr;
  bool is_share = false;        // shown in percent
  bool smallest_first = false;  // instead of the largest
  // Whether heads with such maps have it at all; null: always.
  bool (*offered)(const Frame& frame, const GridOrder& order, int stage) = nullptr;

  bool is_offered(const Frame& frame, int stage) const {
    return offered == nullptr || offered(frame, *this, stage);
  }
};

// The model's, one for each measure, and those that need more than the maps.
std::span<const GridOrder> grid_orders();
// The chosen one, or the model's if that is not offered for such maps.
const GridOrder& grid_order(const Frame& frame, int stage);
// A measure's formula, as markup; empty for other orders.
std::string grid_formula(const Frame& frame, const GridOrder& order);

// All heads in this order: by layer and head, or, once all are measured, largest measure first.
std::vector<GridHead> ordered_heads(const Frame& frame, std::span<const engine::LayerHeads> layers,
                                    const GridOrder& order);

// The meaning of the numbers next to the heads of a kind, `map` being weights of one; while they are
// measured, or if they cannot be, that.
std::string grid_meaning(const Frame& frame, const GridOrder& order, const engine::Stage& map);

// The number next to a head: its measure, "1.23" or "97 %"; in the model's order the share of its pattern.
std::string grid_number(const Frame& frame, int stage, const GridOrder& order);

// The head's pattern in a word or two: "previous", "first", "it → animal", "mixed".
// With its share, or `briefly` without.
std::string head_pattern_word(const Frame& frame, int stage, bool briefly = false);

}  // namespace views
