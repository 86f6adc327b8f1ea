// figure_options.h: how a figure looks.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/export/figure_page.h"
#include "app/look/colour_map.h"
#include "app/text/tr.h"
#include "engine/core/result.h"

namespace exporter {

struct FigureOptions {
  look::ColourMap sequential = look::ColourMap::kViridis;  // for stages that are never negative
  bool dark = false;
  double scale = 1;         // pixels of a PNG per unit, or per dot of a page; 0.1 to 16
  bool fixed_range = true;  // weights from 0 to 1, others to a round number: as on the screen
  engine::Notation notation = engine::Notation::kPaper;  // of the formula
  bool predicted_rows = false;        // a decoder's queries are labelled with what they predict, too
  bool merged_pieces = false;         // in maps of weights a word in pieces is one row and one column
  const app::Words* words = nullptr;  // English if null
  std::string mask;                   // the caption on the mask below a masked stage; empty: none
  FigurePage page;                    // as large as its content, or in a given width
  FigureParts parts;
  bool is_transparent = false;  // no ground
  bool handout_blanks = false;  // the worked row of a handout is to be filled in
  bool finite_mask = false;     // hidden values are -1e9 instead of -inf
  // Called after a file's values are read, before it is written: returns why they cannot be trusted, if so.
  std::function<std::optional<engine::Error>()> check = [] { return std::nullopt; };
};

// The words of the labels; the formula counts as they do.
inline const app::Words& words_of(const FigureOptions& options) {
  return options.words != nullptr ? *options.words : app::words(app::Language::kEnglish);
}
inline engine::Lettering lettering_of(const FigureOptions& options) {
  return {options.notation, words_of(options).counts_from()};
}

}  // namespace exporter
