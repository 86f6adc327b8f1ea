// document_checkpoint.h: the fields of a document that a trained model needs, in a session's JSON.
#pragma once

#include "app/document/document.h"
#include "app/document/json_reader.h"

namespace app {

// What is not as usual, so that a short session stays a short line.
void write_checkpoint(const Document& document, nlohmann::ordered_json& line);

// After the model's kind and the generated tokens were read.
void read_checkpoint(Reader& reader, Document& document);

}  // namespace app
