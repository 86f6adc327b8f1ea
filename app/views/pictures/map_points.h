// map_points.h: the parts of a map of vectors: the marks of queries and keys, their names, and the numbers
// along its edges.
#pragma once

#include <imgui.h>

#include <span>
#include <string>

#include "app/ui/style.h"
#include "app/ui/text.h"
#include "app/views/core/frame.h"
#include "app/views/core/label_places.h"

namespace views {

inline constexpr float kLongestMapName = 84;  // of a point, pixels at 100 %

// A disc; for a key a hollow square, so that colour is not the only difference, and a disc inside it stays
// visible.
void draw_map_mark(const ui::Style& style, bool is_key, ImVec2 at, ImU32 colour);

// Around a mark: a query's is round and a key's square, as their marks are: of a pair in one place both are
// seen.
void draw_map_ring(const ui::Style& style, bool is_key, ImVec2 at);

// Where a map lies on the screen.
struct MapPlace {
  ImVec2 low, high;      // its edges
  ImVec2 origin;         // of the position (0, 0)
  ImVec2 unit = {1, 1};  // pixels of the distance 1, across and up

  ImVec2 at(ImVec2 position) const {
    return {origin.x + unit.x * position.x, origin.y - unit.y * position.y};
  }
};

// In the room at the cursor: the outermost positions and (0, 0) fill it, each axis in its own scale. Above
// and below are a line of words and the numbers.
MapPlace place_map(const ui::Style& style, std::span<const ImVec2> positions);

// Its edges, the lines through (0, 0), and round coordinates below, and on the left if `has_upright`.
void draw_map_frame(const ui::Style& style, const MapPlace& place, bool has_upright);

// What stands around a map: what is upright above on the right, and below what is said and what lies along.
// Where there is room, more than that is said.
struct MapWords {
  std::string upright, said, said_with_room, along;
  ImU32 along_colour = 0;  // bold; 0: as the others
};
// Returns where the words above begin: what is on their left ends before it.
float draw_map_words(const ui::Style& style, const MapPlace& place, const MapWords& words);

struct MapName {
  ImVec2 at;  // of its point
  std::string words;
  ui::TextStyle type;
  bool must_stand = false;  // even where it covers others; these come first
  float mark = 0;           // half the side of a mark larger than draw_map_mark's, in pixels
};

// Draws the names that fit, each beside its point or at the end of a thin line, outside of what is `taken`;
// returns how many do not fit.
size_t draw_map_names(const ui::Style& style, const MapPlace& place, std::span<const MapName> names,
                      std::span<const LabelRoom> taken = {});

// One behind the other, as they are set apart in this language; either may be empty.
std::string two_sentences(const Frame& frame, const std::string& first, const std::string& second);

// That some names do not fit: how many, and how to read them.
std::string missing_words(const Frame& frame, size_t missing);

// Of points at the same position, the first.
size_t nearest_point(std::span<const ImVec2> points, ImVec2 mouse);

}  // namespace views
