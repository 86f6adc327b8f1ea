// input.h: from the INPUT options that were typed to a document.
#pragma once

#include "app/cli/options.h"
#include "app/document/document.h"
#include "app/text/tr.h"

namespace app {

// The document that INPUT describes: the session's, if one is given, with the other options over it. Errors:
// those of whole_number, number, not_a_choice, exclusive, without, read_text_file, read_session_file,
// read_model, read_trained, read_architecture, read_layers, read_masks, read_labs, read_mask_file, input_of,
// check_limits and engine::check, and error.heads_do_not_divide (d_model, heads), error.padding (value,
// count), error.invalid_utf8. A text without tokens is no error: the window can show it. Where nothing of it
// `runs`, it is only read.
engine::Result<Document> read_input(const ParsedOptions& given, bool runs = true);

// Whether a value of --session is the session itself rather than the name of a file that holds one.
bool is_session_line(std::string_view line_or_path);

// Whether anything that read_input reads was given.
bool has_input(const ParsedOptions& given);

// Whether the first self-attention of a model with these settings hides later tokens.
bool first_is_causal(const engine::Config& config);

// The language of --lang, English where it is not given. Error error.option_choice.
engine::Result<Language> read_language(const ParsedOptions& given);

}  // namespace app
