// depth_lab.cpp: the settings of the depth lab, and how much work it is.
#include "engine/labs/depth/depth_lab.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/core/number_text.h"
#include "engine/model/checks.h"

namespace engine {

std::optional<Error> check(const DepthLab& lab) {
  for (const auto& bad : {check_size("depth_layers", lab.layers, kMaxDepthLayers),
                          check_size("depth_heads", lab.heads, kMaxDepthHeads)}) {
    if (bad) return bad;
  }
  const auto beyond = [](const char* name, double value, double largest) {
    return Error{
        "error.depth_range",
        {{"name", name}, {"value", significant_digits(value)}, {"largest", significant_digits(largest)}}};
  };
  if (lab.window < 0 || lab.window > kMaxDepthTokens)
    return beyond("depth_window", static_cast<double>(lab.window), static_cast<double>(kMaxDepthTokens));
  for (const auto& [name, gain] :
       {std::pair("value_gain", lab.value_gain), std::pair("score_gain", lab.score_gain)}) {
    if (!(gain >= 0 && gain <= kMaxDepthGain)) return beyond(name, gain, kMaxDepthGain);
  }
  return std::nullopt;
}

double count_paths(Index layers, Index heads, Index length) {
  double paths = 1;
  for (Index k = 0; k < length; ++k)
    paths *= static_cast<double>(heads) * static_cast<double>(layers - k) / static_cast<double>(k + 1);
  return std::round(paths);
}

double count_numbers(const DepthLab& lab, double tokens) {
  const double n = std::min(tokens, static_cast<double>(kMaxDepthTokens));
  const auto d = static_cast<double>(kDepthWidth);
  const auto layers = static_cast<double>(lab.layers);
  const auto modes = static_cast<double>(kDepthModes.size());
  return modes * layers * (n * d * 24 + n * n * static_cast<double>(lab.heads) * 5) + layers * d * d * 12;
}

double count_operations(const DepthLab& lab, double tokens) {
  const double n = std::min(tokens, static_cast<double>(kMaxDepthTokens));
  const auto d = static_cast<double>(kDepthWidth);
  const auto modes = static_cast<double>(kDepthModes.size());
  return modes * static_cast<double>(lab.layers) * (n * d * d * 12 + 2 * n * n * d);
}

}  // namespace engine
