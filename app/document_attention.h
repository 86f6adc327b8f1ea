// document_attention.h: the fields of a document that say how attention is computed, in a session's JSON.
#pragma once

#include "app/document.h"
#include "app/json_reader.h"

namespace app {

// What is not as usual, so that a short session stays a short line.
void write_attention(const engine::AttentionMethod& method, nlohmann::ordered_json& line);

void read_attention(Reader& reader, engine::AttentionMethod& method);

// As in sessions and on the command line: positive, trigonometric.
std::string_view name_of(engine::FeatureMap map);

}  // namespace app
