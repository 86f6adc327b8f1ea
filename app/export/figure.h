// figure.h: one stage as a picture with its title, formula, labels, colour bar and caption, or as numbers.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/export/canvas.h"
#include "app/export/figure_options.h"

namespace exporter {

// The position of the picture's cells, and its size, in units: pixels before scaling, or on a page of a given
// width points over the page's `type`.
struct FigureSize {
  double width = 0;
  double height = 0;
  Box map;
};
FigureSize figure_size(const engine::Trace& trace, int stage, const FigureOptions& options);

// Whether FigureOptions::merged_pieces changes the picture of a stage: a map of weights, with words in
// pieces.
bool has_pieces_to_merge(const engine::Trace& trace, int stage);

// The picture's bytes. The colour scale is that of the screen: shared by all heads of the layer. Errors:
// error.scale (value), error.picture_too_large (width, height, largest), error.cannot_draw (detail).
engine::Result<std::string> draw_figure(const engine::Trace& trace, int stage, const FigureOptions& options,
                                        Medium medium);

// The ending of a figure's file in small letters: ".png". Error error.unknown_format (path, formats).
engine::Result<std::string> figure_ending(const std::filesystem::path& path);

// Writes one stage to `path`, in the format of its ending: .png .svg .pdf .csv .npy. Returns the path.
// Errors: error.unknown_format (path, formats), those of draw_figure and of write_file.
engine::Result<std::string> export_stage(const engine::Trace& trace, int stage, const FigureOptions& options,
                                         const std::filesystem::path& path);

// Writes every stage into one folder, which is created: ADDRESS.png and so on; `format` without its dot.
// Returns the number of files written. Errors as above.
engine::Result<int> export_all(const engine::Trace& trace, const std::filesystem::path& folder,
                               std::string_view format, const FigureOptions& options);

}  // namespace exporter
