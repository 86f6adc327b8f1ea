// document_settings.h: the settings of a model and its run as fields of a session.
#pragma once

#include <nlohmann/json.hpp>

#include "app/document/json_reader.h"
#include "engine/model/settings.h"

namespace app {

// Writes what every session says, usual or not.
void write_first_settings(const engine::Config& config, nlohmann::ordered_json& line);

// Writes what of a group is not as usual, and is none of the first: a short session stays a short line.
void write_settings(engine::SettingGroup group, const engine::Config& config, nlohmann::ordered_json& line);

// Reads all of them.
void read_settings(Reader& reader, engine::Config& config);

}  // namespace app
