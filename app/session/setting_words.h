// setting_words.h: settings of a model and its run in words, from their table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/text/tr.h"
#include "engine/model/settings.h"

namespace app {

// The text key of an attention method's label; with ".tip": of its description.
std::string_view words_of(engine::AttentionKind kind);

// A setting's value: "8", "0.5", "on", "rotary".
std::string value_words(const Words& tr, const engine::Setting& row, const engine::Config& config);

// "heads 4 → 8"; empty if unchanged.
std::string change_words(const Words& tr, const engine::Setting& row, const engine::Config& from,
                         const engine::Config& to);

// Every setting's value by its name, as arguments of a phrase: {d_model}, {base}.
Arguments setting_arguments(const Words& tr, const engine::Config& config);

// The handout's text on a group, one phrase per setting.
std::vector<std::string> handout_phrases(const Words& tr, engine::SettingGroup group,
                                         const engine::Config& config);

}  // namespace app
