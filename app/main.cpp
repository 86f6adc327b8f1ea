// main.cpp: the command line, or the window.
#include "app/shell/cli.h"
#include "app/shell/window.h"
#include "engine/memory.h"

int main(int argc, char** argv) {
  engine::keep_freed_memory();
  const app::Outcome outcome = app::run_command_line(argc, argv);
  if (!outcome.window) return outcome.exit_code;
  const auto error = app::run_window(*outcome.window);
  if (!error) return 0;
  return app::report(*error, app::words(outcome.window->language.value_or(app::Language::kEnglish)));
}
