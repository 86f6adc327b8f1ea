// efficient.h: the fields of a document that say how the lab of attention at lower cost is set.
#pragma once

#include "app/document/json_reader.h"
#include "app/document/labs/efficient_page.h"

namespace app {

// What is not as usual: {"cheaper":{"drawn":true,"draws":32}}.
void write_efficient(const EfficientLab& lab, nlohmann::ordered_json& line);

void read_efficient(Reader& reader, EfficientLab& lab);

}  // namespace app
