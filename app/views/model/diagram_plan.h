// diagram_plan.h: which blocks the model's diagram has, from the bottom up, before they have a place.
#pragma once

#include <string>
#include <vector>

#include "app/views/model/diagram_layout.h"

namespace views {

// A block without its place; the fields are DiagramBlock's.
struct DiagramRow {
  BlockKind kind = BlockKind::kAdd;
  std::string address;
  std::string sum;
  std::string switch_address;

  // An attention that reads one sequence makes queries, keys and values of it.
  bool forks() const;
};

struct ColumnPlan {
  engine::Stack stack = engine::Stack::kNone;  // whose layer is drawn; kNone: attention alone
  int layer = 0, layers = 1;
  std::string stream;
  std::vector<DiagramRow> input, inside, above;  // below the layer, in it, above it
};

// One column, or encoder and decoder.
std::vector<ColumnPlan> plan_columns(const engine::Config& config, DrawnLayers drawn);

}  // namespace views
