// relatives_page.h: the open page of the lab on attention's relatives, and what it shows.
#pragma once

#include <string>

#include "engine/core/matrix.h"

namespace app {

// The largest length, width and kernel in the table of costs.
inline constexpr engine::Index kMostCosts = 1'000'000;

struct RelativesPage {
  std::string shown = "reach";  // reach, influence, kernels or costs
  engine::Index output = -1;    // the token whose inputs are drawn; -1: the last
  engine::Index step = -1;      // the number of layers, or recurrent steps, to draw; -1: all
  engine::Index length = 512;   // n, d and k of the table of costs
  engine::Index width = 512;
  engine::Index kernel = 3;

  bool operator==(const RelativesPage&) const = default;
};

}  // namespace app
