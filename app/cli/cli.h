// cli.h: the command line: runs a command, or says what the window is to open with.
#pragma once

#include <exception>
#include <optional>
#include <string>

#include "app/cli/commands.h"
#include "app/document/document.h"
#include "app/session/preferences.h"
#include "app/text/tr.h"

namespace app {

// How the window is to open.
struct WindowStart {
  std::optional<Document> document;  // nothing where no INPUT was given: the window opens what it likes
  std::string session_file;          // that --session named; empty where it gave a line, or was not given
  // Nothing where the option was not given: then what was chosen in the window last.
  std::optional<Language> language;
  std::optional<Theme> theme;
  std::optional<int> text_size;
};

// What the command line came to: done, with the program's exit code, or a window to open.
struct CommandOutcome {
  int exit_code = 0;
  std::optional<WindowStart> window;
};

// Reads argv and runs the command that it names. Prints what was asked for on the standard output; an error
// is one sentence of at most 600 characters on the error stream, with nothing on the standard output, and
// exit code 1. So is what has to be told of a model that ran all the same, whose exit code is 0. With no
// command nothing is printed.
CommandOutcome run_command_line(int argc, const char* const* argv, const Program& program);

// Prints an error's sentence on the error stream, and returns the exit code that it ends the program with.
int report(const engine::Error& error, const Words& words);
// The same for what nobody foresaw, such as no memory left.
int report(const std::exception& exception, const Words& words);

}  // namespace app
