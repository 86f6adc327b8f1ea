// preferences.h: the user's choices of how things look, apart from the document.
#pragma once

#include <string>

#include "app/session/export_choices.h"
#include "app/text/tr.h"

namespace app {

enum class Theme { kLight, kDark };

// The colour map of stages that start at 0; signed stages use the theme's diverging map.
enum class SequentialMap { kViridis, kCividis, kGreys };

inline constexpr int kSmallestText = 75;  // percent
inline constexpr int kLargestText = 250;

struct Preferences {
  Theme theme = Theme::kLight;
  Language language = Language::kEnglish;
  int text_size = 100;  // percent, kSmallestText to kLargestText
  SequentialMap map = SequentialMap::kViridis;
  bool fixed_range = true;      // weights from 0 to 1, instead of up to the largest
  bool predicted_rows = false;  // a decoder's queries are labelled with what they predict, too
  bool merged_pieces = false;   // in maps of weights a word in pieces is one row and one column
  std::string export_folder;    // empty: Headlight in the user's folder of pictures
  FigureChoices figure;
  FilmChoices film;
  bool tour_seen = false;  // or dismissed for good: not offered again; never undone

  bool operator==(const Preferences&) const = default;
};

}  // namespace app
