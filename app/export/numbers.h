// numbers.h: a stage's values in formats for other programs; their labels count from 0, as indices there do.
#pragma once

#include <span>
#include <string>

#include "engine/core/trace.h"

namespace exporter {

// Comma-separated: the first row names the columns, the first column the rows; quoted as in RFC 4180. Each
// value reads back as the same float32; hidden scores are -inf.
std::string to_csv(const engine::Trace& trace, int stage);

// NumPy's format 1.0: float32, little-endian, row-major.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
std::string to_npy(const engine::Trace& trace, int stage);
std::string to_npy(const engine::Matrix& numbers);

// {"address", "operation", "formula", "shape", "rows", "columns", "values"}; -inf is the string "-inf".
std::string to_json(const engine::Trace& trace, int stage);

// The same of several stages of one shape: an array (heads, rows, columns); in JSON "address" is that of all
// of them, "heads" lists their own, and "values" holds one list of rows for each.
std::string heads_to_npy(const engine::Trace& trace, std::span<const int> heads);
std::string heads_to_json(const engine::Trace& trace, std::span<const int> heads);

// Columns aligned for a terminal, four decimals.
std::string to_text(const engine::Trace& trace, int stage);

}  // namespace exporter
