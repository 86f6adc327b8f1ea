// animate.cpp: `headlight animate`: films a stage into a file, without a window or a display.
#include "app/shell/animate.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>

#include "app/cli/film_input.h"
#include "app/cli/look_options.h"
#include "app/cli/stop_signals.h"
#include "app/export/film.h"
#include "app/shell/film_camera.h"
#include "app/shell/shot.h"
#include "app/shell/training_camera.h"

namespace app {
namespace {

constexpr std::array kAnimateOptions = {
    Option{"--stage", "ADDRESS", "help.stage"},
    Option{"--out", "FILE|DIR", "help.animate_out"},
    Option{"--size", "WIDTHxHEIGHT", "help.animate_size"},
    Option{"--panel", "present|stage|window", "help.film_panel"},
    Option{"--speed", "NUMBER", "help.speed"},
    Option{"--fps", "N", "help.fps"},
    Option{"--through-training", "", "help.through_training"},
    Option{"--task", "NAME", "help.film_task"},
    Option{"--steps", "N", "help.film_steps"},
    Option{"--theme", "light|dark", "help.theme"},
    Option{"--text-size", "PERCENT", "help.text_size"},
    Option{"--colormap", "viridis|cividis|greys", "help.colormap"},
    Option{"--own-range", "", "help.own_range"},
    Option{"--predicted-rows", "", "help.predicted_rows"},
    kNotationOption,
    kCountFromOption,
    Option{"--progress", "", "help.progress"},
};

constexpr ShotSize kUsualSize{1280, 720};
constexpr uint64_t kUsualMoments = 8;  // a second, in a film through a training
constexpr int kMostFrames = 60;        // a second

bool somebody_reads() {
  pollfd out{STDOUT_FILENO, 0, 0};
  return poll(&out, 1, 0) <= 0 || (out.revents & POLLERR) == 0;
}

// Prints each line once.
class Progress {
 public:
  explicit Progress(bool prints) : prints_(prints) {}

  // False if the film should be cancelled.
  bool say(const std::string& line) {
    if (StopSignals::came()) return false;
    if (!prints_) return true;
    if (!somebody_reads()) return false;
    if (std::exchange(last_, line) == line) return true;
    return std::printf("%s\n", line.c_str()) > 0 && std::fflush(stdout) == 0;
  }

 private:
  bool prints_;
  std::string last_;
};

std::string count(int done, int all) {
  return std::to_string(done) + "/" + std::to_string(all);
}

engine::Result<FilmPanel> read_panel(const ParsedOptions& given) {
  const std::string typed = given.get("--panel", "present");
  if (typed == "present") return FilmPanel::kPresent;
  if (typed == "stage") return FilmPanel::kStage;
  if (typed == "window") return FilmPanel::kWindow;
  return not_a_choice("--panel", typed, std::array<std::string, 3>{"present", "stage", "window"});
}

struct FilmOptions {
  std::string path;
  exporter::FilmFormat format;
  ShotSize size;
  FilmPanel panel = FilmPanel::kPresent;
  double speed = 1;
  int frames_per_second = 25;
};

engine::Result<FilmOptions> read_options(const ParsedOptions& given, bool through_training) {
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
  const auto usual = through_training ? kUsualMoments : static_cast<uint64_t>(format->frames_per_second);
  const auto fps = whole_number(given, "--fps", 1, kMostFrames, usual);
  if (!fps) return fps.error();
  // Cells appear sooner or later between the frames; a snapshot is one frame.
  const double rate =
      through_training ? std::round(static_cast<double>(*fps) * options.speed) : static_cast<double>(*fps);
  options.frames_per_second = static_cast<int>(std::clamp<double>(rate, 1, kMostFrames));
  return options;
}

// Trains to the moment of that name. Errors: those of train_for_film, error.film_stopped.
engine::Result<FilmedMoments> train(const std::string& last, Progress& progress) {
  std::stop_source stop;
  const int steps = engine::step_of(last).value_or(0);
  auto trained = train_for_film(last, stop.get_token(), [&](double done) {
    const auto step = static_cast<int>(std::lround(done * steps));
    if (!progress.say("step " + count(step, steps))) stop.request_stop();
  });
  if (stop.stop_requested()) return engine::Error{"error.film_stopped", {}};
  return trained;
}

// Errors: as exporter::write_film.
Printed write(Camera& camera, const FilmOptions& options, const Request& request, Progress& progress) {
  exporter::Film film;
  const exporter::Picture& first = camera.picture(0);
  film.width = first.width;
  film.height = first.height;
  film.frames = camera.frames();
  film.frames_per_second = options.frames_per_second;
  film.picture = [&](int frame) -> engine::Result<exporter::Picture> {
    exporter::Picture picture = camera.picture(frame);
    if (auto bad = request.watch.check_for_file()) return *bad;
    return picture;
  };
  film.goes_on = [&](int done) { return progress.say(count(done, film.frames)); };
  if (auto bad = exporter::write_film(options.path, options.format, film)) return *bad;
  return options.format.ending.empty() ? options.path + '\n' : say_where(options.path);
}

}  // namespace

std::span<const Option> animate_options() {
  return kAnimateOptions;
}

std::optional<engine::Error> check_animate(const ParsedOptions& given) {
  const auto options = read_options(given, given.has("--task") || given.has("--through-training"));
  return options ? check_looks(given) : std::optional(options.error());
}

Printed run_animate(const Request& request) {
  Document document = request.document;
  const auto last = read_film(request.given, document);
  if (!last) return last.error();
  const auto options = read_options(request.given, last->has_value());
  if (!options) return options.error();
  const auto state = read_looks({document, request.given, request.words, request.exit_code, request.watch});
  if (!state) return state.error();
  State filmed = *state;
  filmed.document.focus.view = "stage";
  const StopSignals signals;
  Progress progress(request.given.has("--progress"));
  FilmedMoments moments;
  if (*last) {
    auto trained = train(**last, progress);
    if (!trained) return trained.error();
    moments = std::move(trained).value();
  }
  auto made = Offscreen::create(filmed, options->size);
  if (!made) return made.error();
  Offscreen& offscreen = **made;
  const int fps = options->frames_per_second;
  std::unique_ptr<Camera> camera;
  if (*last) {
    // The last picture stays for a second.
    camera = std::make_unique<TrainingCamera>(offscreen, std::move(moments), fps - 1, options->panel);
  } else {
    camera = std::make_unique<FilmCamera>(offscreen, fps, options->speed, options->panel);
  }
  return write(*camera, *options, request, progress);
}

}  // namespace app
