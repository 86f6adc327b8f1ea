// film_panel.cpp: requests films, and shows the one in progress.
#include "app/views/files/film_panel.h"

#include <array>
#include <string>
#include <utility>

#include "app/ui/widgets.h"
#include "app/views/core/progress.h"
#include "engine/training/moment.h"

namespace views {
namespace {

// Their buttons; `id`: of this row's.
void draw_formats(const Frame& frame, app::ExportScope scope, const std::string& id) {
  // Labels as the formats are commonly known; the last one is a folder of pictures.
  constexpr std::array<std::pair<const char*, const char*>, 4> kFormats = {
      {{"GIF", "gif"}, {"APNG", "apng"}, {"MP4", "mp4"}, {"PNG", "png"}}};
  const auto& style = frame.style;
  const bool is_free = !frame.session.desk().film;
  for (const auto& [face, format] : kFormats) {
    if (ui::button(style, (face + id).c_str(), ui::ButtonKind::kOutline, is_free)) {
      frame.requests.write({scope, format, frame.session.preferences().export_folder});
      ImGui::CloseCurrentPopup();
    }
    ui::tip(style, frame.tr(std::string("film.") + format + ".tip"));
    ImGui::SameLine(0, style.px(6));
  }
  ImGui::NewLine();
}

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

void draw_film_choices(const Frame& frame, float name_width) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(frame.tr("film.row").c_str());
  ImGui::SameLine(name_width);
  draw_formats(frame, app::ExportScope::kFilm, "##film");
}

void draw_training_film_choices(const Frame& frame, float name_width) {
  const app::Document& document = frame.session.trace_document();
  if (!frame.session.trace() || engine::step_of(document.config.checkpoint).value_or(0) == 0) return;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(frame.tr("film.training").c_str());
  ui::tip(frame.style, frame.tr("film.training.tip"));
  ImGui::SameLine(name_width);
  draw_formats(frame, app::ExportScope::kTrainingFilm, "##training film");
}

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
