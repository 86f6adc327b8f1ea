// page_parts.h: parts that several systems' pages have: attention over the picture, probabilities as bars.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/look/colour_map.h"
#include "app/views/labs/gallery/pixel_picture.h"
#include "app/views/labs/gallery/system_page.h"

namespace views {

// The corner of tile `number` of a grid whose first stands at `at`, with so many in a row; `pitch`: from one
// to the next, right and down.
inline ImVec2 tile_corner(ImVec2 at, engine::Index number, engine::Index in_row, ImVec2 pitch) {
  const engine::Index row = number / in_row;
  const engine::Index column = number % in_row;
  return {at.x + static_cast<float>(column) * pitch.x, at.y + static_cast<float>(row) * pitch.y};
}

// A row of the maps of an attention, of the chosen head or the mean of all; its keys from `first` on as a
// square.
engine::Matrix attended(const SystemPage& page, const std::string& attention, engine::Index row,
                        engine::Index first = 0);

// A map with the picture's outlines, and a caption above, if there is one; a click goes to the stage
// `address` (relative to the system), if it names one. Returns whether the mouse is over it.
struct LaidPicture {
  std::string caption;
  engine::Matrix weights;
  look::ColourScale scale;
  std::string address;
  engine::Index row = -1;  // of that stage, to pin
  ImU32 frame = 0;         // around it, if it has a colour of its own
};
bool draw_laid_picture(const SystemPage& page, const LaidPicture& laid, float side);

// The colours of maps side by side: from 0 to the largest weight of them all.
look::ColourScale shared_map_scale(const Frame& frame, std::span<const engine::Matrix> maps);
// "0 ▬▬▬ largest weight": what the colours of maps mean; `most`: at their end.
void draw_map_key(const Frame& frame, const std::string& most);
// The heading of maps over the picture, and what their colours mean.
void draw_laid_heading(const SystemPage& page, const std::string& words, const look::ColourScale& scale);

// Which head's maps are shown: the mean, or one of `heads`.
void draw_head_choice(const SystemPage& page, engine::Index heads);

// Goes to a system's stage, and pins a cell of it where a row is given.
void go_to_stage(const SystemPage& page, const std::string& name, engine::Index row = -1,
                 engine::Index column = 0);

// One line a number from 0 to 1: its name, a bar, the share; pointing at it explains the cell.
struct ShareBar {
  std::string name;
  engine::Cell cell;
  double share = 0;
};
void draw_share_bars(const Frame& frame, std::span<const ShareBar> bars, float width);
// The largest numbers of a row of a stage, with the kinds' names.
std::vector<ShareBar> kind_bars(const SystemPage& page, const std::string& stage, engine::Index row,
                                size_t most);

// Buttons for what a page can measure; returns the chosen one's place.
size_t draw_look_choice(const Frame& frame, std::span<const char* const> keys);

}  // namespace views
