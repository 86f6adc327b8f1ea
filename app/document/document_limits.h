// document_limits.h: how much a document may hold, so that whatever is made can be written and read back.
#pragma once

#include <optional>
#include <string_view>

#include "app/document/document.h"

namespace app {

// Letters of each text that is typed: twice what the words of a run (engine::kMaxTokens) usually have.
inline constexpr size_t kMostCharacters = 200'000;
// As many in bytes of UTF-8.
inline constexpr size_t kMostTextBytes = 4 * kMostCharacters;

inline constexpr size_t kMostMasks = 500;
// Of all rectangles together: they are painted one over the other.
inline constexpr double kMostPaintedCells = 1e8;

// Error error.text_too_long (largest).
std::optional<engine::Error> check_text(std::string_view text);

// The cells of the rectangles of one mask, and of the smallest mask that holds them.
double painted_cells_of(const std::vector<engine::MaskPatch>& patches);

// At least as many bytes as the document takes in a session's file, which is longer than its line.
size_t most_bytes(const Document& document);

// That the document's line and its file are read back. Errors: error.text_too_long (largest),
// error.too_many_tokens (count, largest), error.painted_masks, error.painted_large (largest each),
// error.mask_detail (count, largest), error.session_full (megabytes).
std::optional<engine::Error> check_limits(const Document& document);

}  // namespace app
