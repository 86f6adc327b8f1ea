// document_gradient.h: which gradients a document asks for, in its line.
#pragma once

#include "app/document/document.h"
#include "app/document/json_reader.h"

namespace app {

void write_gradient(const Document& document, nlohmann::ordered_json& line);
void read_gradient(Reader& reader, Document& document);

}  // namespace app
