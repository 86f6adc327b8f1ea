// table_parts.h: what the table of positions and its waves share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/ui/heatmap.h"
#include "app/views/core/frame.h"
#include "engine/labs/positions/positions_lab.h"

namespace views {

// Two columns of the table are a pair: a sine and its cosine.
engine::Index pair_count(const engine::PositionsLab& lab);
// The pair whose waves are drawn, within the valid range.
engine::Index shown_pair(const Frame& frame);
void choose_pair(const Frame& frame, engine::Index pair);
// Its columns, and its wavelength in positions: as a title and what is said beside it, and in one sentence.
std::string pair_title(const Frame& frame, engine::Index pair);
std::vector<std::string> pair_details(const Frame& frame, engine::Index pair);  // the first that fits
std::string pair_sentence(const Frame& frame, engine::Index pair);
// How many positions a pair's waves are drawn over: four of its periods, where the table has more.
engine::Index positions_of_waves(const engine::PositionsLab& lab, engine::Index pair);
// Another pair to compare its waves with: a slow one, of which the fast waves' positions see about a quarter,
// or beside a slow one the fastest; nullopt where all are about as fast.
std::optional<engine::Index> compared_pair(const engine::PositionsLab& lab, engine::Index pair);
// The first pair whose wave is longer than the table; the number of pairs where none is.
engine::Index first_without_turn(const engine::PositionsLab& lab);

// The cell that is worked out: the one that is pointed at, or the chosen wave at position 1.
engine::Cell worked_cell(const Frame& frame, int table);
// "P[9, 0] = 0.412118".
std::string cell_sentence(const Frame& frame, int table, engine::Index position, engine::Index column);

// How many tokens stand at the positions from 0 on; 0 where the step's rows are none and for pictures.
engine::Index tokens_at_positions(const Frame& frame);
// "it: 9", or where there is no token "position 70".
std::string position_name(const Frame& frame, engine::Index position);
// "token 10 is position 9"; empty where there is no token, or where both count from 0.
std::string token_sentence(const Frame& frame, engine::Index position);
// The pinned token's position, where the table shows it.
std::optional<engine::Index> marked_position(const Frame& frame);

// The table as it lies on the screen.
struct PlacedTable {
  const Frame& frame;       // over the trace whose columns have the shown order
  ui::MatrixFrame matrix;   // in it
  engine::Index sines = 0;  // how many columns of sines come first; 0: they alternate with the cosines
  float left = 0;           // where the room beside it begins and ends, in pixels
  float right = 0;

  engine::Index shown_at(engine::Index column) const {
    return sines == 0 ? column : column % 2 * sines + column / 2;
  }
  engine::Index pair_at(engine::Index shown) const { return sines == 0 ? shown / 2 : shown % sines; }
};

// Over and around it (table_marks.cpp): above its columns the colours of their waves, a ring around the
// worked cell, beside it the pinned token's row, the sentence's rows and what its colours mean.
void draw_table_marks(const Frame& frame, int table, const PlacedTable& placed);
// What they take on its right, in pixels, and how far from it words begin there.
float beside_table(const Frame& frame);
float before_words(const Frame& frame);

// Below it (strips.cpp): the rows of two neighbours, enlarged, and which waves tell them apart. Returns the
// pair of a column that was clicked.
std::optional<engine::Index> draw_strips(const Frame& frame, int table, const PlacedTable& placed,
                                         float strip);
// The height of one of the two, for a page of this height, of all that is drawn, and of the words below them.
float strip_height(const Frame& frame, float room);
float strips_height(const Frame& frame, float strip);
float below_strips(const Frame& frame);

// A plot beside the table: its title is at `at`, its inside from `top` to `bottom`.
struct PlotPlace {
  ImVec2 at;
  float width = 0;
  float top = 0;
  float bottom = 0;
};

// The shown pair over the positions, with one to compare it with, and the buttons to choose another; and the
// wavelength of every pair.
void draw_waves(const Frame& frame, int table, const PlotPlace& place);
void draw_wavelengths(const Frame& frame, const PlotPlace& place);

}  // namespace views
