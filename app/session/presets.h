// presets.h: well-known models, each a single choice.
#pragma once

#include <span>
#include <string_view>

#include "app/session/requests.h"

namespace app {

// `key` is the key of its label; key.what of a short description.
struct Preset {
  std::string_view key;  // "preset.transformer"
  engine::Config (*shape)(engine::Config config);
};

std::span<const Preset> presets();

// A preset's model in the current sizes: keeps what depends on them.
void set_preset(State& state, const Preset& preset);

// Whether the settings are those of the preset.
bool is_preset(const engine::Config& config, const Preset& preset);

}  // namespace app
