// document_settings.h: the settings of a model and its run as fields of a session.
#pragma once

#include <nlohmann/json.hpp>

#include "app/document/json_reader.h"
#include "engine/model/settings.h"

namespace app {

// Writes the settings that every session contains, default or not.
void write_first_settings(const engine::Config& config, nlohmann::ordered_json& line);

// Writes a group's settings that differ from the defaults, except the first ones: a short session stays a
// short line.
void write_settings(engine::SettingGroup group, const engine::Config& config, nlohmann::ordered_json& line);

// Reads all of them.
void read_settings(Reader& reader, engine::Config& config);

}  // namespace app
