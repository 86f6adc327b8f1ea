// positions.h: the lab on positions in a session's line.
#pragma once

#include "app/document/document.h"
#include "app/document/json_reader.h"

namespace app {

// What is not as usual, as an object of a session's JSON; empty where nothing is.
nlohmann::ordered_json positions_lab_json(const Document& document);
// Reads it; fields of a wrong kind are marked in `reader`.
void read_positions_lab(Reader& reader, Document& document);

}  // namespace app
