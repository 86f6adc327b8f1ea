// checkpoint_options.h: reads the options for a trained model into the document that opens it and its input.
#pragma once

#include <optional>

#include "app/cli/options.h"
#include "app/document/document.h"

namespace app {

// Sets the model that --model names: crafted, seeded, or a trained one by its path. Errors: those of
// checkpoints::use, error.model_none (path).
std::optional<engine::Error> read_model(const ParsedOptions& given, Document& document);

// Whether the document's model is a trained one.
bool is_trained(const Document& document);

// Sets a trained model's input besides a text: --pair, --ids, --target-ids, --segments, --image, --input-npy,
// --mask-npy, --key-padding-npy. Errors: those of checkpoints::open, error.needs_checkpoint (option),
// error.checkpoint_option (option), error.model_reads_text, error.model_reads_image, error.model_reads_arrays
// (option, path; roles), error.checkpoint_target (path), error.options_together, error.ids_form (option,
// value), error.npy_form (value, roles).
std::optional<engine::Error> read_trained(const ParsedOptions& given, Document& document);

}  // namespace app
