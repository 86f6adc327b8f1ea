// film_desk.cpp: one film at a time.
#include "app/shell/film_desk.h"

#include <utility>

#include "app/shell/exports.h"

namespace app {

void FilmDesk::start(const ExportRequest& request) {
  if (film_) return;
  const auto path = film_path(request, session_);
  if (!path) return refuse(path.error());
  auto started = FilmJob::start("/proc/self/exe", session_, *path, request.scope);
  if (!started) return refuse(started.error());
  film_ = std::move(started).value();
  session_.show_film(film_->progress());
}

void FilmDesk::cancel() {
  if (film_) film_->cancel();
}

bool FilmDesk::watch() {
  if (!film_) return false;
  const auto ended = film_->finished();
  session_.show_film(ended ? std::nullopt : std::optional(film_->progress()));
  if (!ended) return false;
  film_.reset();
  session_.notify(*ended);
  return true;
}

void FilmDesk::refuse(const engine::Error& error) {
  session_.notify({error.key, error.arguments, 0, true, {}});
}

}  // namespace app
