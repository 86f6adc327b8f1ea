// preferences.h: the user's choices of how things look, apart from the document.
#pragma once

#include <string>

#include "app/session/export_choices.h"
#include "app/text/tr.h"
#include "engine/core/lettering.h"

namespace app {

enum class Theme { kLight, kDark };

// The colour map of stages that start at 0; signed stages use the theme's diverging map.
enum class SequentialMap { kViridis, kCividis, kGreys };

inline constexpr int kSmallestText = 75;  // percent
inline constexpr int kLargestText = 250;

struct Preferences {
  Theme theme = Theme::kLight;
  Language language = Language::kEnglish;
  int text_size = 100;           // percent, kSmallestText to kLargestText
  bool chose_text_size = false;  // until then 100 is larger in a tall window: shown_text_size()
  SequentialMap map = SequentialMap::kViridis;
  bool fixed_range = true;      // weights from 0 to 1, instead of up to the largest
  bool predicted_rows = false;  // a decoder's queries are labelled with what they predict, too
  engine::Notation notation = engine::Notation::kPaper;  // the letters of stages and formulas
  int count_from = 1;          // the number of the first token, head, layer, dimension and cell: 0 or 1
  bool merged_pieces = false;  // in maps of weights a word in pieces is one row and one column
  bool motion = true;          // results glide from step to step, arcs fold into their row
  std::string export_folder;   // empty: Headlight in the user's folder of pictures
  std::string lessons_folder;  // of lessons of the user's own; empty: none
  FigureChoices figure;
  FilmChoices film;
  bool story_seen = false;  // or dismissed for good: not offered again; never undone

  bool operator==(const Preferences&) const = default;
};

// The words in the user's language, counting from what the user chose.
inline const Words& words(const Preferences& preferences) {
  return words(preferences.language, preferences.count_from);
}

// The text size in a window of this height, in pixels at 100 %: where nobody chose one, a tall window has
// larger text.
inline int shown_text_size(const Preferences& preferences, float window_height) {
  constexpr float kTallWindow = 1300;
  constexpr int kTextOfTallWindow = 125;
  const bool usual = preferences.text_size == 100 && !preferences.chose_text_size;
  return usual && window_height >= kTallWindow ? kTextOfTallWindow : preferences.text_size;
}

inline void choose_text_size(Preferences& preferences, int percent) {
  preferences.text_size = percent;
  preferences.chose_text_size = true;
}

}  // namespace app
