// efficient_lab.h: the lab of attention at lower cost: one head, computed in a way that is chosen, beside the
// exact one.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/views/core/frame.h"

namespace engine {
struct MeasuredHead;
}

namespace views {

void draw_efficient(const Frame& frame);

// What the page is about: a head of the model, or drawn numbers.
struct EfficientHead {
  Frame frame;          // over the trace that it is in
  std::string address;  // "encoder.0.self.head.2"
  bool drawn = false;
  int weights = -1;  // the map in force
  int exact = -1;    // -1: the map in force is the exact one
  int difference = -1;
};
std::optional<EfficientHead> efficient_head(const Frame& frame);
// Its queries, keys and values.
std::optional<engine::MeasuredHead> numbers_of(const EfficientHead& head);

// What is set about how attention is computed, as it is drawn: for drawn numbers nothing is causal.
engine::AttentionMethod efficient_method(const Frame& frame);

// The ways, one sentence on the chosen one, and its numbers as sliders; each from the cursor on.
void draw_efficient_ways(const Frame& frame);     // controls.cpp
void draw_efficient_numbers(const Frame& frame);  // controls.cpp
// A whole number on a logarithmic slider of the next item's width, written as `format` says; whether it was
// moved.
bool logarithmic_slider(const Frame& frame, const char* key, engine::Index& value, engine::Index smallest,
                        engine::Index largest, const char* format);  // controls.cpp
// Draws anew: the next seed.
void draw_anew(app::State& state);  // controls.cpp

// Exact, in force and their difference, with what was measured of them above.
void draw_efficient_maps(const EfficientHead& head, ImVec2 at, ImVec2 room);  // maps.cpp

// Error against a number of the way; time and memory against the length.
void draw_efficient_plots(const EfficientHead& head, ImVec2 at, ImVec2 room);  // plots.cpp

}  // namespace views
