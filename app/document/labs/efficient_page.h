// efficient_page.h: the settings of the efficient attention lab, besides the method itself.
#pragma once

#include "engine/core/matrix.h"

namespace app {

struct EfficientLab {
  bool drawn = false;       // shows random values instead of a head of the model
  engine::Index draws = 8;  // averaged by the plot of errors

  bool operator==(const EfficientLab&) const = default;
};

inline constexpr engine::Index kMostDraws = 200;

}  // namespace app
