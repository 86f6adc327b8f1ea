// film_input.h: whether a film goes through a training, and until which of its moments.
#pragma once

#include <optional>
#include <string>

#include "app/cli/options.h"
#include "app/document/document.h"
#include "engine/core/result.h"

namespace app {

// --through-training: opens the run's beginning instead of the moment that --session or --model names, which
// would be trained to before anything could be said about it.
void prepare_film(ParsedOptions& given);

// The name of the last moment of a film through a training, where --task or --through-training asks for one:
// then the document becomes that of the run's beginning. Errors: those of read_learning; error.no_training.
engine::Result<std::optional<std::string>> read_film(const ParsedOptions& given, Document& document);

}  // namespace app
