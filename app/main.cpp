// main.cpp: the command line, or the window; the only place that knows both.
#include <imgui.h>

#include <array>

#include "app/cli/cli.h"
#include "app/cli/film_input.h"
#include "app/cli/learning_input.h"
#include "app/shell/animate.h"
#include "app/shell/lesson.h"
#include "app/shell/shot.h"
#include "app/shell/window.h"
#include "engine/core/memory.h"

namespace {

constexpr std::string_view kInterfaceVersion = "Dear ImGui " IMGUI_VERSION;

// The table of commands.
std::array<app::Command, 20> commands() {
  return {{
      {"stages", "help.stages", {}, app::run_stages},
      {"trace", "help.trace", app::trace_options(), app::run_trace, true, 1, nullptr, app::check_trace},
      {"explain", "help.explain", app::explain_options(), app::run_explain, true, 1, nullptr,
       app::check_explain},
      {"tokenize", "help.tokenize", app::tokenize_options(), app::run_tokenize, false},
      {"inspect", "help.inspect", app::inspect_options(), app::run_inspect, false},
      {"compare", "help.compare", app::compare_options(), app::run_compare, true, 2, nullptr,
       app::check_compare},
      {"generate", "help.generate", app::generate_options(), app::run_generate},
      {"guess", "help.guess", app::guess_options(), app::run_guess},
      {"positions", "help.positions_command", app::positions_options(), app::run_positions, false, 1,
       app::prepare_positions},
      {"order", "help.order_command", app::order_options(), app::run_order},
      {"measure", "help.measure", app::measure_options(), app::run_measure},
      {"relatives", "help.relatives_command", app::relatives_options(), app::run_relatives, true, 1,
       app::prepare_relatives},
      {"depth", "help.depth_command", app::depth_options(), app::run_depth, false, 1, app::prepare_depth},
      {"tasks", "help.tasks_command", app::tasks_options(), app::run_tasks, false},
      {"train", "help.train_command", app::train_options(), app::run_train, false, 1, app::prepare_train},
      {"gallery", "help.gallery", app::gallery_options(), app::run_gallery, false, 1, app::prepare_gallery},
      {"lesson", "help.lesson", app::lesson_options(), app::run_lesson, false},
      {"animate", "help.animate", app::animate_options(), app::run_animate, true, 1, app::prepare_film,
       app::check_animate},
      {"shot", "help.shot", app::shot_options(), app::run_shot, true, 1, app::prepare_learning,
       app::check_shot},
      {"export", "help.export", app::export_options(), app::run_export, true, 1, nullptr, app::check_export},
  }};
}

int open_window(const app::WindowStart& start) {
  const app::Words& words = app::words(start.language.value_or(app::Language::kEnglish));
  try {
    const auto error = app::run_window(start);
    return error ? app::report(*error, words) : 0;
  } catch (const std::exception& exception) {
    return app::report(exception, words);
  }
}

}  // namespace

int main(int argc, char** argv) {
  engine::keep_freed_memory();
  const auto all = commands();
  const app::CommandOutcome outcome = app::run_command_line(argc, argv, {all, kInterfaceVersion});
  return outcome.window ? open_window(*outcome.window) : outcome.exit_code;
}
