// command_line.h: reads argv with CLI11, by the tables of options and commands.
#pragma once

#include <optional>
#include <string>

#include "app/cli/commands.h"

namespace app {

struct CommandLine {
  const Command* command = nullptr;  // none: the window
  ParsedOptions given;
  std::optional<std::string> answer;  // what --help or --version print; then nothing else is to be done
};

// Options may stand before or after the command; the last of a repeated one counts, but for
// those that take a list. Errors:
// error.option_unknown (option), error.option_value_missing (option), error.option_switch (option),
// error.command_unknown (command, choices), error.argument_unexpected (argument).
engine::Result<CommandLine> read_command_line(int argc, const char* const* argv, const Program& program,
                                              const Words& words);

// The language that argv names, as far as can be said before it is read: for the words of its errors.
Language language_of_errors(int argc, const char* const* argv);

}  // namespace app
