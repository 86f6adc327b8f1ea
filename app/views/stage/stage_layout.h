// stage_layout.h: positions the matrices of a step: the operands around the result, in the layout of the
// operation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/requests.h"
#include "app/ui/heatmap.h"
#include "engine/core/trace.h"

namespace views {

// Whether it has one column per key: such a map's cells are square.
inline bool is_map(const engine::Stage& stage) {
  return stage.column_axis == engine::Axis::kKeys;
}

// The sizes of the layout, in pixels.
struct LayoutMetrics {
  float row_labels = 0;        // width of the labels left of the first matrix
  float column_labels = 0;     // height of the labels above a matrix
  float caption = 0;           // height of a matrix's name
  float gap = 0;               // between matrices
  float result_caption = 0;    // height of the name above a product's result; 0: it is on its right
  float factor_lines = 0;      // height above a product's left operand where its factors are named
  float joint = 0;             // width of a sign such as + or = between matrices
  float largest_cell = 0;      // upper limit of a cell's size
  float tallest_vector = 44;   // height of a single row
  float smallest_operand = 0;  // least inner side of an operand, unless the room is a few times as small
  float numbered_row = 0;      // height of a row that has space for its numbers
  float band = 14;             // height of a parameter with one row
  float widest_map_cell = 1;   // the largest ratio of width to height of a map's cell
  float tallest_map_cell = 1;  // the largest ratio of height to width, where its row's label asks for it
  float labelled_row = 0;      // height of a row that has space for its label
  // Of the space that operands usually have, across and down; the result has the rest.
  ImVec2 operand_share = {1, 1};
};

struct PlacedMatrix {
  ui::MatrixFrame frame;
  bool is_result = false;
  bool row_labels = false;     // on its left
  bool column_labels = false;  // above it
  bool name_beside = false;    // its name is on its right, not above
};

// A sign between matrices.
struct Joint {
  ImVec2 centre;
  std::string text;
};

struct StageLayout {
  std::vector<PlacedMatrix> matrices;  // the result is last
  std::vector<Joint> joints;
  ImVec2 size;  // in all, including labels

  const PlacedMatrix& result() const { return matrices.back(); }
};

// Places a stage and its operands from `corner` on, within `room`. With `only_row`, the result and the
// operands with a row for each of its rows show only that row; other operands stay whole. Pure geometry:
// depends only on its arguments.
StageLayout lay_out_stage(const engine::Trace& trace, int stage, ImVec2 corner, ImVec2 room,
                          const LayoutMetrics& metrics, const app::Viewport& viewport,
                          std::optional<engine::Index> only_row = std::nullopt);

}  // namespace views
