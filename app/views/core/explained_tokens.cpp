// explained_tokens.cpp: from a cell's row and column to their tokens.
#include "app/views/core/explained_tokens.h"

namespace views {

ExplainedTokens explained_tokens(const Frame& frame) {
  ExplainedTokens tokens;
  const engine::Cell cell = frame.explained_cell();
  if (cell.stage < 0) return tokens;
  const engine::Stage& stage = frame.trace().stage(cell.stage);
  const engine::AxisRef rows = stage.rows_are();
  const engine::AxisRef columns = stage.columns_are();
  if (rows.counts_tokens())
    (stage.row_axis == engine::Axis::kKeys ? tokens.key : tokens.query) = {rows.sequence, cell.row};
  if (stage.column_axis == engine::Axis::kKeys && columns.counts_tokens())
    tokens.key = {columns.sequence, cell.column};
  return tokens;
}

}  // namespace views
