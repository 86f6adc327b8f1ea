// reorder.cpp: moves rows, and columns of keys, back to their tokens' original positions.
#include "engine/analysis/reorder.h"

#include <algorithm>

#include "engine/analysis/compare.h"

namespace engine {

std::shared_ptr<const Trace> moved_back_trace(const Trace& moved, const Trace& original,
                                              std::string_view address, std::span<const Index> places) {
  const auto from = moved.find(address);
  const auto like = original.find(address);
  if (!from || !like) return nullptr;
  const Stage& stage = original.stage(*like);
  const auto count = static_cast<Index>(places.size());
  const bool is_map = stage.column_axis == Axis::kKeys;
  const bool fits =
      moved.stage(*from).rows == count && stage.rows == count &&
      (!is_map || (moved.stage(*from).columns == count && stage.columns == count)) &&
      std::all_of(places.begin(), places.end(), [&](Index place) { return place >= 0 && place < count; });
  if (!fits) return nullptr;
  auto numbers = std::make_shared<Matrix>(count, moved.stage(*from).columns);
  for (Index row = 0; row < count; ++row) {
    const Matrix read = moved.read_row(*from, places[static_cast<size_t>(row)]);
    for (Index column = 0; column < read.cols(); ++column)
      (*numbers)(row, column) = read(0, is_map ? places[static_cast<size_t>(column)] : column);
  }
  TraceBuilder builder(original.sequences(), original.vocabulary());
  Stage back = taken_over(stage, std::string(address), stage.symbol, "note.moved_back");
  back.columns = numbers->cols();
  builder.add_given(std::move(back), std::move(numbers));
  return std::move(builder).build();
}

std::shared_ptr<const Trace> columns_moved_trace(const Trace& trace, std::string_view address,
                                                 std::span<const Index> columns, std::string_view note) {
  const auto from = trace.find(address);
  if (!from) return nullptr;
  const Stage& stage = trace.stage(*from);
  const bool fits = std::all_of(columns.begin(), columns.end(),
                                [&](Index column) { return column >= 0 && column < stage.columns; });
  if (!fits) return nullptr;
  auto numbers = std::make_shared<Matrix>(stage.rows, static_cast<Index>(columns.size()));
  for (Index column = 0; column < numbers->cols(); ++column)
    numbers->col(column) = trace.read_column(*from, columns[static_cast<size_t>(column)]);
  TraceBuilder builder(trace.sequences(), trace.vocabulary());
  Stage moved = taken_over(stage, std::string(address), stage.symbol, note);
  moved.columns = numbers->cols();
  builder.add_given(std::move(moved), std::move(numbers));
  return std::move(builder).build();
}

}  // namespace engine
