// example_run.h: what an empty comparison will look like, shown on the sentence of now: the weights of one
// head, the same with one thing changed, and what that changes.
#pragma once

#include <string>

#include "app/views/core/frame.h"

namespace views {

enum class ExampleChange {
  kTemperature,      // doubled in the second run
  kSoftmaxOfColumns  // a common mistake, in the first run: softmax down each column
};

struct ExampleRun {
  ExampleChange change;
  std::string sentence;                // what it shows, and what to look for
  std::string first, second, between;  // the captions
  std::string low, high;               // what the ends of the difference's colours mean
  bool outlines_first = false;         // outlines the first cell, row by row, that differs, with its numbers
};

// Fills the rest of the region from the cursor on; nothing if that is small, or no head's weights are near.
void draw_example_run(const Frame& frame, const ExampleRun& example);

}  // namespace views
