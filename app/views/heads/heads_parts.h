// heads_parts.h: what the views of all heads share: a sentence with the one colour bar, and the sizes of
// maps.
#pragma once

#include <string>

#include "app/look/colour_map.h"
#include "app/views/core/frame.h"

namespace views {

// The sentence, and to its right, or below it where there is too little room, the colour bar of all maps.
void draw_sentence_and_bar(const Frame& frame, const std::string& sentence, const look::ColourScale& scale);

// A low page's title, which says the rest when it is pointed at, with the colour bar on its line.
void draw_low_title(const Frame& frame, const std::string& title, const std::string& tip,
                    const look::ColourScale& scale);

// The largest map of `rows` x `columns` in this room: its cells may be wider than high, or a little higher
// than wide.
ImVec2 map_size(ImVec2 room, float rows, float columns);

// The explained cell as it is labelled in another head's picture: in the same row and column.
engine::Cell lit_in(const Frame& frame, int stage);

}  // namespace views
