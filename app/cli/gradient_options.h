// gradient_options.h: --gradient-of, --label and --masked.
#pragma once

#include <optional>

#include "app/cli/options.h"
#include "app/document/document.h"

namespace app {

// Errors error.target_form, error.masked_form, error.option_whole, and error.option_without where what a loss
// is asked for stands beside no target.
std::optional<engine::Error> read_gradient_options(const ParsedOptions& given, Document& document);

}  // namespace app
