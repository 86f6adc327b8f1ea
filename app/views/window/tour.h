// tour.h: eight stops through the window, each explaining one part.
#pragma once

#include <span>
#include <string_view>

#include "app/views/core/frame.h"

namespace views {

// A stop highlights a part of PanelRects; its texts are `key`title and `key`text.
struct TourStop {
  std::string_view part;
  std::string_view key;
};
std::span<const TourStop> tour_stops();

// The stop that the desk names, during the tour.
void draw_tour(const Frame& frame);
// "Two-minute tour?", while the desk's panel is "tour offer"; it does not block the window.
void draw_tour_offer(const Frame& frame);

}  // namespace views
