// rotary_angles.h: the angles by which rotary positions turn a query or key, and how they are stretched for
// texts longer than those a model was first trained on.
#pragma once

#include <vector>

#include "engine/core/matrix.h"

namespace engine {

// How frequencies are changed. kLinear divides all of them by `factor` (Chen et al. 2023, 2306.15595).
// kByWavelength divides those with waves longer than original / slow, keeps those with waves shorter than
// original / fast, and mixes the rest (Llama 3.1). kByTurns does so by the pair's number, between those that
// turn `fast` and `slow` times over the original length, and multiplies what is turned by `strength` (Peng et
// al. 2023, YaRN, 2309.00071, sec. 3).
enum class RotaryStretch { kNone, kLinear, kByWavelength, kByTurns };

struct RotaryScaling {
  RotaryStretch kind = RotaryStretch::kNone;
  double factor = 1;
  double slow = 1;
  double fast = 4;
  double original = 8192;  // tokens of the texts before
  bool rounds = true;      // by turns: the first and last mixed pair are whole numbers
  double strength = 1;     // cosine and sine are multiplied by this
  Index width = 0;         // only this many of the first components are turned; 0: all

  bool operator==(const RotaryScaling&) const = default;
};

struct RotaryAngles {
  double base = 10000;
  RotaryScaling scaling = {};

  // The components that are turned, of `columns`.
  Index width(Index columns) const { return scaling.width > 0 ? scaling.width : columns; }
  // What each pair turns per position, of vectors with this many columns: width / 2 values. Su et al. 2021,
  // eq. 15: base^(-2c/width), then stretched.
  std::vector<double> frequencies(Index columns) const;

  bool operator==(const RotaryAngles&) const = default;
};

}  // namespace engine
