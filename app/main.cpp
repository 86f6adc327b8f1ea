// main.cpp: the command line, or the window.
#include "app/shell/cli.h"

int main(int argc, char** argv) {
  return app::run_command_line(argc, argv).exit_code;
}
