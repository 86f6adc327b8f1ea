// presets.h: well-known models, each one choice away.
#pragma once

#include <span>
#include <string_view>

#include "app/session/requests.h"

namespace app {

// `key` names its words: key, and key.what for a short description.
struct Preset {
  std::string_view key;  // "preset.transformer"
  engine::Config (*shape)(engine::Config config);
};

std::span<const Preset> presets();

// The model of a preset, in the sizes that are set: what depends on them stays.
void set_preset(State& state, const Preset& preset);

// Whether the settings are those of the preset.
bool is_preset(const engine::Config& config, const Preset& preset);

}  // namespace app
