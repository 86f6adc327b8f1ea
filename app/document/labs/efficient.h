// efficient.h: a document's fields for the efficient attention lab.
#pragma once

#include "app/document/json_reader.h"
#include "app/document/labs/efficient_page.h"

namespace app {

// Writes what differs from the defaults: {"cheaper":{"drawn":true,"draws":32}}.
void write_efficient(const EfficientLab& lab, nlohmann::ordered_json& line);

void read_efficient(Reader& reader, EfficientLab& lab);

}  // namespace app
