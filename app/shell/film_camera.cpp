// film_camera.cpp: sets the film to a position, lays out the interface and reads it back.
#include "app/shell/film_camera.h"

#include <cmath>

namespace app {
namespace {

// The card's lists scroll into place one frame after they appear; at first all sizes settle.
constexpr int kStepSettleFrames = 2;
constexpr int kFirstSettleFrames = 4;

// The plan of the focused stage, once its bar is open.
PlayPlan open_film(Session& session, FilmPanel panel) {
  Requests requests;
  requests.arrange([panel](Desk& desk) {
    desk.presenting.is_on = panel == FilmPanel::kPresent;
    desk.playback.is_open = true;
    desk.playback.in_film = true;
  });
  session.apply(requests, 0);
  return session.play_plan().value();
}

}  // namespace

FilmCamera::FilmCamera(Offscreen& offscreen, int frames_per_second, double speed, FilmPanel panel)
    : offscreen_(offscreen),
      frames_per_second_(frames_per_second),
      speed_(speed),
      panel_(panel),
      plan_(open_film(offscreen.session(), panel)),
      frames_(static_cast<int>(std::ceil(plan_.seconds() / speed * frames_per_second)) + 1) {}

double FilmCamera::position_of(int frame) const {
  if (frame + 1 >= frames_) return plan_.length();
  return plan_.position_at(frame * speed_ / frames_per_second_);
}

const exporter::Picture& FilmCamera::picture(int frame) {
  const double position = position_of(frame);
  const auto look = std::tuple(plan_.at(position), plan_.appeared(position), position > 0);
  if (shown_ != look) draw(position);
  shown_ = look;
  return picture_;
}

void FilmCamera::draw(double position) {
  Requests requests;
  requests.arrange([position](Desk& desk) { desk.playback.position = position; });
  offscreen_.session().apply(requests, 0);
  const int layouts = drawn_ == 0 ? kFirstSettleFrames : kStepSettleFrames;
  for (int i = 0; i < layouts; ++i) {
    offscreen_.lay_out();
    if (drawn_ == 0 || i + 1 == layouts) offscreen_.render();
  }
  picture_ = panel_ == FilmPanel::kStage ? offscreen_.picture_of("middle") : offscreen_.picture();
  ++drawn_;
}

}  // namespace app
