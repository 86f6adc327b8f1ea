// film_panel.cpp: shows how far the film is, and cancels it.
#include "app/views/files/film_panel.h"

#include <string>

#include "app/views/core/progress.h"

namespace views {
namespace {

// What the child process does now.
std::string words_of(const Frame& frame, const app::FilmProgress& film) {
  if (film.frames == 0 && film.to_train == 0) return frame.tr("film.starts");
  if (film.frames == 0)
    return frame.tr("film.trains",
                    {{"step", std::to_string(film.trained)}, {"steps", std::to_string(film.to_train)}});
  if (film.done >= film.frames) return frame.tr("film.ends");
  return frame.tr("film.frame",
                  {{"done", std::to_string(film.done)}, {"frames", std::to_string(film.frames)}});
}

}  // namespace

void draw_film_progress(const Frame& frame) {
  const auto& film = frame.session.desk().film;
  if (!film) return;
  const auto share = [](int done, int all) { return all == 0 ? 0 : static_cast<double>(done) / all; };
  const double part =
      film->frames == 0 ? share(film->trained, film->to_train) : share(film->done, film->frames);
  if (draw_progress(frame, {"film", words_of(frame, *film), part, "film.cancel"}))
    frame.requests.cancel_film();
}

}  // namespace views
