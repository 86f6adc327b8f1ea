// main.cpp: the command line, or the window.
#include "app/shell/cli.h"

int main(int argc, char** argv) {
  const app::Outcome outcome = app::run_command_line(argc, argv);
  if (!outcome.window) return outcome.exit_code;
  const app::Language language = outcome.window->language.value_or(app::Language::kEnglish);
  return app::report({"error.no_window", {}}, app::words(language));
}
