// film_panel.cpp: requests films, and shows the one in progress.
#include "app/views/files/film_panel.h"

#include <array>

#include "app/ui/widgets.h"
#include "app/views/core/progress.h"

namespace views {

void draw_film_choices(const Frame& frame, float name_width) {
  // Labels as the formats are commonly known; the last one is a folder of pictures.
  constexpr std::array<std::pair<const char*, const char*>, 4> kFormats = {
      {{"GIF", "gif"}, {"APNG", "apng"}, {"MP4", "mp4"}, {"PNG", "png"}}};
  const auto& style = frame.style;
  const bool is_free = !frame.session.desk().film;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(frame.tr("film.row").c_str());
  ImGui::SameLine(name_width);
  for (const auto& [face, format] : kFormats) {
    const std::string id = std::string(face) + "##film";
    if (ui::button(style, id.c_str(), ui::ButtonKind::kOutline, is_free)) {
      frame.requests.write({app::ExportScope::kFilm, format, frame.session.preferences().export_folder});
      ImGui::CloseCurrentPopup();
    }
    ui::tip(style, frame.tr(std::string("film.") + format + ".tip"));
    ImGui::SameLine(0, style.px(6));
  }
  ImGui::NewLine();
}

void draw_film_progress(const Frame& frame) {
  const auto& film = frame.session.desk().film;
  if (!film) return;
  const bool ends = film->frames > 0 && film->done >= film->frames;
  const app::Arguments count = {{"done", std::to_string(film->done)},
                                {"frames", std::to_string(film->frames)}};
  const std::string words = film->frames == 0 ? frame.tr("film.starts")
                            : ends            ? frame.tr("film.ends")
                                              : frame.tr("film.frame", count);
  const double part = film->frames == 0 ? 0 : static_cast<double>(film->done) / film->frames;
  if (draw_progress(frame, {"film", words, part, "film.cancel"})) frame.requests.cancel_film();
}

}  // namespace views
