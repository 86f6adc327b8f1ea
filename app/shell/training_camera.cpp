// training_camera.cpp: shows one model of the run after the other, and reads the interface back.
#include "app/shell/training_camera.h"

#include <algorithm>
#include <utility>

#include "app/document/learning/trainings.h"
#include "engine/training/moment.h"

namespace app {
namespace {

// The picture in the film's size, that of its last moment: cut, or with the paper of its corner below and
// beside it. What the model says makes the panels of the window a little larger or smaller.
exporter::Picture in_size(const exporter::Picture& picture, int width, int height) {
  exporter::Picture out{width, height, {}};
  out.rgba.reserve(static_cast<size_t>(width) * static_cast<size_t>(height) * 4);
  const auto paper = picture.rgba.begin();
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const bool is_inside = x < picture.width && y < picture.height;
      const auto at = (static_cast<std::ptrdiff_t>(y) * picture.width + x) * 4;
      const auto pixel = is_inside ? paper + at : paper;
      out.rgba.insert(out.rgba.end(), pixel, pixel + 4);
    }
  }
  return out;
}

}  // namespace

engine::Result<FilmedMoments> train_for_film(const std::string& last, const std::stop_token& stop,
                                             const std::function<void(double)>& progress) {
  auto end = trainings::open_moment(last, stop, progress);
  if (!end) return end.error();
  const auto run = trainings::open(last);
  if (!run) return run.error();
  const int last_step = engine::step_of(last).value_or(0);
  FilmedMoments filmed{{}, (*run)->steps()};
  for (const int step : (*run)->kept()) {
    if (step < last_step) filmed.models.push_back((*run)->at(step));
  }
  filmed.models.push_back(std::move(end).value());
  return filmed;
}

TrainingCamera::TrainingCamera(Offscreen& offscreen, FilmedMoments moments, int hold, FilmPanel panel)
    : offscreen_(offscreen),
      moments_(std::move(moments)),
      hold_(hold),
      panel_(panel),
      focus_(offscreen.session().document().focus) {
  picture_ = draw(moments_.models.back()->path);
  shown_ = moments_.models.size() - 1;
}

const exporter::Picture& TrainingCamera::picture(int frame) {
  const size_t moment = std::min(static_cast<size_t>(frame), moments_.models.size() - 1);
  if (std::exchange(shown_, moment) == moment) return picture_;
  exporter::Picture drawn = draw(moments_.models[moment]->path);
  const bool has_size = drawn.width == picture_.width && drawn.height == picture_.height;
  picture_ = has_size ? std::move(drawn) : in_size(drawn, picture_.width, picture_.height);
  return picture_;
}

exporter::Picture TrainingCamera::draw(const std::string& moment) {
  Requests requests;
  requests.edit("film", [&](State& state) {
    state.document.config.checkpoint = moment;
    state.document.focus = focus_;
  });
  const FilmedStep step{engine::step_of(moment).value_or(0), moments_.steps};
  requests.arrange([step, presents = panel_ == FilmPanel::kPresent](Desk& desk) {
    desk.filmed_step = step;
    desk.presenting.is_on = presents;
  });
  offscreen_.session().apply(requests, 0);
  offscreen_.draw_settled();
  return panel_ == FilmPanel::kStage ? offscreen_.picture_of("middle") : offscreen_.picture();
}

}  // namespace app
