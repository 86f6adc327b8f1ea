// document_exploring.h: the part of a session's line for exploration: masks, typed values, token order and
// bookmarks.
#pragma once

#include "app/document/document.h"
#include "app/document/json_reader.h"

namespace app {

// Writes the fields that differ from the defaults.
void write_exploring(const Document& document, nlohmann::ordered_json& line);

// Reads them; marks fields of the wrong type in `reader`.
void read_exploring(Reader& reader, Document& document);

}  // namespace app
