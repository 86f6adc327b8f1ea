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
  bool fixed_range = false;           // weights from 0 to 1 rather than to the largest
  const app::Words* words = nullptr;  // English if none are given
  std::string mask;                   // what is said of the mask below what it hides; empty: nothing
  bool finite_mask = false;           // hidden numbers are -1e9 rather than -inf
  // Asked when a file's numbers are read, before it is written: why they cannot be trusted, or nothing.
  std::function<std::optional<engine::Error>()> check = [] { return std::nullopt; };
};

// Where the picture's cells lie, and how large it is, before scaling.
struct FigureSize {
  double width = 0;
  double height = 0;
  Box map;
};
FigureSize figure_size(const engine::Trace& trace, int stage, const FigureOptions& options);

// The picture's bytes. A head's stage is coloured on the scale that all heads share. Errors: error.scale
// (value), error.picture_too_large (width, height, largest), error.cannot_draw (detail).
engine::Result<std::string> draw_figure(const engine::Trace& trace, int stage, const FigureOptions& options,
                                        Medium medium);

// Writes one stage to `path`; its ending says how: .png .svg .pdf .csv .npy. Returns the path. Errors:
// error.unknown_format (path, formats), those of draw_figure and of write_file.
engine::Result<std::string> export_stage(const engine::Trace& trace, int stage, const FigureOptions& options,
                                         const std::filesystem::path& path);

// Every stage into one folder, which is made: ADDRESS.png and so on; `format` without its dot. Returns how
// many files were written. Errors as above.
engine::Result<int> export_all(const engine::Trace& trace, const std::filesystem::path& folder,
                               std::string_view format, const FigureOptions& options);

}  // namespace exporter
