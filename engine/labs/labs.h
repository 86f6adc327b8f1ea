// labs.h: what stands beside the model to try something out: each lab adds stages of its own to the trace,
// "lab.NAME. ...", behind those of the model, where it is on.
#pragma once

#include "engine/labs/positions/positions_lab.h"
#include "engine/labs/relatives/relatives_lab.h"

namespace engine {

struct Config;

// The settings of every lab, and which of them are on.
struct Labs {
  PositionsLab positions;
  RelativesLab relatives;

  bool operator==(const Labs&) const = default;
};

// The labs beside a model, as they are usual where none were set.
const Labs& labs_of(const Config& config);
// The same to be changed.
Labs& labs_of(Config& config);

}  // namespace engine
