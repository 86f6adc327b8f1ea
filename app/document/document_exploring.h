// document_exploring.h: the part of a session's line that exploring makes: masks, typed numbers, the order of
// the tokens and bookmarks.
#pragma once

#include "app/document/document.h"
#include "app/document/json_reader.h"

namespace app {

// Writes the fields that are not as usual.
void write_exploring(const Document& document, nlohmann::ordered_json& line);

// Reads them; fields of a wrong kind are marked in `reader`.
void read_exploring(Reader& reader, Document& document);

}  // namespace app
