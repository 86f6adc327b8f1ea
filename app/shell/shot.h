// shot.h: the command that draws the interface.
#pragma once

#include "app/cli/commands.h"
#include "app/session/requests.h"
#include "app/shell/offscreen.h"

namespace app {

// A picture of the interface. Errors besides those of its options: as take_shot.
std::span<const Option> shot_options();
std::optional<engine::Error> check_shot(const ParsedOptions& given);
Printed run_shot(const Request& request);

// The values of the options that every picture of the interface takes. Errors: error.size_form; for the
// state, those of its options, of make_trace, find_stage and find_cell.
engine::Result<ShotSize> read_size(const ParsedOptions& given, ShotSize otherwise = {});
// The file of a picture that `option` names. Errors: error.option_missing, error.unknown_format (path,
// formats).
engine::Result<std::string> read_png_path(const ParsedOptions& given, std::string_view option);
// The appearance alone needs no document; --cell and --token are checked as far as they can be without one.
engine::Result<Preferences> read_appearance(const ParsedOptions& given);
std::optional<engine::Error> check_looks(const ParsedOptions& given);
engine::Result<State> read_looks(const Request& request);

}  // namespace app
