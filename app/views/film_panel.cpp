// film_panel.cpp: asks for films, and shows the one that is being made.
#include "app/views/film_panel.h"

#include <algorithm>
#include <array>

#include "app/ui/widgets.h"

namespace views {

void draw_film_choices(const Frame& frame, float name_width) {
  // Faces as people know the formats; the last is a folder of pictures.
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
  const auto& style = frame.style;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  // Above a notice, which stands at the foot.
  const float above = frame.session.notice() ? style.px(104) : style.px(20);
  ImGui::SetNextWindowPos({window.x / 2, window.y - above}, ImGuiCond_Always, {0.5f, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(style.px(18), style.px(12)));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, style.px(10));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
  ImGui::PushStyleColor(ImGuiCol_WindowBg, style.colours.panel);
  ImGui::PushStyleColor(ImGuiCol_Border, style.colours.muted);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                      ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove;
  if (ImGui::Begin("film", nullptr, kFlags)) {
    const float width = std::min(style.px(360), window.x - style.px(140));
    const bool ends = film->frames > 0 && film->done >= film->frames;
    const app::Arguments count = {{"done", std::to_string(film->done)},
                                  {"frames", std::to_string(film->frames)}};
    ui::label(film->frames == 0 ? frame.tr("film.starts")
              : ends            ? frame.tr("film.ends")
                                : frame.tr("film.frame", count),
              style.text());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight();
    const float y = at.y + height / 2;
    const float part =
        film->frames == 0 ? 0 : static_cast<float>(film->done) / static_cast<float>(film->frames);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x, y - style.px(3)}, {at.x + width, y + style.px(3)}, style.colours.hairline,
                       style.px(3));
    list.AddRectFilled({at.x, y - style.px(3)}, {at.x + width * part, y + style.px(3)}, style.colours.ink,
                       style.px(3));
    ImGui::Dummy({width, height});
    ImGui::SameLine(0, style.px(16));
    if (ui::button(style, (frame.tr("film.cancel") + "##film").c_str(), ui::ButtonKind::kOutline))
      frame.requests.cancel_film();
    ui::tip(style, frame.tr("film.cancel.tip"));
  }
  ImGui::End();
  ImGui::PopStyleColor(2);
  ImGui::PopStyleVar(3);
}

}  // namespace views
