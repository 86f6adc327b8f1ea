// diagram_plan.h: the blocks of the model's diagram, from the bottom up, before layout.
#pragma once

#include <string>
#include <vector>

#include "app/views/model/diagram_layout.h"

namespace views {

// A block before layout; the fields are DiagramBlock's.
struct DiagramRow {
  BlockKind kind = BlockKind::kAdd;
  std::string address;
  std::string sum;
  std::string switch_address;
  bool is_fed_past = false;  // what it reads goes past the block below, and comes in between them

  // An attention over one sequence derives queries, keys and values from it.
  bool forks() const;
};

struct ColumnPlan {
  engine::Stack stack = engine::Stack::kNone;  // whose layer is drawn; kNone: attention alone
  int layer = 0, layers = 1;
  std::string stream;
  std::vector<DiagramRow> input, inside, above;  // below the layer, in it, above it
  int lines = 1;  // of text above it: what comes out; 0: it leads to the other column
};

// One column, or encoder and decoder.
std::vector<ColumnPlan> plan_columns(const engine::Config& config, DrawnLayers drawn);

}  // namespace views
