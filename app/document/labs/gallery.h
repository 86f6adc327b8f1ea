// gallery.h: the gallery in a session's line.
#pragma once

#include "app/document/document.h"
#include "app/document/json_reader.h"

namespace app {

// What differs from the defaults, as an object of a session's JSON; empty if nothing does.
nlohmann::ordered_json gallery_lab_json(const Document& document);
// Reads it; marks fields of the wrong type in `reader`.
void read_gallery_lab(Reader& reader, Document& document);

}  // namespace app
