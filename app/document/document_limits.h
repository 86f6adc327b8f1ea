// document_limits.h: limits on a document's size, so that every document can be written and read back.
#pragma once

#include <optional>
#include <string_view>

#include "app/document/document.h"

namespace app {

// For each typed text: twice the usual number of letters in a run's words (engine::kMaxTokens).
inline constexpr size_t kMostCharacters = 200'000;
// The same in bytes of UTF-8.
inline constexpr size_t kMostTextBytes = 4 * kMostCharacters;

inline constexpr size_t kMostMasks = 500;
// For all rectangles together: they are painted over one another.
inline constexpr double kMostPaintedCells = 1e8;

// Error error.text_too_long (largest).
std::optional<engine::Error> check_text(std::string_view text);

// The number of cells in one mask's rectangles, and in the smallest mask that contains them.
double painted_cells_of(const std::vector<engine::MaskPatch>& patches);

// An upper bound of the document's size in a session file, in bytes; the file is longer than the line.
size_t most_bytes(const Document& document);

// Whether the document's line and its file can be read back. Errors: error.text_too_long (largest),
// error.too_many_tokens (count, largest), error.painted_masks, error.painted_large (largest each),
// error.mask_detail (count, largest), error.session_full (megabytes).
std::optional<engine::Error> check_limits(const Document& document);

}  // namespace app
