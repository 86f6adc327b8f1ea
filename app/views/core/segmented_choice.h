// segmented_choice.h: one of a few things, side by side on one chip; the chosen one lies on the panel's
// colour.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "app/views/core/frame.h"

namespace views {

struct Segment {
  std::string id;
  std::string word;
  std::string tip;
};

float segmented_choice_width(const Frame& frame, const std::vector<Segment>& segments);
float segmented_choice_width(const Frame& frame, std::initializer_list<const char*> keys);

// At the cursor. Returns the one that was pressed, if it is not the chosen one.
std::optional<size_t> draw_segmented_choice(const Frame& frame, const std::vector<Segment>& segments,
                                            size_t chosen);

// Each key names its segment, and key.tip says what it does.
std::optional<size_t> draw_segmented_choice(const Frame& frame, std::initializer_list<const char*> keys,
                                            size_t chosen);

}  // namespace views
