// trace.cpp: keeps the stages of a run and reads their numbers.
#include "engine/trace.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

namespace engine {
namespace {

// Number of letters to insert, delete or change to turn one word into the other (Levenshtein 1966).
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

}  // namespace

std::optional<int> Trace::find(std::string_view address) const {
  for (int i = 0; i < size(); ++i) {
    if (stage(i).address == address) return i;
  }
  return std::nullopt;
}

std::vector<std::string> Trace::nearest(std::string_view address, size_t count) const {
  // A hostile address is not worth more comparing than its first letters.
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

Matrix Trace::read(int index, Index row, Index column, Index rows, Index columns) const {
  assert(row >= 0 && column >= 0 && row + rows <= stage(index).rows &&
         column + columns <= stage(index).columns);
  return view(index).block(row, column, rows, columns);
}

float Trace::at(int index, Index row, Index column) const {
  assert(row >= 0 && column >= 0 && row < stage(index).rows && column < stage(index).columns);
  return view(index)(row, column);
}

Summary Trace::summary(int index) const {
  Summary summary;
  const ConstView numbers = view(index);
  for (Index row = 0; row < numbers.rows(); ++row) {
    for (Index column = 0; column < numbers.cols(); ++column) {
      const float value = numbers(row, column);
      if (!std::isfinite(value)) {
        ++summary.hidden;
        continue;
      }
      summary.smallest = summary.finite == 0 ? value : std::min(summary.smallest, value);
      summary.largest = summary.finite == 0 ? value : std::max(summary.largest, value);
      ++summary.finite;
    }
  }
  return summary;
}

Explanation Trace::explain(int index, Index row, Index column) const {
  return stage(index).operation->explain(*this, stage(index), row, column);
}

std::string Trace::formula(int index) const {
  std::vector<std::string> symbols;
  for (const int input : stage(index).inputs) symbols.push_back(stage(input).symbol);
  return stage(index).operation->formula(stage(index).symbol, symbols);
}

const std::vector<Index>& Trace::blind_rows(int index) const {
  static const std::vector<Index> kNone;
  for (const auto& [marked, rows] : blind_rows_) {
    if (marked == index) return rows;
  }
  return kNone;
}

TraceBuilder::TraceBuilder(std::vector<std::string> tokens, std::vector<bool> padding)
    : trace_(std::make_shared<Trace>()) {
  assert(tokens.size() == padding.size());
  trace_->tokens_ = std::move(tokens);
  trace_->padding_ = std::move(padding);
}

int TraceBuilder::push(Stage stage, Trace::Storage storage) {
  assert(storage.row + stage.rows <= storage.matrix->rows());
  assert(storage.column + stage.columns <= storage.matrix->cols());
  trace_->stages_.push_back(std::move(stage));
  trace_->storage_.push_back(std::move(storage));
  return trace_->size() - 1;
}

std::vector<ConstView> TraceBuilder::input_views(const Stage& stage) const {
  std::vector<ConstView> views;
  views.reserve(stage.inputs.size());
  for (const int input : stage.inputs) views.push_back(view(input));
  return views;
}

int TraceBuilder::add(Stage stage) {
  auto own = std::make_shared<Matrix>(stage.rows, stage.columns);
  return add_into(std::move(stage), own, 0, 0);
}

int TraceBuilder::add_into(Stage stage, const std::shared_ptr<Matrix>& shared, Index row, Index column) {
  View out(shared->data() + row * shared->cols() + column, stage.rows, stage.columns,
           Eigen::OuterStride<>(shared->cols()));
  const std::vector<ConstView> inputs = input_views(stage);
  stage.operation->forward(inputs, out);
  return push(std::move(stage), {shared, row, column});
}

int TraceBuilder::add_given(Stage stage, std::shared_ptr<const Matrix> numbers, Index row, Index column) {
  return push(std::move(stage), {std::move(numbers), row, column});
}

int TraceBuilder::add_computed(Stage stage, std::shared_ptr<const Matrix> shared, Index row, Index column) {
  return push(std::move(stage), {std::move(shared), row, column});
}

int TraceBuilder::add_identity(Stage stage) {
  assert(!stage.inputs.empty());
  Trace::Storage same = trace_->storage_.at(static_cast<size_t>(stage.inputs.front()));
  return push(std::move(stage), std::move(same));
}

void TraceBuilder::mark_blind_rows(int stage, std::vector<Index> rows) {
  if (!rows.empty()) trace_->blind_rows_.emplace_back(stage, std::move(rows));
}

std::shared_ptr<const Trace> TraceBuilder::build() && {
  std::set<const Matrix*> counted;
  for (const auto& storage : trace_->storage_) {
    if (counted.insert(storage.matrix.get()).second) {
      trace_->bytes_ += static_cast<size_t>(storage.matrix->size()) * sizeof(float);
    }
  }
  return std::move(trace_);
}

}  // namespace engine
