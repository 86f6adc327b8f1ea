// efficient_lab.h: the efficient attention lab: one head, computed with a chosen method, next to exact
// attention.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/views/core/frame.h"

namespace engine {
struct MeasuredHead;
}

namespace views {

void draw_efficient(const Frame& frame);

// The page's subject: a head of the model, or random values.
struct EfficientHead {
  Frame frame;          // over its trace
  std::string address;  // "encoder.0.self.head.2"
  bool drawn = false;
  int weights = -1;  // the effective map
  int exact = -1;    // -1: the effective map is the exact one
  int difference = -1;
};
std::optional<EfficientHead> efficient_head(const Frame& frame);
// Its queries, keys and values.
std::optional<engine::MeasuredHead> numbers_of(const EfficientHead& head);

// The attention method settings as drawn: with random values nothing is causal.
engine::AttentionMethod efficient_method(const Frame& frame);

// Methods that save in the same way.
struct WayFamily {
  const char* key = "";  // of its name; with ".why" what it saves
  std::vector<engine::AttentionKind> kinds;
};
// Every method is in one of them.
std::span<const WayFamily> way_families();  // ways.cpp

// The methods, one sentence on the chosen one, and its parameters as sliders; each from the cursor on.
void draw_efficient_ways(const Frame& frame);     // controls.cpp
void draw_efficient_numbers(const Frame& frame);  // controls.cpp
// Redraws: the next seed.
void draw_anew(app::State& state);  // controls.cpp

// Why a method cannot be chosen here; none if it can. Chooses it.
std::optional<engine::Error> way_refused(const Frame& frame, engine::AttentionKind kind);  // ways.cpp
void choose_way(const Frame& frame, engine::AttentionKind kind);                           // ways.cpp
// What the chosen cheaper method does, and what it costs beside exact attention.
std::string way_sentence(const EfficientHead& head);  // ways.cpp
// What a line for every method takes.
float ways_table_width(const Frame& frame);  // ways.cpp
// Of a page this wide, what the exact map takes beside that table, with its labels and its bar.
float exact_map_width(const Frame& frame, float width);  // maps.cpp
// Whether this much room lists every method, so that no buttons need name them, too.
bool ways_are_listed(const EfficientHead& head, ImVec2 room);  // ways.cpp
// Every method in a line of its own; false, and nothing drawn, if there is too little room.
bool draw_ways_table(const EfficientHead& head, ImVec2 at, ImVec2 room);  // ways.cpp

// Exact map, effective map and their difference, with their measures above.
void draw_efficient_maps(const EfficientHead& head, ImVec2 at, ImVec2 room);  // maps.cpp

// Error over a parameter of the method; time and memory over the length.
void draw_efficient_plots(const EfficientHead& head, ImVec2 at, ImVec2 room);  // plots.cpp

}  // namespace views
