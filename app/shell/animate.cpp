// animate.cpp: `headlight animate`: plays a stage into a file, without a window or a display.
#include "app/shell/animate.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include "app/cli/stop_signals.h"
#include "app/export/film.h"
#include "app/shell/film_camera.h"
#include "app/shell/shot.h"

namespace app {
namespace {

constexpr std::array kAnimateOptions = {
    Option{"--stage", "ADDRESS", "help.stage"},
    Option{"--out", "FILE|DIR", "help.animate_out"},
    Option{"--size", "WIDTHxHEIGHT", "help.animate_size"},
    Option{"--panel", "window|stage", "help.film_panel"},
    Option{"--speed", "NUMBER", "help.speed"},
    Option{"--fps", "N", "help.fps"},
    Option{"--task", "NAME", "help.learning_task"},
    Option{"--steps", "N", "help.learning_steps"},
    Option{"--theme", "light|dark", "help.theme"},
    Option{"--text-size", "PERCENT", "help.text_size"},
    Option{"--colormap", "viridis|cividis|greys", "help.colormap"},
    Option{"--own-range", "", "help.own_range"},
    Option{"--predicted-rows", "", "help.predicted_rows"},
    Option{"--progress", "", "help.progress"},
};

constexpr ShotSize kUsualSize{1280, 720};

bool somebody_reads() {
  pollfd out{STDOUT_FILENO, 0, 0};
  return poll(&out, 1, 0) <= 0 || (out.revents & POLLERR) == 0;
}

// Prints each count once; false if the film should be cancelled.
bool report_progress(int done, int frames, int& last) {
  if (!somebody_reads()) return false;
  if (std::exchange(last, done) == done) return true;
  return std::printf("%d/%d\n", done, frames) > 0 && std::fflush(stdout) == 0;
}

// The part of the window to film: empty for all of it.
engine::Result<std::string> read_panel(const ParsedOptions& given) {
  const std::string typed = given.get("--panel", "window");
  if (typed == "window") return std::string();
  if (typed == "stage") return std::string("middle");
  return not_a_choice("--panel", typed, std::array<std::string, 2>{"window", "stage"});
}

struct FilmOptions {
  std::string path;
  exporter::FilmFormat format;
  ShotSize size;
  std::string panel;
  double speed = 1;
  int frames_per_second = 25;
};

engine::Result<FilmOptions> read_options(const ParsedOptions& given) {
  FilmOptions options;
  const auto path = given.find("--out");
  if (!path) return engine::Error{"error.option_missing", {{"option", "--out FILE|DIR"}}};
  options.path = *path;
  const auto format = exporter::film_format(*path);
  if (!format) return format.error();
  options.format = *format;
  const auto size = read_size(given, kUsualSize);
  if (!size) return size.error();
  options.size = *size;
  const auto panel = read_panel(given);
  if (!panel) return panel.error();
  options.panel = *panel;
  const auto speed = number(given, "--speed", 0.1, 100, 1);
  if (!speed) return speed.error();
  options.speed = *speed;
  const auto usual = static_cast<uint64_t>(format->frames_per_second);
  const auto fps = whole_number(given, "--fps", 1, 60, usual);
  if (!fps) return fps.error();
  options.frames_per_second = static_cast<int>(*fps);
  return options;
}

}  // namespace

std::span<const Option> animate_options() {
  return kAnimateOptions;
}

Printed run_animate(const Request& request) {
  const auto options = read_options(request.given);
  if (!options) return options.error();
  auto state = read_state(request);
  if (!state) return state.error();
  State filmed = *state;
  filmed.document.focus.view = "stage";
  auto made = Offscreen::create(filmed, options->size);
  if (!made) return made.error();
  Offscreen& offscreen = **made;
  FilmCamera camera(offscreen, options->frames_per_second, options->speed, options->panel);
  const StopSignals signals;
  const bool reports = request.given.has("--progress");
  int reported = -1;
  exporter::Film film;
  const exporter::Picture& first = camera.picture(0);
  film.width = first.width;
  film.height = first.height;
  film.frames = camera.frames();
  film.frames_per_second = options->frames_per_second;
  film.picture = [&](int frame) -> engine::Result<exporter::Picture> {
    exporter::Picture picture = camera.picture(frame);
    if (auto bad = request.watch.check_for_file()) return *bad;
    return picture;
  };
  film.goes_on = [&](int done) {
    return !StopSignals::came() && (!reports || report_progress(done, film.frames, reported));
  };
  if (auto bad = exporter::write_film(options->path, options->format, film)) return *bad;
  return options->format.ending.empty() ? options->path + '\n' : say_where(options->path);
}

}  // namespace app
