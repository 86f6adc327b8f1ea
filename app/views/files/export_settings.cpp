// export_settings.cpp: one of several has a ring, what is on or off a box.
#include "app/views/files/export_settings.h"

#include <array>
#include <string_view>
#include <utility>

#include "app/ui/mark.h"
#include "app/ui/widgets.h"

namespace views {
namespace {

using app::ExportScope;

constexpr float kNameWidth = 112;  // pixels at 100 %

// A row of choices behind its name: those that do not fit go below the first.
class ExportRow {
 public:
  ExportRow(const Frame& frame, const char* key) : frame_(frame) {
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.colours.muted);
    ui::plain(frame.tr(key));
    ImGui::PopStyleColor();
    left_ = ImGui::GetCursorStartPos().x + frame.style.px(kNameWidth);
    end_ = ImGui::GetCursorStartPos().x + ImGui::GetContentRegionAvail().x;
    x_ = left_;
  }

  // The words of `key`, which names it too, with its tip.
  bool choice(const std::string& key, ui::MarkKind kind, bool is_chosen) {
    const std::string word = frame_.tr(key);
    const float width = ui::mark_width(frame_.style, word);
    if (x_ + width > end_ && x_ > left_) {
      x_ = left_;
      ImGui::SetCursorPosX(x_);
    } else {
      ImGui::SameLine(x_);
    }
    x_ += width + frame_.style.px(4);
    const bool pressed = ui::mark(frame_.style, word + "##" + key, kind, is_chosen);
    ui::tip(frame_.style, frame_.tr(key + ".tip"));
    return pressed;
  }

 private:
  const Frame& frame_;
  float left_ = 0, end_ = 0, x_ = 0;
};

template <class Kind, size_t kSize>
void one_of_these(const Frame& frame, ExportRow& row,
                  const std::array<std::pair<const char*, Kind>, kSize>& kinds, Kind now,
                  Kind& (*in)(app::Preferences&)) {
  for (const auto& [key, kind] : kinds) {
    if (row.choice(key, ui::MarkKind::kOneOf, now == kind))
      frame.requests.edit("", [in, chosen = kind](app::State& state) { in(state.preferences) = chosen; });
  }
}

// `in`: where the format is kept.
template <size_t kSize>
void draw_formats(const Frame& frame, const std::array<std::string_view, kSize>& formats,
                  const std::string& now, std::string app::ExportChoice::*in) {
  ExportRow row(frame, "export.format");
  for (const std::string_view format : formats) {
    if (row.choice("format." + std::string(format), ui::MarkKind::kOneOf, now == format))
      frame.requests.arrange(
          [in, chosen = std::string(format)](app::Desk& desk) { desk.exporting.*in = chosen; });
  }
}

void draw_width(const Frame& frame) {
  using app::FigureWidth;
  constexpr std::array<std::pair<const char*, FigureWidth>, 4> kWidths = {
      {{"figure.width_content", FigureWidth::kContent},
       {"figure.width_one", FigureWidth::kOneColumn},
       {"figure.width_two", FigureWidth::kTwoColumns},
       {"figure.width_slide", FigureWidth::kSlide}}};
  ExportRow row(frame, "export.width");
  one_of_these(
      frame, row, kWidths, frame.session.preferences().figure.width,
      +[](app::Preferences& of) -> FigureWidth& { return of.figure.width; });
}

void draw_parts(const Frame& frame) {
  using Part = bool app::FigureChoices::*;
  constexpr std::array<std::pair<const char*, Part>, 6> kParts = {
      {{"figure.part_title", &app::FigureChoices::title},
       {"figure.part_formula", &app::FigureChoices::formula},
       {"figure.part_numbers", &app::FigureChoices::numbers},
       {"figure.part_bar", &app::FigureChoices::colour_bar},
       {"figure.part_caption", &app::FigureChoices::caption},
       {"figure.part_transparent", &app::FigureChoices::is_transparent}}};
  ExportRow row(frame, "export.parts");
  for (const auto& [key, part] : kParts) {
    if (row.choice(key, ui::MarkKind::kOnOff, frame.session.preferences().figure.*part))
      frame.requests.edit("", [switched = part](app::State& state) {
        bool& is_on = state.preferences.figure.*switched;
        is_on = !is_on;
      });
  }
}

void draw_figure_settings(const Frame& frame, const app::ExportChoice& choice) {
  constexpr std::array<std::string_view, 5> kFormats = {"png", "svg", "pdf", "csv", "npy"};
  draw_formats(frame, kFormats, choice.figure, &app::ExportChoice::figure);
  // Numbers have no looks.
  ImGui::BeginDisabled(choice.figure == "csv" || choice.figure == "npy");
  draw_width(frame);
  draw_parts(frame);
  ImGui::EndDisabled();
}

void draw_film_settings(const Frame& frame, const app::ExportChoice& choice) {
  using app::FilmGround;
  using app::FilmShape;
  constexpr std::array<std::string_view, 4> kFormats = {"gif", "apng", "mp4", "frames"};
  constexpr std::array<std::pair<const char*, FilmShape>, 2> kShapes = {
      {{"film.wide", FilmShape::kWide}, {"film.square", FilmShape::kSquare}}};
  constexpr std::array<std::pair<const char*, FilmGround>, 3> kGrounds = {
      {{"film.as_window", FilmGround::kAsWindow},
       {"film.light", FilmGround::kLight},
       {"film.dark", FilmGround::kDark}}};
  const app::FilmChoices& film = frame.session.preferences().film;
  draw_formats(frame, kFormats, choice.film, &app::ExportChoice::film);
  ExportRow shapes(frame, "export.shape");
  one_of_these(
      frame, shapes, kShapes, film.shape, +[](app::Preferences& of) -> FilmShape& { return of.film.shape; });
  ExportRow grounds(frame, "export.ground");
  one_of_these(
      frame, grounds, kGrounds, film.ground,
      +[](app::Preferences& of) -> FilmGround& { return of.film.ground; });
}

void draw_handout_settings(const Frame& frame, const app::ExportChoice& choice) {
  constexpr std::array<std::pair<const char*, ExportScope>, 2> kRows = {
      {{"export.handout_worked", ExportScope::kHandout},
       {"export.handout_blanks", ExportScope::kHandoutBlanks}}};
  ExportRow row(frame, "export.handout_row");
  for (const auto& [key, scope] : kRows) {
    if (row.choice(key, ui::MarkKind::kOneOf, choice.scope == scope))
      frame.requests.arrange([chosen = scope](app::Desk& desk) { desk.exporting.scope = chosen; });
  }
}

}  // namespace

bool is_film_scope(ExportScope scope) {
  return scope == ExportScope::kFilm || scope == ExportScope::kTrainingFilm;
}

std::string export_format(const app::ExportChoice& choice) {
  if (is_film_scope(choice.scope)) return choice.film;
  const bool is_handout =
      choice.scope == ExportScope::kHandout || choice.scope == ExportScope::kHandoutBlanks;
  return is_handout ? "pdf" : choice.figure;
}

void draw_export_settings(const Frame& frame, const app::ExportChoice& choice) {
  if (is_film_scope(choice.scope)) return draw_film_settings(frame, choice);
  if (choice.scope == ExportScope::kHandout || choice.scope == ExportScope::kHandoutBlanks)
    return draw_handout_settings(frame, choice);
  draw_figure_settings(frame, choice);
}

}  // namespace views
