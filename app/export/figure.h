// figure.h: one stage as a picture with its title, formula, labels and colour bar, or as numbers.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/export/canvas.h"
#include "app/text/tr.h"

namespace exporter {

struct FigureOptions {
  look::ColourMap sequential = look::ColourMap::kViridis;  // for stages that are never negative
  bool dark = false;
  double scale = 1;                   // pixels of a PNG per unit, 0.1 to 16
  bool fixed_range = true;            // weights from 0 to 1, others to a round number: as on the screen
  bool predicted_rows = false;        // a decoder's queries are labelled with what they predict, too
  const app::Words* words = nullptr;  // English if null
  std::string mask;                   // the caption on the mask below a masked stage; empty: none
  bool finite_mask = false;           // hidden values are -1e9 instead of -inf
  // Called after a file's values are read, before it is written: returns why they cannot be trusted, if so.
  std::function<std::optional<engine::Error>()> check = [] { return std::nullopt; };
};

// The position of the picture's cells, and its size, before scaling.
struct FigureSize {
  double width = 0;
  double height = 0;
  Box map;
};
FigureSize figure_size(const engine::Trace& trace, int stage, const FigureOptions& options);

// The picture's bytes. A head's stage uses the colour scale shared by all heads. Errors: error.scale (value),
// error.picture_too_large (width, height, largest), error.cannot_draw (detail).
engine::Result<std::string> draw_figure(const engine::Trace& trace, int stage, const FigureOptions& options,
                                        Medium medium);

// Writes one stage to `path`, in the format of its ending: .png .svg .pdf .csv .npy. Returns the path.
// Errors: error.unknown_format (path, formats), those of draw_figure and of write_file.
engine::Result<std::string> export_stage(const engine::Trace& trace, int stage, const FigureOptions& options,
                                         const std::filesystem::path& path);

// Writes every stage into one folder, which is created: ADDRESS.png and so on; `format` without its dot.
// Returns the number of files written. Errors as above.
engine::Result<int> export_all(const engine::Trace& trace, const std::filesystem::path& folder,
                               std::string_view format, const FigureOptions& options);

}  // namespace exporter
