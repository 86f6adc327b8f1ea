// presets.h: well-known models, each a single choice.
#pragma once

#include <span>
#include <string_view>

#include "app/session/requests.h"

namespace app {

// `key` is the key of its label; key.what of a short description.
struct Preset {
  std::string_view key;  // "preset.transformer"
  engine::Architecture architecture;
  engine::Config (*shape)(engine::Config config);
  std::string_view trained = {};  // the model of the box that it opens with; empty: none
};

std::span<const Preset> presets();
const Preset& preset_of(engine::Architecture architecture);

// A preset's untrained model in the current sizes: keeps what depends on them.
void set_preset(State& state, const Preset& preset);

// Whether the settings are those of the preset, trained or not.
bool is_preset(const engine::Config& config, const Preset& preset);

}  // namespace app
