// example_run.h: what an empty comparison will look like, shown on the sentence of now: the weights of one
// head, the same with one thing changed, and what that changes. One cell is outlined, with its numbers: the
// pinned one, otherwise the one that changes most; of a mistake, the first that differs, row by row.
#pragma once

#include <string>
#include <string_view>

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
  // What is said of the outlined cell: {row} and {column}, its numbers {first}, {second} and {difference}.
  std::string_view cell_key;
};

// Fills the rest of the region from the cursor on; nothing if that is small, or no head's weights are near.
void draw_example_run(const Frame& frame, const ExampleRun& example);

}  // namespace views
