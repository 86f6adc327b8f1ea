// stage_layout.h: where the matrices of a step stand: the operands around the result, in the layout of the
// product.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/requests.h"
#include "app/ui/heatmap.h"
#include "engine/core/trace.h"

namespace views {

// Whether it has a column for every key: such a map's cells are square.
inline bool is_map(const engine::Stage& stage) {
  return stage.column_axis == engine::Axis::kKeys;
}

// Sizes in pixels that the layout works with.
struct LayoutMetrics {
  float row_labels = 0;        // width of the labels left of the first matrix
  float column_labels = 0;     // height of the labels above a matrix
  float caption = 0;           // height of a matrix's name
  float gap = 0;               // between matrices
  float joint = 0;             // width of a sign such as + or = between matrices
  float largest_cell = 0;      // cells grow to this
  float smallest_operand = 0;  // an operand's inner side is at least this, where there is room
  float band = 14;             // height of a parameter of one row
  float widest_map_cell = 1;   // a map's cell is at most so many times as wide as it is high
  float operand_share = 1;     // of the room that operands usually have; the result has the rest
};

struct PlacedMatrix {
  ui::MatrixFrame frame;
  bool is_result = false;
  bool row_labels = false;     // to its left
  bool column_labels = false;  // above it
  bool name_beside = false;    // its name stands to its right, not above
};

// A sign between matrices.
struct Joint {
  ImVec2 centre;
  std::string text;
};

struct StageLayout {
  std::vector<PlacedMatrix> matrices;  // the result is the last
  std::vector<Joint> joints;
  ImVec2 size;  // all of it, labels included

  const PlacedMatrix& result() const { return matrices.back(); }
};

// Places a stage and its operands from `corner` on, within `room`. With `only_row` the result and what
// has a row for each of its rows show that row alone; other operands stay whole. Pure geometry: depends on
// nothing but its arguments.
StageLayout lay_out_stage(const engine::Trace& trace, int stage, ImVec2 corner, ImVec2 room,
                          const LayoutMetrics& metrics, const app::Viewport& viewport,
                          std::optional<engine::Index> only_row = std::nullopt);

}  // namespace views
