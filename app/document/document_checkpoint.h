// document_checkpoint.h: a document's fields for trained models, in a session's JSON.
#pragma once

#include "app/document/document.h"
#include "app/document/json_reader.h"

namespace app {

// Writes what differs from the defaults, so that a short session stays a short line.
void write_checkpoint(const Document& document, nlohmann::ordered_json& line);

// Call after reading the model's kind and the generated tokens.
void read_checkpoint(Reader& reader, Document& document);

}  // namespace app
