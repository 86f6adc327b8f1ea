// export_choices.h: how figures, films and handouts are made in the window.
#pragma once

namespace app {

// As large as its content, a column or two of a paper, or a slide.
enum class FigureWidth { kContent, kOneColumn, kTwoColumns, kSlide };

// A figure and its parts; the rest is its map and the labels.
struct FigureChoices {
  FigureWidth width = FigureWidth::kContent;
  bool title = true;
  bool formula = true;
  bool numbers = true;
  bool colour_bar = true;
  bool caption = true;
  bool is_transparent = false;

  bool operator==(const FigureChoices&) const = default;
};

enum class FilmShape { kWide, kSquare };
enum class FilmGround { kAsWindow, kLight, kDark };

struct FilmChoices {
  FilmShape shape = FilmShape::kWide;
  FilmGround ground = FilmGround::kAsWindow;

  bool operator==(const FilmChoices&) const = default;
};

}  // namespace app
