// film_desk.h: the film that the window makes in the background: started, followed, and its end reported.
#pragma once

#include <optional>

#include "app/session/session.h"
#include "app/shell/film_job.h"

namespace app {

class FilmDesk {
 public:
  explicit FilmDesk(Session& session) : session_(session) {}

  // Films what is shown, unless a film is being made; says why not, if so.
  void start(const ExportRequest& request);
  void cancel();
  // Whether there is one to watch().
  bool is_busy() const { return film_.has_value(); }
  // Shows how far it is, or reports its end: then returns true, and what it says has to be drawn.
  bool watch();

 private:
  void refuse(const engine::Error& error);

  Session& session_;
  std::optional<FilmJob> film_;
};

}  // namespace app
