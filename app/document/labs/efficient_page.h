// efficient_page.h: what is set in the lab of attention at lower cost, beside the way of computing it itself.
#pragma once

#include "engine/core/matrix.h"

namespace app {

struct EfficientLab {
  bool drawn = false;       // drawn numbers are looked at, rather than a head of the model
  engine::Index draws = 8;  // that the plot of errors takes the mean of

  bool operator==(const EfficientLab&) const = default;
};

inline constexpr engine::Index kMostDraws = 200;

}  // namespace app
