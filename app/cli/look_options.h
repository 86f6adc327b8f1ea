// look_options.h: options for the window's appearance, which a picture of it also accepts.
#pragma once

#include <optional>
#include <span>

#include "app/cli/options.h"
#include "app/session/preferences.h"

namespace app {

// --theme, --text-size and --lesson, for the window.
std::span<const Option> window_options();

// Nullopt if the option was not given. Errors error.option_choice, error.option_whole.
engine::Result<std::optional<Theme>> read_theme(const ParsedOptions& given);
engine::Result<std::optional<int>> read_text_size(const ParsedOptions& given);

// --notation, for whatever has letters: the paper's unless given.
inline constexpr Option kNotationOption = {"--notation", "paper|notes|shapes", "help.notation"};
engine::Result<engine::Notation> read_notation(const ParsedOptions& given);

// --count-from, for whatever is numbered.
inline constexpr Option kCountFromOption = {"--count-from", "0|1", "help.count_from"};
engine::Result<int> read_count_from(const ParsedOptions& given, int otherwise);

}  // namespace app
