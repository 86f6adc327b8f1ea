// input.h: reads the INPUT options into a document.
#pragma once

#include "app/cli/options.h"
#include "app/document/document.h"
#include "app/text/tr.h"

namespace app {

// The document that INPUT describes: the session's, if one is given, overridden by the other options. Errors:
// those of whole_number, number, not_a_choice, exclusive, without, read_text_file, read_session_file,
// read_model, read_trained, read_architecture, read_layers, read_masks, read_labs, read_mask_file, input_of,
// check_limits and engine::check, and error.heads_do_not_divide (d_model, heads), error.padding (value,
// count), error.invalid_utf8. A text without tokens is not an error: the window can show it. If it is not
// going to run (`runs`), it is only read.
engine::Result<Document> read_input(const ParsedOptions& given, bool runs = true);

// Whether a value of --session is the session itself instead of the name of a file with one.
bool is_session_line(std::string_view line_or_path);

// Whether anything that read_input reads was given.
bool has_input(const ParsedOptions& given);

// Whether the first self-attention of a model with these settings hides later tokens.
bool first_is_causal(const engine::Config& config);

// The language of --lang, English if not given. Error error.option_choice.
engine::Result<Language> read_language(const ParsedOptions& given);

}  // namespace app
