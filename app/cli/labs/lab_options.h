// lab_options.h: reads the lab options into their settings.
#pragma once

#include <optional>

#include "app/cli/options.h"
#include "engine/core/result.h"
#include "engine/model/config.h"

namespace app {

// Switches on the labs that --lab names, and reads their numbers. Errors: error.option_choice,
// error.option_without if the lab of an option is not on, error.option_whole, error.option_number,
// error.at_form.
std::optional<engine::Error> read_labs(const ParsedOptions& given, engine::Config& config);

// "1,2": two whole numbers below `count`. Error error.at_form (value, last).
engine::Result<std::pair<engine::Index, engine::Index>> read_pair(const std::string& typed,
                                                                  engine::Index count);

}  // namespace app
