// presets.cpp: the table of presets, one row each.
#include "app/session/presets.h"

#include <algorithm>
#include <array>

#include "app/session/changes.h"

namespace app {
namespace {

using engine::Architecture;
using engine::Config;

constexpr engine::Index kPaperLayers = 2;  // of each stack: two show what a stack is, and fit on a screen

Config attention_alone(Config config) {
  config.architecture = Architecture::kAttention;
  drop_table_of_positions(config);
  return config;
}

// Vaswani et al. 2017.
Config transformer(Config config) {
  config.architecture = Architecture::kTransformer;
  config.causal = false;
  config.encoder_layers = config.decoder_layers = kPaperLayers;
  config.norm = engine::NormOrder::kPost;
  config.activation = engine::Activation::kRelu;
  config.positions = engine::PositionKind::kSinusoidal;
  config.final_norm = false;
  config.tied_output = true;
  return config;
}

// BERT (1810.04805): the encoder's layers, with the exact GELU and learned positions.
Config encoder_only(Config config) {
  config.architecture = Architecture::kEncoder;
  config.causal = false;
  config.norm = engine::NormOrder::kPost;
  config.activation = engine::Activation::kGelu;
  config.positions = engine::PositionKind::kLearned;
  config.final_norm = false;
  return config;
}

// GPT-2 (Radford et al. 2019): the decoder's layers without cross-attention, norms before each sub-layer and
// at the end.
Config decoder_only(Config config) {
  config.architecture = Architecture::kDecoder;
  config.norm = engine::NormOrder::kPre;
  config.activation = engine::Activation::kGeluTanh;
  config.positions = engine::PositionKind::kLearned;
  config.final_norm = true;
  config.tied_output = true;
  return config;
}

constexpr std::array<Preset, 4> kPresets = {
    {{"preset.attention", Architecture::kAttention, attention_alone},
     {"preset.transformer", Architecture::kTransformer, transformer, "phrase"},
     {"preset.encoder", Architecture::kEncoder, encoder_only, "who"},
     {"preset.decoder", Architecture::kDecoder, decoder_only, "grammar"}}};

}  // namespace

std::span<const Preset> presets() {
  return kPresets;
}

const Preset& preset_of(Architecture architecture) {
  return *std::ranges::find(kPresets, architecture, &Preset::architecture);
}

void set_preset(State& state, const Preset& preset) {
  Config& config = state.document.config;
  const bool had_layers = config.has_layers();
  set_architecture(state, preset.architecture);
  config = preset.shape(config);
  // When returning from layers, attention alone uses its crafted heads again, if the sizes match.
  const Config crafted;
  const bool fits = config.d_model == crafted.d_model && config.n_heads == crafted.n_heads &&
                    config.d_k == crafted.d_k && config.d_v == crafted.d_v;
  if (had_layers && !config.has_layers() && fits) config.model = engine::ModelKind::kCrafted;
}

bool is_preset(const engine::Config& config, const Preset& preset) {
  if (config.model == engine::ModelKind::kCheckpoint) return config.checkpoint == preset.trained;
  return preset.shape(config) == config;
}

}  // namespace app
