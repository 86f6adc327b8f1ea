// tour.h: eight stops through the window, each with what one part is for.
#pragma once

#include <span>
#include <string_view>

#include "app/views/core/frame.h"

namespace views {

// A stop lights a part of PanelRects; its words are `key`title and `key`text.
struct TourStop {
  std::string_view part;
  std::string_view key;
};
std::span<const TourStop> tour_stops();

// The stop that the desk names, while the tour is on.
void draw_tour(const Frame& frame);
// "Two-minute tour?", while the desk's panel is "tour offer"; it can be left standing.
void draw_tour_offer(const Frame& frame);

}  // namespace views
