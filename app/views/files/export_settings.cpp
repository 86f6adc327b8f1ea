// export_settings.cpp: chosen ones are dark; parts are each on or off.
#include "app/views/files/export_settings.h"

#include <array>
#include <string>
#include <utility>

#include "app/ui/widgets.h"

namespace views {
namespace {

void name_row(const Frame& frame, const char* key, float name_width) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(frame.tr(key).c_str());
  ImGui::SameLine(name_width);
}

// A button with the words of `key`, which names it, too.
bool choice_button(const Frame& frame, const std::string& key, bool is_on) {
  const auto& style = frame.style;
  const bool pressed = ui::button(style, (frame.tr(key) + "##" + key).c_str(),
                                  is_on ? ui::ButtonKind::kPrimary : ui::ButtonKind::kOutline);
  ui::tip(style, frame.tr(key + ".tip"));
  ImGui::SameLine(0, style.px(6));
  return pressed;
}

template <class Kind, size_t kSize>
void one_of_these(const Frame& frame, const std::array<std::pair<const char*, Kind>, kSize>& rows, Kind now,
                  Kind& (*in)(app::Preferences&)) {
  for (const auto& [key, kind] : rows) {
    if (choice_button(frame, key, now == kind))
      frame.requests.edit("", [in, chosen = kind](app::State& state) { in(state.preferences) = chosen; });
  }
}

void draw_width(const Frame& frame, float name_width) {
  using app::FigureWidth;
  constexpr std::array<std::pair<const char*, FigureWidth>, 4> kWidths = {
      {{"figure.width_content", FigureWidth::kContent},
       {"figure.width_one", FigureWidth::kOneColumn},
       {"figure.width_two", FigureWidth::kTwoColumns},
       {"figure.width_slide", FigureWidth::kSlide}}};
  name_row(frame, "export.width", name_width);
  one_of_these(
      frame, kWidths, frame.session.preferences().figure.width,
      +[](app::Preferences& of) -> FigureWidth& { return of.figure.width; });
  ImGui::NewLine();
}

void draw_parts(const Frame& frame, float name_width) {
  using Part = bool app::FigureChoices::*;
  constexpr std::array<std::pair<const char*, Part>, 6> kParts = {
      {{"figure.part_title", &app::FigureChoices::title},
       {"figure.part_formula", &app::FigureChoices::formula},
       {"figure.part_numbers", &app::FigureChoices::numbers},
       {"figure.part_bar", &app::FigureChoices::colour_bar},
       {"figure.part_caption", &app::FigureChoices::caption},
       {"figure.part_transparent", &app::FigureChoices::is_transparent}}};
  name_row(frame, "export.parts", name_width);
  for (size_t i = 0; i < kParts.size(); ++i) {
    const auto [key, part] = kParts.at(i);
    if (i == 3) {  // two lines of three
      ImGui::NewLine();
      ImGui::SetCursorPosX(name_width);
    }
    if (choice_button(frame, key, frame.session.preferences().figure.*part))
      frame.requests.edit("", [switched = part](app::State& state) {
        bool& is_on = state.preferences.figure.*switched;
        is_on = !is_on;
      });
  }
  ImGui::NewLine();
}

}  // namespace

void draw_figure_settings(const Frame& frame, float name_width) {
  draw_width(frame, name_width);
  draw_parts(frame, name_width);
}

void draw_film_settings(const Frame& frame, float name_width) {
  using app::FilmGround;
  using app::FilmShape;
  constexpr std::array<std::pair<const char*, FilmShape>, 2> kShapes = {
      {{"film.wide", FilmShape::kWide}, {"film.square", FilmShape::kSquare}}};
  constexpr std::array<std::pair<const char*, FilmGround>, 3> kGrounds = {
      {{"film.as_window", FilmGround::kAsWindow},
       {"film.light", FilmGround::kLight},
       {"film.dark", FilmGround::kDark}}};
  const app::FilmChoices& film = frame.session.preferences().film;
  name_row(frame, "export.film", name_width);
  one_of_these(
      frame, kShapes, film.shape, +[](app::Preferences& of) -> FilmShape& { return of.film.shape; });
  ImGui::SameLine(0, frame.style.px(18));
  one_of_these(
      frame, kGrounds, film.ground, +[](app::Preferences& of) -> FilmGround& { return of.film.ground; });
  ImGui::NewLine();
}

}  // namespace views
