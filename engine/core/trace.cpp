// trace.cpp: stores the stages of a run and reads their values.
#include "engine/core/trace.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "engine/core/hidden.h"
#include "engine/core/parallel.h"

namespace engine {
namespace {

// The number of letters to insert, delete or change to turn one word into the other (Levenshtein 1966).
size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<size_t> row(to.size() + 1);
  for (size_t j = 0; j <= to.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= from.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= to.size(); ++j) {
      const size_t change = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[to.size()];
}

// The number of rows of a stage that is not kept to compute at a time: a band has at most a million values,
// or is one row.
Index band_height(Index columns) {
  constexpr Index kNumbers = 1'000'000;
  return std::clamp<Index>(kNumbers / std::max<Index>(columns, 1), 1, 64);
}

// A row this wide, such as a token's probabilities over a large vocabulary, is computed alone if requested
// alone.
constexpr Index kWideRow = 16'384;

void include(const ConstView& numbers, Summary& summary) {
  for (Index row = 0; row < numbers.rows(); ++row) {
    for (Index column = 0; column < numbers.cols(); ++column) {
      const float value = numbers(row, column);
      if (!std::isfinite(value) || is_hidden(value)) {
        ++summary.hidden;
        continue;
      }
      summary.smallest = summary.finite == 0 ? value : std::min(summary.smallest, value);
      summary.largest = summary.finite == 0 ? value : std::max(summary.largest, value);
      ++summary.finite;
    }
  }
}

}  // namespace

std::optional<int> Trace::find(std::string_view address) const {
  const auto found = index_.find(address);
  if (found == index_.end()) return std::nullopt;
  return found->second;
}

std::vector<std::string> Trace::nearest(std::string_view address, size_t count) const {
  // Only the first letters of a hostile address are worth comparing.
  const std::string_view start = address.substr(0, 200);
  std::vector<std::pair<size_t, std::string>> ranked;
  for (const Stage& candidate : stages_) {
    ranked.emplace_back(edit_distance(start, candidate.address), candidate.address);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min(count, ranked.size()); ++i) names.push_back(ranked[i].second);
  return names;
}

ConstView Trace::view(int index) const {
  const Storage& storage = storage_.at(static_cast<size_t>(index));
  const Index stride = storage.matrix->cols();
  return {storage.matrix->data() + storage.row * stride + storage.column, stage(index).rows,
          stage(index).columns, Eigen::OuterStride<>(stride)};
}

ConstView Trace::view(int index, const Block& block) const {
  const Storage& storage = storage_.at(static_cast<size_t>(index));
  const Index stride = storage.matrix->cols();
  return {storage.matrix->data() + (storage.row + block.row) * stride + storage.column + block.column,
          block.rows, block.columns, Eigen::OuterStride<>(stride)};
}

Matrix Trace::read(int index, Index row, Index column, Index rows, Index columns) const {
  assert(row >= 0 && column >= 0 && row + rows <= stage(index).rows &&
         column + columns <= stage(index).columns);
  const Block block{row, column, rows, columns};
  if (is_kept(index)) return make_or_copy(index, block);
  // Whole rows are worth keeping, and so is what can only be computed in whole rows.
  const Shape shape = stage(index).shape();
  const bool by_rows = stage(index).operation->unit(block, shape).columns == shape.columns;
  return by_rows ? read_bands(index, block) : make(index, block);
}

float Trace::at(int index, Index row, Index column) const {
  assert(row >= 0 && column >= 0 && row < stage(index).rows && column < stage(index).columns);
  if (storage(index).matrix) return view(index)(row, column);
  return read(index, row, column, 1, 1)(0, 0);
}

Matrix Trace::make_or_copy(int index, const Block& block) const {
  const Storage& held = storage(index);
  if (held.matrix) return view(index, block);
  if (!held.parameter) return make(index, block);
  Matrix numbers(block.rows, block.columns);
  held.parameter.read(block.row, block.column, whole(numbers));
  return numbers;
}

Matrix Trace::make(int index, const Block& wanted) const {
  const Stage& made_stage = stage(index);
  const Operation& operation = *made_stage.operation;
  const Block made = operation.unit(wanted, made_stage.shape());
  std::vector<Matrix> held(made_stage.inputs.size());
  std::vector<ConstView> views;
  views.reserve(held.size());
  for (size_t i = 0; i < held.size(); ++i) {
    const int input = made_stage.inputs[i];
    const Block part = operation.footprint(i, made, stage(input).shape());
    if (!operation.reads(i)) {
      views.emplace_back(nullptr, part.rows, part.columns, Eigen::OuterStride<>(part.columns));
    } else if (storage(input).matrix) {
      views.push_back(view(input, part));
    } else {
      held[i] = make_or_copy(input, part);
      views.push_back(whole(std::as_const(held[i])));
    }
  }
  Matrix numbers(made.rows, made.columns);
  operation.forward_block(views, whole(numbers), made);
  if (made == wanted) return numbers;
  return numbers.block(wanted.row - made.row, wanted.column - made.column, wanted.rows, wanted.columns);
}

std::shared_ptr<const Matrix> Trace::band(int index, Index number) const {
  const BandCache::Key key{number_, index, number};
  if (auto known = cache_->find(key)) return known;
  const Index height = band_height(stage(index).columns);
  const Index first = number * height;
  const Index rows = std::min(height, stage(index).rows - first);
  auto made = std::make_shared<const Matrix>(make(index, {first, 0, rows, stage(index).columns}));
  if (!stop_requested()) cache_->keep(key, made);
  return made;
}

std::shared_ptr<const Matrix> Trace::lone_row(int index, Index row) const {
  const Index columns = stage(index).columns;
  if (auto known = cache_->find({number_, index, row / band_height(columns)})) {
    return std::make_shared<const Matrix>(known->row(row % band_height(columns)));
  }
  const BandCache::Key key{number_, index, -1 - row};  // never a band's key
  if (auto known = cache_->find(key)) return known;
  auto made = std::make_shared<const Matrix>(make(index, {row, 0, 1, columns}));
  if (!stop_requested()) cache_->keep(key, made);
  return made;
}

Matrix Trace::read_bands(int index, const Block& block) const {
  if (block.rows == 1 && stage(index).columns >= kWideRow)
    return lone_row(index, block.row)->middleCols(block.column, block.columns);
  const Index height = band_height(stage(index).columns);
  const Index first = block.row / height;
  const Index last = (block.row + block.rows - 1) / height;
  Matrix numbers(block.rows, block.columns);
  const bool is_large = block.rows * stage(index).columns > kNumbersWorthSplitting;
  std::optional<Serial> in_place;
  if (!is_large) in_place.emplace();
  parallel_for(block.rows > 0 ? last - first + 1 : 0, [&](Index i) {
    if (stop_requested()) return;
    const auto made = band(index, first + i);
    const Index band_row = (first + i) * height;
    const Index from = std::max(block.row, band_row);
    const Index to = std::min(block.row + block.rows, band_row + made->rows());
    numbers.middleRows(from - block.row, to - from) =
        made->block(from - band_row, block.column, to - from, block.columns);
  });
  return numbers;
}

Summary Trace::summary(int index) const {
  if (is_kept(index)) return summarise(index);
  if (const auto known = cache_->summary(number_, index)) return *known;
  const Summary summary = summarise(index);
  if (!stop_requested()) cache_->keep_summary(number_, index, summary);
  return summary;
}

Summary Trace::summarise(int index) const {
  const Shape shape = stage(index).shape();
  if (storage(index).matrix) {
    Summary summary;
    include(view(index), summary);
    return summary;
  }
  const Index height = band_height(shape.columns);
  std::vector<Summary> parts(static_cast<size_t>((shape.rows + height - 1) / height));
  parallel_for(static_cast<Index>(parts.size()), [&](Index i) {
    const Index first = i * height;
    const Matrix numbers = read(index, first, 0, std::min(height, shape.rows - first), shape.columns);
    include(whole(numbers), parts[static_cast<size_t>(i)]);
  });
  Summary summary;
  for (const Summary& part : parts) {
    if (part.finite > 0) {
      summary.smallest = summary.finite == 0 ? part.smallest : std::min(summary.smallest, part.smallest);
      summary.largest = summary.finite == 0 ? part.largest : std::max(summary.largest, part.largest);
    }
    summary.finite += part.finite;
    summary.hidden += part.hidden;
  }
  return summary;
}

Explanation Trace::explain(int index, Index row, Index column) const {
  return stage(index).operation->explain(*this, stage(index), row, column);
}

const std::vector<Index>& Trace::fully_masked_rows(int index) const {
  static const std::vector<Index> kNone;
  for (const auto& [marked, rows] : fully_masked_rows_) {
    if (marked == index) return rows;
  }
  return kNone;
}

bool Trace::shares(int index, const Trace& other) const {
  const auto found = other.find(stage(index).address);
  if (!found || !storage(index).matrix) return false;
  const Storage& mine = storage(index);
  const Storage& theirs = other.storage(*found);
  return mine.matrix == theirs.matrix && mine.row == theirs.row && mine.column == theirs.column &&
         stage(index).rows == other.stage(*found).rows && stage(index).columns == other.stage(*found).columns;
}

}  // namespace engine
