// mask_changes.cpp: skips the layers before the first changed mask, and what that layer reuses.
#include "engine/model/mask_changes.h"

#include <algorithm>

#include "engine/core/address.h"

namespace engine {
namespace {

// The number of layers that run, by stack. Attention alone is one encoder layer.
Index layers_of_encoder(const Config& config) {
  if (!config.has_layers()) return 1;
  return config.has_encoder() ? config.encoder_layers : 0;
}
Index all_layers(const Config& config) {
  return layers_of_encoder(config) + (config.has_decoder() ? config.decoder_layers : 0);
}

// The index of the layer of "batch.0.decoder.1.cross.head.2" among all layers, the encoder's first. check()
// has verified that it names a stack and a layer.
Index layer_of(const Config& config, const std::string& attention) {
  const StageAddress place = parse_part(attention);
  if (place.stack == Stack::kNone) return 0;
  return place.layer + (place.stack == Stack::kDecoder ? layers_of_encoder(config) : 0);
}

// The number of layers before the first changed mask.
Index unchanged_layers(const Config& config, const Config& before) {
  Config painted = config;
  painted.painted = before.painted;
  Config same = before;
  static_cast<Masking&>(same) = painted;
  // Any change except paint affects the masks of every layer.
  if (same != before) return 0;
  Index first = all_layers(config);
  const auto compare = [&](const std::vector<PaintedMask>& masks, const std::vector<PaintedMask>& others) {
    for (const PaintedMask& mask : masks) {
      const PaintedMask* const other = find_painted(others, mask.attention);
      if (other == nullptr || *other != mask) first = std::min(first, layer_of(config, mask.attention));
    }
  };
  compare(config.painted, before.painted);
  compare(before.painted, config.painted);
  return std::max<Index>(first, 0);
}

// Queries, keys, values and scores of one layer's self-attention.
double above_mask(const Config& config, double tokens) {
  const auto heads = static_cast<double>(config.n_heads);
  const auto d_k = static_cast<double>(config.d_k);
  const double projections =
      static_cast<double>(config.d_model) * (2 * d_k + static_cast<double>(config.d_v));
  return heads * tokens * (projections + tokens * d_k);
}

// The number of tokens that a self-attention of this stack reads, over all examples.
double tokens_of(const Config& config, const Input& input, bool encodes) {
  double tokens = 0;
  for (const Example& example : input.examples) {
    const bool of_target = !encodes && config.has_target() && example.target;
    tokens += static_cast<double>((of_target ? *example.target : example.source).tokens.size());
  }
  return tokens;
}

}  // namespace

double estimate_below_masks(const Config& config, const Input& input, const Config& before) {
  const Index unchanged = unchanged_layers(config, before);
  const bool encodes = unchanged < layers_of_encoder(config);
  Config rest = config;
  if (config.has_layers()) {
    const Index of_encoder = std::min(unchanged, layers_of_encoder(config));
    rest.encoder_layers = layers_of_encoder(config) - of_encoder;
    rest.decoder_layers = std::max<Index>(config.decoder_layers - (unchanged - of_encoder), 0);
  }
  const double operations = estimate_operations(rest, input);
  // Exact only for a single example: those of a batch count as long as the longest.
  const double kept = input.examples.size() == 1 && unchanged < all_layers(config)
                          ? above_mask(config, tokens_of(config, input, encodes))
                          : 0;
  return std::max(operations - kept, 0.0);
}

}  // namespace engine
