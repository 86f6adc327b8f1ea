// table_parts.h: what the table of positions and its waves share.
#pragma once

#include <optional>
#include <string>

#include "app/views/core/frame.h"
#include "engine/labs/positions/positions_lab.h"

namespace views {

// Two columns of the table are a pair: a sine and its cosine.
engine::Index pair_count(const engine::PositionsLab& lab);
// The pair whose waves are drawn, within the valid range.
engine::Index shown_pair(const Frame& frame);
void choose_pair(const Frame& frame, engine::Index pair);
// Its columns, and its wavelength in positions.
std::string pair_sentence(const Frame& frame, engine::Index pair);
// How many positions a pair's waves are drawn over: four of its periods, where the table has more.
engine::Index positions_of_waves(const engine::PositionsLab& lab, engine::Index pair);

// The cell that is worked out: the one that is pointed at, or the chosen wave at position 1.
engine::Cell worked_cell(const Frame& frame, int table);

// The pinned token of the sentence: its position, and what it is called.
struct MarkedPosition {
  engine::Index position = 0;
  std::string name;
};
std::optional<MarkedPosition> marked_position(const Frame& frame);

// The shown pair over the positions, with one to compare it with; and the wavelength of every pair.
void draw_waves(const Frame& frame, int table, ImVec2 at, ImVec2 room);
void draw_wavelengths(const Frame& frame, ImVec2 at, ImVec2 room);

}  // namespace views
