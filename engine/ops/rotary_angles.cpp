// rotary_angles.cpp: one frequency for each pair of components. Su et al. 2021, eq. 15; stretched as by
// Hugging Face's "linear", "llama3" and "yarn".
#include "engine/ops/rotary_angles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace engine {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

// `share` of the frequency itself, the rest divided by the factor.
double mixed(double frequency, double factor, double share) {
  return frequency * share + frequency / factor * (1 - share);
}

// 1 for short waves, 0 for long ones.
double share_by_wavelength(const RotaryScaling& scaling, double frequency) {
  const double turns = scaling.original * frequency / kTurn;
  return std::clamp((turns - scaling.slow) / (scaling.fast - scaling.slow), 0.0, 1.0);
}

// The pair, in fractions, that turns this often over the original length.
double pair_turning(const RotaryAngles& angles, double turns, Index width) {
  return static_cast<double>(width) * std::log(angles.scaling.original / (turns * kTurn)) /
         (2 * std::log(angles.base));
}

// 1 up to the pair that turns `fast` times, 0 from the one that turns `slow` times.
double share_by_turns(const RotaryAngles& angles, Index pair, Index width) {
  const RotaryScaling& scaling = angles.scaling;
  // All pairs turn alike: none has longer waves than another.
  if (angles.base <= 1) return 1;
  double first = pair_turning(angles, scaling.fast, width);
  double last = pair_turning(angles, scaling.slow, width);
  if (scaling.rounds) {
    first = std::floor(first);
    last = std::ceil(last);
  }
  first = std::max(first, 0.0);
  last = std::min(last, static_cast<double>(width) - 1);
  // So that a step has a slope.
  constexpr double kLeast = 0.001;
  if (first == last) last += kLeast;
  return 1 - std::clamp((static_cast<double>(pair) - first) / (last - first), 0.0, 1.0);
}

double stretched(const RotaryAngles& angles, double frequency, Index pair, Index width) {
  const RotaryScaling& scaling = angles.scaling;
  switch (scaling.kind) {
    case RotaryStretch::kLinear:
      return frequency / scaling.factor;
    case RotaryStretch::kByWavelength:
      return mixed(frequency, scaling.factor, share_by_wavelength(scaling, frequency));
    case RotaryStretch::kByTurns:
      return mixed(frequency, scaling.factor, share_by_turns(angles, pair, width));
    case RotaryStretch::kNone:
      break;
  }
  return frequency;
}

}  // namespace

std::vector<double> RotaryAngles::frequencies(Index columns) const {
  const Index turned = width(columns);
  std::vector<double> all;
  all.reserve(static_cast<size_t>(turned / 2));
  for (Index pair = 0; pair < turned / 2; ++pair) {
    const double frequency = std::pow(base, -2.0 * static_cast<double>(pair) / static_cast<double>(turned));
    all.push_back(stretched(*this, frequency, pair, turned));
  }
  return all;
}

}  // namespace engine
