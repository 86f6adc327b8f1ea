// heads_parts.h: what the views of all heads share: a sentence with the one colour bar, and the sizes of
// maps.
#pragma once

#include <string>

#include "app/look/colour_map.h"
#include "app/views/core/frame.h"

namespace views {

// Where a colour bar has room: behind the words to its left, in the middle of a line.
struct BarRoom {
  float left = 0;
  float right = 0;
  float top = 0;
  float line = 0;  // height of the line
};

// The sentence, with room for the colour bar of all maps to its right, or below it where that is too little.
BarRoom draw_sentence_by_bar(const Frame& frame, const std::string& sentence, const look::ColourScale& scale);

// A low page's title, which says the rest when it is pointed at, with room for the colour bar on its line.
BarRoom draw_low_title(const Frame& frame, const std::string& title, const std::string& tip,
                       const look::ColourScale& scale);

// The bar, which ends where its room does, or where the maps below it end; nothing while the scale is open.
void draw_bar_in(const Frame& frame, const look::ColourScale& scale, const BarRoom& room);
void draw_bar_in(const Frame& frame, const look::ColourScale& scale, const BarRoom& room, float maps_end);

// How far from a square a cell may be.
struct CellShapes {
  float widest = 1.8f;   // width to height
  float tallest = 1.3f;  // height to width
};
// The largest map of `rows` x `columns` in this room.
ImVec2 map_size(ImVec2 room, float rows, float columns, const CellShapes& shapes = {});

// The explained cell as it is labelled in another head's picture: in the same row and column.
engine::Cell lit_in(const Frame& frame, int stage);

}  // namespace views
