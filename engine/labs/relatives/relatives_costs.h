// relatives_costs.h: what a layer of attention, recurrence and convolution costs, and the length beyond which
// attention costs more. Vaswani et al. 2017, table 1.
#pragma once

#include <array>
#include <string_view>

#include "engine/core/matrix.h"

namespace engine {

enum class Relative { kAttention, kRecurrence, kConvolution };
inline constexpr std::array<Relative, 3> kRelativeKinds = {Relative::kAttention, Relative::kRecurrence,
                                                           Relative::kConvolution};
// attention, recurrent, convolution: as in addresses.
std::string_view name_of(Relative kind);

// A layer over n vectors of d components; a convolution reads k rows.
struct LayerSize {
  double n = 16;
  double d = 64;
  double k = 3;

  bool operator==(const LayerSize&) const = default;
};

// Multiply-adds, without the projections to queries, keys and values: n² d for the scores, and again for the
// mixture; n d² for the state; k n d². As in the paper, without constant factors.
double layer_operations(Relative kind, const LayerSize& size);

// Bytes of 32-bit values that a layer holds: its result n d, plus the map n² for attention, the weights d²
// for a recurrence, k d² for a convolution.
double layer_bytes(Relative kind, const LayerSize& size);

// The length beyond which attention costs more than the other: d and k d in operations; d and √k d in bytes.
double overtakes_in_operations(Relative other, const LayerSize& size);
double overtakes_in_bytes(Relative other, const LayerSize& size);

}  // namespace engine
