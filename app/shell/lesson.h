// lesson.h: the command that checks, lists, prints and draws lessons.
#pragma once

#include "app/cli/commands.h"

namespace app {

// --check FILE: nothing, or a line "FILE:LINE: sentence" for each fault, and exit code 1. --list: number, id
// and title, one lesson a line, or as JSON. NAME, a lesson's number or id: its steps, or one of them, with
// the numbers of its run; with --shot its picture. Errors: error.lesson_unknown (name, nearest),
// error.option_missing, error.option_whole, those of read_file, and of a shot.
std::span<const Option> lesson_options();
Printed run_lesson(const Request& request);

}  // namespace app
