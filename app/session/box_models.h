// box_models.h: the models in the box as they are offered: what they know, their figures, and an example of
// each.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/session/presets.h"
#include "engine/training/record.h"

namespace app {

struct BoxModel {
  std::string name;                        // "who": as --model takes it
  std::optional<engine::HeldOut> figures;  // on sentences that it never saw, if its folder has them
  size_t example = 0;                      // index into examples(): its first one
  std::string_view knows;   // the text key of what it knows (count): "knows.words"; empty: it reads no text
  engine::Index known = 0;  // words or characters of its vocabulary, without special tokens
  bool by_characters = false;  // whether it reads characters, not words
  bool goes_on = false;        // a language model: its figures count next tokens
};

// Those whose folders are there, in the order of the box.
std::span<const BoxModel> offered_models();
// The one of that name; null if it is not offered.
const BoxModel* offered_model(std::string_view name);

// Opens a preset with its trained model, or untrained where none is offered.
void open_preset(const Preset& preset, Requests& requests);

}  // namespace app
