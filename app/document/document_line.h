// document_line.h: a document as one line of JSON.
#pragma once

#include <string>
#include <string_view>

#include "app/document/document.h"

namespace app {

// One line of JSON, the same bytes for the same document: {"headlight":1,"text":"the
// cat","tokenizer":"words",...}.
std::string to_line(const Document& document);

// The same fields, one per line: the format of a session file.
std::string to_lines(const Document& document);

// Reads either. Missing fields keep their defaults. Errors: those of read_object, error.session_version
// (version), error.session_field (field), those of engine::check and of check_limits.
engine::Result<Document> from_line(std::string_view line);

// Names used in sessions and on the command line.
std::string_view name_of(text::TokenizerKind kind);   // words, characters, bytes
std::string_view name_of(engine::ModelKind kind);     // crafted, seeded, checkpoint
std::string_view name_of(engine::Architecture kind);  // attention, encoder, decoder, transformer

}  // namespace app
