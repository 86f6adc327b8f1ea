// box_models.h: the models in the box as they are offered: their figures, and an example of each.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/session/presets.h"
#include "engine/training/record.h"

namespace app {

struct BoxModel {
  std::string name;         // "who": as --model takes it
  engine::HeldOut figures;  // on sentences that it never saw
  size_t example = 0;       // index into examples(): its first one
};

// Those whose folders are there, in the order of the box.
std::span<const BoxModel> offered_models();
// The one of that name; null if it is not offered.
const BoxModel* offered_model(std::string_view name);

// Opens a preset with its trained model, or untrained where none is offered.
void open_preset(const Preset& preset, Requests& requests);

}  // namespace app
