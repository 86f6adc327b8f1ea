// relatives_lab.cpp: the settings of the lab on attention's relatives, and how much work it is.
#include "engine/labs/relatives/relatives_lab.h"

#include <algorithm>
#include <cmath>

#include "engine/core/number_text.h"
#include "engine/model/checks.h"

namespace engine {

std::optional<Error> check(const RelativesLab& lab) {
  for (const auto& bad :
       {check_size("kernel", lab.kernel, kMaxKernel), check_size("dilation", lab.dilation, kMaxDilation),
        check_size("depth", lab.depth, kMaxRelativesDepth), check_size("stride", lab.stride, kMaxStride),
        check_size("head", lab.head + 1, kMaxHeads)}) {
    if (bad) return bad;
  }
  if (lab.gain >= 0 && lab.gain <= kMaxGain) return std::nullopt;
  return Error{"error.gain",
               {{"value", significant_digits(lab.gain)}, {"largest", significant_digits(kMaxGain)}}};
}

std::vector<ConvolutionStep> convolution_steps(const RelativesLab& lab) {
  std::vector<ConvolutionStep> steps;
  Index dilation = lab.grows ? 1 : lab.dilation;
  for (Index layer = 0; layer < lab.depth; ++layer) {
    steps.push_back({{lab.kernel, dilation, lab.stride, lab.causal}, Pooling::kNone});
    if (lab.pooling != Pooling::kNone) steps.push_back({{2, 1, 2, true}, lab.pooling});
    // Beyond the length of any text, all dilations are alike.
    if (lab.grows) dilation = std::min(dilation * lab.dilation, kMaxTokens);
  }
  return steps;
}

std::vector<Index> convolution_places(const RelativesLab& lab, Index tokens) {
  std::vector<Index> places;
  places.reserve(static_cast<size_t>(tokens));
  for (Index token = 0; token < tokens; ++token) places.push_back(token);
  for (const ConvolutionStep& step : convolution_steps(lab)) {
    const auto below = static_cast<Index>(places.size());
    std::vector<Index> above;
    above.reserve(places.size());
    for (Index output = 0; output < step.offsets.outputs(below); ++output)
      above.push_back(places[static_cast<size_t>(step.offsets.place(output, below))]);
    places = std::move(above);
  }
  return places;
}

double count_numbers(const RelativesLab& lab, double tokens, Index width) {
  const double n = std::min(tokens, static_cast<double>(kMaxRelativesTokens));
  const auto d = static_cast<double>(kRelativesWidth);
  const auto c = static_cast<double>(width);
  const auto layers = static_cast<double>(lab.depth);
  const double weights = (static_cast<double>(lab.kernel) * layers + 5) * d * (c + d);
  return weights + n * d * (3 * layers + 8) + n * n * (3 * layers + 10);
}

double count_operations(const RelativesLab& lab, double tokens, Index width) {
  const double n = std::min(tokens, static_cast<double>(kMaxRelativesTokens));
  const auto d = static_cast<double>(kRelativesWidth);
  const auto c = static_cast<double>(width);
  const auto k = static_cast<double>(lab.kernel);
  // Each output's Jacobian passes every row that it reaches, in every layer.
  const double reached = std::min(n, std::pow(k, static_cast<double>(lab.depth)));
  const double convolution =
      n * reached * k * d * d * (d * static_cast<double>(lab.depth) + std::min(c, k * d));
  const double recurrence = n * n * d * d * d;
  const double attention = n * n * d * c + n * c * d * 5;
  return convolution + recurrence + attention;
}

}  // namespace engine
