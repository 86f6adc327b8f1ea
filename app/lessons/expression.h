// expression.h: numbers that a lesson works out from a run: "value encoder.0.self.head.0.weights 1,5 * 2".
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/matrix.h"
#include "engine/core/result.h"
#include "engine/core/trace.h"

namespace app {

inline constexpr size_t kLongestExpression = 1000;  // bytes

// The number of an expression: numbers, + − * / ^ ( ) and functions such as sqrt and exp; and of the run,
// with indices from 0: "value ADDRESS ROW,COLUMN" (a cell), "rows ADDRESS", "columns ADDRESS" (of a stage).
// Errors: error.lesson_expression (expression, detail), also where it is no number or several,
// error.lesson_expression_long (most), error.lesson_cells (value), error.unknown_stage (stage, nearest), and
// that of check_cell.
engine::Result<double> evaluate(std::string_view expression, const engine::Trace& trace);

// "1,5": a row and a column from 0.
std::optional<std::pair<engine::Index, engine::Index>> read_cell(std::string_view text);

// The stage of that address. Error error.unknown_stage (stage, nearest).
engine::Result<int> stage_named(std::string_view address, const engine::Trace& trace);

// Cells of an answer: "8,1" or "8,1 8,8", or "largest ADDRESS ROW": that row's largest. Rows and columns from
// 0. Errors: error.lesson_cells (value), and those of evaluate.
using AnsweredCells = std::vector<std::pair<engine::Index, engine::Index>>;
engine::Result<AnsweredCells> evaluate_cells(std::string_view answer, const engine::Trace& trace);

// Rows and columns of an answer: "2 x 5", "2 × 5", or "shape ADDRESS". Errors: error.lesson_shape (value),
// and error.unknown_stage.
engine::Result<std::pair<engine::Index, engine::Index>> evaluate_shape(std::string_view answer,
                                                                       const engine::Trace& trace);

// Whether a stage has a cell. Error error.cell_range (value, stage, last_row, last_column).
std::optional<engine::Error> check_cell(const engine::Trace& trace, int stage, engine::Index row,
                                        engine::Index column);

// A number as lessons say it: whole ones without decimals, others with two (four where two would not tell
// them from 0), large ones with fewer: "16", "0.73", "1.00", "0.0052", "12.5".
std::string lesson_number(double value);

// Whether a right answer is a whole number other than 0, which no rounding comes near: 27 paths are not 26.
bool is_count(double right);

// Whether a typed number is the right one: within 5 %, or if that is a count, exactly.
bool is_near(double typed, double right);

// Replaces each live value of a text, "{value …}", by what `write` makes of its expression; other braces
// stay.
std::string fill_values(std::string_view text, const std::function<std::string(std::string_view)>& write);

}  // namespace app
