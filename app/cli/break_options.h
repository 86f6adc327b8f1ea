// break_options.h: options that break a run on purpose: heads off or uniform, edited values, moved tokens.
#pragma once

#include <optional>

#include "app/cli/options.h"
#include "app/document/document.h"

namespace app {

// Reads --head-off, --head-even, --set and --order into a document whose model is already set. Errors:
// error.unknown_head (address, example), error.set_form (value), error.order (value, count, last),
// error.options_together.
std::optional<engine::Error> read_breaks(const ParsedOptions& given, Document& document);

// Checks that the run has every cell that --set names: error.set_stage (address, nearest), error.set_cell
// (address, last_row, last_column).
std::optional<engine::Error> check_typed(const ParsedOptions& given, const Document& document);

}  // namespace app
