// learning_input.h: a model at one step of its training, as what a picture or a film shows.
#pragma once

#include <optional>

#include "app/cli/options.h"
#include "app/document/document.h"
#include "engine/core/result.h"

namespace app {

// --task takes the place of --model: then --seed is the training's.
void prepare_learning(ParsedOptions& given);

// Sets the document to the run of --task, if one was given, after --steps steps: all of them if not said.
// Errors: those of not_a_choice and whole_number, and error.options_together.
std::optional<engine::Error> read_learning(const ParsedOptions& given, Document& document);

}  // namespace app
