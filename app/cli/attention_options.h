// attention_options.h: from the options about the way of computing attention to its settings.
#pragma once

#include <optional>

#include "app/cli/options.h"
#include "engine/core/result.h"
#include "engine/model/config.h"

namespace app {

// Sets the way of computing attention and its numbers. Errors: error.option_choice, error.option_whole,
// error.option_without where that way has no such number.
std::optional<engine::Error> read_attention(const Given& given, engine::Config& config);

}  // namespace app
