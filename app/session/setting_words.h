// setting_words.h: settings of a model and its run in words, by their table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/text/tr.h"
#include "engine/model/settings.h"

namespace app {

// The text key of a way of computing attention; that and ".tip": of its sentence.
std::string_view words_of(engine::AttentionKind kind);

// What a setting is set to: "8", "0.5", "on", "rotary".
std::string value_words(const Words& tr, const engine::Setting& row, const engine::Config& config);

// "heads 4 → 8"; empty where it is the same.
std::string change_words(const Words& tr, const engine::Setting& row, const engine::Config& from,
                         const engine::Config& to);

// Every setting's value by its name, as a phrase's arguments: {d_model}, {base}.
Arguments setting_arguments(const Words& tr, const engine::Config& config);

// What the handout says of a group, a phrase a setting.
std::vector<std::string> handout_phrases(const Words& tr, engine::SettingGroup group,
                                         const engine::Config& config);

}  // namespace app
