// lab_pages.h: which pages of the labs are open, and what they show: how a lab looks, not what it computes.
#pragma once

#include <string>

#include "engine/core/matrix.h"

namespace app {

// The lab on positions.
struct PositionsPage {
  std::string shown = "table";  // table, worked, products, circles, base, kinds or order
  bool is_worked = false;       // the worked example shows its steps
  engine::Index pair = 0;       // of dimensions, whose waves are drawn
  engine::Index position = 0;   // where the circles stand
  engine::Index offset = 1;     // the step that they take
  std::string moved;            // the text in the order that it is compared with; empty: it is shuffled

  bool operator==(const PositionsPage&) const = default;
};

// The lab on attention's relatives.
struct RelativesPage {
  std::string shown = "reach";  // reach, influence, kernels or costs
  engine::Index output = -1;    // the token whose inputs are drawn; -1: the last
  engine::Index step = -1;      // how many layers, or steps of the recurrence, are drawn; -1: all
  engine::Index length = 512;   // n, d and k of the table of costs
  engine::Index width = 512;
  engine::Index kernel = 3;

  bool operator==(const RelativesPage&) const = default;
};

struct LabPages {
  PositionsPage positions;
  RelativesPage relatives;

  bool operator==(const LabPages&) const = default;
};

}  // namespace app
