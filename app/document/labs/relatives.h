// relatives.h: the lab on attention's relatives in a session's line.
#pragma once

#include <optional>
#include <string_view>

#include "app/document/document.h"
#include "app/document/json_reader.h"

namespace engine {
enum class Pooling;
}

namespace app {

// What differs from the defaults, as an object of a session's JSON; empty if nothing does.
nlohmann::ordered_json relatives_lab_json(const Document& document);
// Reads it; marks fields of the wrong type in `reader`.
void read_relatives_lab(Reader& reader, Document& document);

// none, max, mean: as in sessions and on the command line.
std::string_view name_of(engine::Pooling kind);
std::optional<engine::Pooling> pooling_named(std::string_view name);

}  // namespace app
