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

void draw_cheaper(const Frame& frame);

// What the page is about: a head of the model, or drawn numbers.
struct CheaperHead {
  Frame frame;          // over the trace that it is in
  std::string address;  // "encoder.0.self.head.2"
  bool drawn = false;
  int weights = -1;  // the map in force
  int exact = -1;    // -1: the map in force is the exact one
  int difference = -1;
};
std::optional<CheaperHead> cheaper_head(const Frame& frame);
// Its queries, keys and values.
std::optional<engine::MeasuredHead> numbers_of(const CheaperHead& head);

// What is set about how attention is computed, as it is drawn: for drawn numbers nothing is causal.
engine::AttentionMethod cheaper_method(const Frame& frame);

// The ways, one sentence on the chosen one, and its numbers as sliders; each from the cursor on.
void draw_cheaper_ways(const Frame& frame);     // cheaper_controls.cpp
void draw_cheaper_numbers(const Frame& frame);  // cheaper_controls.cpp
// A whole number on a logarithmic slider of the next item's width, written as `format` says; whether it was
// moved.
bool logarithmic_slider(const Frame& frame, const char* key, engine::Index& value, engine::Index smallest,
                        engine::Index largest, const char* format);  // cheaper_controls.cpp
// Draws anew: the next seed.
void draw_anew(app::State& state);  // cheaper_controls.cpp

// Exact, in force and their difference, with what was measured of them above.
void draw_cheaper_maps(const CheaperHead& head, ImVec2 at, ImVec2 room);  // cheaper_maps.cpp

// Error against a number of the way; time and memory against the length.
void draw_cheaper_plots(const CheaperHead& head, ImVec2 at, ImVec2 room);  // cheaper_plots.cpp

}  // namespace views
