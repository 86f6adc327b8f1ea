// model_options.h: from the options about layers to the settings of a model that has them.
#pragma once

#include <optional>

#include "app/cli/options.h"
#include "engine/core/result.h"
#include "engine/model/config.h"

namespace app {

// Sets which stacks there are, and how many layers each has. A target makes a Transformer; one sequence is
// read by an encoder, by a decoder (--encoder-layers 0, or only --decoder-layers), or where no layers are
// asked for by attention alone, as `config` says. Layers make the model a seeded one unless --model says
// otherwise. Errors: error.option_whole, error.no_layers, error.target_without_encoder,
// error.target_without_decoder, error.two_stacks_one_sequence.
std::optional<engine::Error> read_architecture(const ParsedOptions& given, engine::Config& config);

// Sets what a layer is made of: the feed-forward's width, following_d_ff where it is not given,
// switches, the nudge. `before`: of the session, or as usual. After the sizes were read. Errors:
// error.option_whole, error.needs_layers (option), error.needs_decoder (what), error.option_without,
// error.nudge_form (value).
std::optional<engine::Error> read_layers(const ParsedOptions& given, const engine::Config& before,
                                         engine::Config& config);

}  // namespace app
