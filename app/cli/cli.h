// cli.h: the command line: runs a command, or returns what the window should open with.
#pragma once

#include <exception>
#include <optional>
#include <string>

#include "app/cli/commands.h"
#include "app/document/document.h"
#include "app/session/preferences.h"
#include "app/text/tr.h"

namespace app {

// How the window opens.
struct WindowStart {
  std::optional<Document> document;  // nullopt without INPUT: the window decides
  std::string session_file;          // the file given to --session; empty if it was a line, or not given
  std::string lesson_file;           // of --lesson; empty: none
  // Nullopt if the option was not given: then the last choice in the window applies.
  std::optional<Language> language;
  std::optional<Theme> theme;
  std::optional<int> text_size;
};

// The result of the command line: done, with the program's exit code, or a window to open.
struct CommandOutcome {
  int exit_code = 0;
  std::optional<WindowStart> window;
};

// Reads argv and runs its command. Prints the result on standard output; an error is one sentence of at most
// 600 characters on the error stream, with nothing on standard output, and exit code 1. A warning about a
// model that ran is also one such sentence, with exit code 0. Without a command nothing is printed.
CommandOutcome run_command_line(int argc, const char* const* argv, const Program& program);

// Prints an error's sentence on the error stream, and returns the program's exit code.
int report(const engine::Error& error, const Words& words);
// The same for unexpected exceptions, such as running out of memory.
int report(const std::exception& exception, const Words& words);

}  // namespace app
