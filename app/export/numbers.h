// numbers.h: a stage's numbers as text that other programs read.
#pragma once

#include <string>

#include "engine/core/trace.h"

namespace exporter {

// Comma-separated: the first row names the columns, the first column the rows; quoted as RFC 4180 says. Each
// number reads back to the same float32; hidden scores are -inf.
std::string to_csv(const engine::Trace& trace, int stage);

// NumPy's format 1.0: float32, little-endian, rows one after another.
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
std::string to_npy(const engine::Trace& trace, int stage);

// {"address", "operation", "formula", "shape", "rows", "columns", "values"}; -inf is the string "-inf".
std::string to_json(const engine::Trace& trace, int stage);

// Columns aligned for a terminal, four decimals.
std::string to_text(const engine::Trace& trace, int stage);

}  // namespace exporter
