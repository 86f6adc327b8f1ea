// model_options.h: reads the options about layers into the settings of a model that has them.
#pragma once

#include <optional>

#include "app/cli/options.h"
#include "engine/core/result.h"
#include "engine/model/config.h"

namespace app {

// Sets which stacks there are, and how many layers each has. A target implies a Transformer; a single
// sequence is read by an encoder, by a decoder (--encoder-layers 0, or only --decoder-layers), or, if no
// layers are requested, by attention alone, according to `config`. Layers make the model a seeded one unless
// --model says otherwise. Errors: error.option_whole, error.no_layers, error.target_without_encoder,
// error.target_without_decoder, error.two_stacks_one_sequence.
std::optional<engine::Error> read_architecture(const ParsedOptions& given, engine::Config& config);

// Sets what a layer consists of: the feed-forward's width, following_d_ff if not given, switches, the nudge.
// `before`: from the session, or the defaults. Call it after the sizes are read. Errors: error.option_whole,
// error.needs_layers (option), error.needs_decoder (what), error.option_without, error.nudge_form (value).
std::optional<engine::Error> read_layers(const ParsedOptions& given, const engine::Config& before,
                                         engine::Config& config);

}  // namespace app
