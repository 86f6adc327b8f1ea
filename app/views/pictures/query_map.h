// query_map.h: the keys as one query sees them: from left to right by their score.
#pragma once

#include <optional>
#include <string>

#include "app/views/core/frame.h"

namespace views {

// A row of a stage of dot products of queries and keys.
struct KeysSeen {
  int scores = -1;
  engine::Index row = 0;
};

// The dot products of the head of `stage`; nullopt if its scores are something else.
std::optional<int> dot_products(const Frame& frame, int stage);

// The keys that the chosen query sees, where the focused stage is a map of a head with dot products.
std::optional<KeysSeen> keys_seen(const Frame& frame);

// What the picture is called in a head, and how to read it.
std::string query_map_name(const Frame& frame, const KeysSeen& seen);
std::string query_map_why(const Frame& frame, const KeysSeen& seen);
// In the rest of the page.
void draw_query_map(const Frame& frame, const KeysSeen& seen);

}  // namespace views
