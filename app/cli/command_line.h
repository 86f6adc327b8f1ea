// command_line.h: parses argv with CLI11, from the tables of options and commands.
#pragma once

#include <optional>
#include <string>

#include "app/cli/commands.h"

namespace app {

struct CommandLine {
  const Command* command = nullptr;  // null: the window
  ParsedOptions given;
  std::optional<std::string> answer;  // the text for --help or --version; then nothing else is done
};

// Options may come before or after the command; the last one of a repeated option counts, except for those
// that take a list. Errors: error.option_unknown (option), error.option_value_missing (option),
// error.option_switch (option), error.command_unknown (command, choices), error.argument_unexpected
// (argument).
engine::Result<CommandLine> read_command_line(int argc, const char* const* argv, const Program& program,
                                              const Words& words);

// The language that argv names, as far as known before parsing it: for error messages.
Language language_of_errors(int argc, const char* const* argv);

}  // namespace app
