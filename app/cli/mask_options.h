// mask_options.h: reads the mask options: a pattern, a convention, and cells from a file.
#pragma once

#include <optional>

#include "app/cli/options.h"
#include "app/document/document.h"

namespace app {

// Sets the pattern with its parameters, and how the mask hides keys. Errors: error.option_choice,
// error.option_whole, error.option_number, error.option_without if the pattern has no such parameter.
std::optional<engine::Error> read_masks(const ParsedOptions& given, engine::Config& config);

// Paints the mask of --mask-file over that of --mask-attention (the first attention if not given) or of its
// --mask-head. Call it last, since the file must have the shape of that mask. Errors: error.option_without,
// error.option_whole, error.unknown_attention (attention, example), those of make_trace and of
// exporter::read_mask.
std::optional<engine::Error> read_mask_file(const ParsedOptions& given, Document& document);

}  // namespace app
