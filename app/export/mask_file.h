// mask_file.h: a mask as a file: a picture of hidden cells, or a table of what is added to the scores.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/core/trace.h"

namespace exporter {

// Writes a mask stage in the format of its path's ending. .png: one pixel per cell, black hides and white
// shows; .csv: numbers, with the tokens as names of rows and columns. Errors: error.mask_format (path),
// error.mask_bias (row, column, value) if a picture cannot hold it, and those of write_file.
std::optional<engine::Error> write_mask(const engine::Trace& trace, int mask,
                                        const std::filesystem::path& path);

// A mask of (rows, columns): 0 shows, -inf hides (and so does about -1e9), any other number is a bias.
// Errors: error.mask_format (path), error.mask_shape (rows, columns, wanted_rows, wanted_columns),
// error.mask_number (row, column, value), error.mask_picture, and those of read_file.
engine::Result<engine::Matrix> read_mask(const std::filesystem::path& path, engine::Index rows,
                                         engine::Index columns);

// The two formats. A table may name its rows and columns, as to_csv does, or contain only numbers; in a
// picture, pixels darker than middle grey hide, with transparency on white.
engine::Result<engine::Matrix> mask_of_csv(std::string_view text, engine::Index rows, engine::Index columns);
engine::Result<engine::Matrix> mask_of_png(std::string_view bytes, engine::Index rows, engine::Index columns);

}  // namespace exporter
