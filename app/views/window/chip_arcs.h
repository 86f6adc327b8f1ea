// chip_arcs.h: arcs below the sentence's chips, from a query to every key that it reads from, as wide as its
// weight. A click folds them into the row of the matrix.
#pragma once

#include <optional>
#include <vector>

#include "app/views/core/frame.h"
#include "app/views/core/motion.h"
#include "engine/analysis/merged_maps.h"

namespace views {

inline constexpr float kChipLineSpacing = 10;  // between lines of chips, in pixels at 100 %

// The map of weights that arcs are drawn of, while one is shown.
struct ArcMap {
  Frame frame;  // over words, where the pieces of a word are merged
  int stage = -1;
  int query_sequence = 0;  // of the chips
  int key_sequence = 0;
  // The tokens of each row and column of merged pieces; otherwise empty: each row and column is a token.
  engine::TokenWords queries, keys;

  const engine::Stage& map() const { return frame.trace().stage(stage); }
};
std::optional<ArcMap> arc_map(const Frame& frame);

// The arcs of a row to the keys whose chips are in sight, the strongest last; hidden keys have none.
std::vector<Arc> plan_arcs(const ArcMap& map, engine::Index row);

// What is kept free below chips for the arcs: a little more than between other lines; and all of it.
float space_for_arcs(const Frame& frame);
float arcs_room(const Frame& frame);

// Call while a chip is hovered: explains what its token reads most, if arcs are drawn of the stage.
void point_at_chip(const Frame& frame, int sequence, engine::Index position);

// Call after the chips, below their line. Returns whether there are any.
bool draw_chip_arcs(const Frame& frame);

// Over everything: arcs on their way into their row.
void draw_folding_arcs(const Frame& frame);

}  // namespace views
