// setting_options.h: options from the table of settings.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/options.h"
#include "engine/model/settings.h"

namespace app {

// An option's row with the key of its help: "--no-scale" has "help.no_scale", or a command's own,
// "help.train_no_scale".
Option option_row(std::string_view option, const std::string& value, std::string_view command = {});

// The choices that the command line has, as a value in the help: "post|pre|b2t".
std::string listed(std::span<const engine::SettingChoice> choices);

// The kind of the choice that was typed; nullopt if the option was not given. Error error.option_choice.
engine::Result<std::optional<int>> read_kind(const ParsedOptions& given, std::string_view option,
                                             std::span<const engine::SettingChoice> choices);

// The options of a group, in the table's order.
std::vector<Option> options_of(engine::SettingGroup group);

// Whether every given setting has an effect on `config`. Errors: error.needs_layers (option),
// error.needs_decoder (what), error.option_without (option, other).
std::optional<engine::Error> check_applies(const ParsedOptions& given, engine::SettingGroup group,
                                           const engine::Config& config);

// Sets the given settings of a group. Errors: error.option_whole, error.option_number, error.option_choice,
// error.options_together.
std::optional<engine::Error> read_settings(const ParsedOptions& given, engine::SettingGroup group,
                                           engine::Config& config);

// Sets one setting if given; the same errors.
std::optional<engine::Error> read_setting(const ParsedOptions& given, const engine::Setting& row,
                                          engine::Config& config);

}  // namespace app
