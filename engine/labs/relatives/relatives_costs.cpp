// relatives_costs.cpp: Vaswani et al. 2017, table 1, with numbers put in.
#include "engine/labs/relatives/relatives_costs.h"

#include <cmath>

namespace engine {

std::string_view name_of(Relative kind) {
  static constexpr std::array<std::string_view, 3> kNames = {"attention", "recurrent", "convolution"};
  return kNames.at(static_cast<size_t>(kind));
}

double layer_operations(Relative kind, const LayerSize& size) {
  switch (kind) {
    case Relative::kAttention:
      return size.n * size.n * size.d;
    case Relative::kRecurrence:
      return size.n * size.d * size.d;
    case Relative::kConvolution:
      break;
  }
  return size.k * size.n * size.d * size.d;
}

double layer_bytes(Relative kind, const LayerSize& size) {
  const double result = size.n * size.d;
  switch (kind) {
    case Relative::kAttention:
      return 4 * (result + size.n * size.n);
    case Relative::kRecurrence:
      return 4 * (result + size.d * size.d);
    case Relative::kConvolution:
      break;
  }
  return 4 * (result + size.k * size.d * size.d);
}

double overtakes_in_operations(Relative other, const LayerSize& size) {
  return other == Relative::kConvolution ? size.k * size.d : size.d;
}

double overtakes_in_bytes(Relative other, const LayerSize& size) {
  return other == Relative::kConvolution ? std::sqrt(size.k) * size.d : size.d;
}

}  // namespace engine
