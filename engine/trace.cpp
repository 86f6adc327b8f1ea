// trace.cpp: keeps the stages of a run and reads their numbers.
#include "engine/trace.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>
#include <utility>

#include "engine/hidden.h"
#include "engine/ops/operations.h"

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
  const auto found = index_.find(address);
  if (found == index_.end()) return std::nullopt;
  return found->second;
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
      if (!std::isfinite(value) || is_hidden(value)) {
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

bool Trace::shares(int index, const Trace& other) const {
  const auto found = other.find(stage(index).address);
  if (!found) return false;
  const Storage& mine = storage(index);
  const Storage& theirs = other.storage(*found);
  return mine.matrix == theirs.matrix && mine.row == theirs.row && mine.column == theirs.column &&
         stage(index).rows == other.stage(*found).rows && stage(index).columns == other.stage(*found).columns;
}

TraceBuilder::TraceBuilder(std::vector<Sequence> sequences, std::vector<std::string> vocabulary,
                           std::shared_ptr<const Trace> earlier)
    : trace_(std::make_shared<Trace>()), earlier_(std::move(earlier)) {
  trace_->sequences_ = std::move(sequences);
  trace_->vocabulary_ = std::move(vocabulary);
}

const StageEdits* TraceBuilder::take_edits(Stage& stage) const {
  const StageEdits* const edits = edits_.empty() ? nullptr : edits_of(stage.address);
  if (edits != nullptr) stage.operation = edited(stage.operation, *edits);
  return edits;
}

Trace::Storage TraceBuilder::with_edits(const StageEdits& edits, const Stage& stage,
                                        const Trace::Storage& numbers) {
  auto own =
      std::make_shared<Matrix>(numbers.matrix->block(numbers.row, numbers.column, stage.rows, stage.columns));
  write_edits(edits, *own);
  return {std::move(own), 0, 0};
}

int TraceBuilder::push(Stage stage, Trace::Storage storage, int earlier) {
  assert(storage.row + stage.rows <= storage.matrix->rows());
  assert(storage.column + stage.columns <= storage.matrix->cols());
  trace_->stages_.push_back(std::move(stage));
  trace_->storage_.push_back(std::move(storage));
  same_.push_back(earlier);
  return trace_->size() - 1;
}

int TraceBuilder::push_known(Stage stage, Trace::Storage storage, int earlier) {
  ++trace_->reused_;
  return push(std::move(stage), std::move(storage), earlier);
}

std::vector<ConstView> TraceBuilder::input_views(const Stage& stage) const {
  std::vector<ConstView> views;
  views.reserve(stage.inputs.size());
  for (const int input : stage.inputs) views.push_back(view(input));
  return views;
}

// The stage of that address in the earlier trace, or -1. Most often it stands at the same index.
int TraceBuilder::earlier_at(std::string_view address) const {
  if (!earlier_) return -1;
  const int here = trace_->size();
  if (here < earlier_->size() && earlier_->stage(here).address == address) return here;
  return earlier_->find(address).value_or(-1);
}

// The stage of the earlier trace that was made as this one would be, or -1.
int TraceBuilder::earlier_same(const Stage& stage) const {
  const int index = earlier_at(stage.address);
  if (index < 0) return -1;
  const Stage& old = earlier_->stage(index);
  const bool alike = old.rows == stage.rows && old.columns == stage.columns &&
                     old.inputs.size() == stage.inputs.size() && old.operation->same_as(*stage.operation);
  if (!alike) return -1;
  for (size_t i = 0; i < stage.inputs.size(); ++i) {
    if (same_[static_cast<size_t>(stage.inputs[i])] != old.inputs[i]) return -1;
  }
  return index;
}

// The stage of the earlier trace at that address, if it has these numbers, or -1.
int TraceBuilder::earlier_equal(const Stage& stage, const ConstView& numbers) const {
  const int index = earlier_at(stage.address);
  if (index < 0) return -1;
  const ConstView old = earlier_->view(index);
  const bool alike = old.rows() == numbers.rows() && old.cols() == numbers.cols();
  return alike && old == numbers ? index : -1;
}

std::shared_ptr<const Matrix> TraceBuilder::earlier_product(std::string_view address,
                                                            const Operation& operation, int input,
                                                            const Matrix& weight) const {
  // Where weights were typed, the matrix that a stage lies in is not all made from the weights of its own
  // head.
  const bool any_edits = !edits_.empty() || (earlier_ && earlier_->is_edited_);
  const auto found = earlier_ && !any_edits ? earlier_->find(address) : std::nullopt;
  if (!found) return nullptr;
  const Stage& old = earlier_->stage(*found);
  const bool same = old.inputs.size() >= 2 && old.operation->same_as(operation) &&
                    same_[static_cast<size_t>(input)] == old.inputs[0];
  if (!same) return nullptr;
  const Matrix& weight_then = *earlier_->storage(old.inputs[1]).matrix;
  const bool same_weight =
      &weight_then == &weight ||
      (weight_then.rows() == weight.rows() && weight_then.cols() == weight.cols() && weight_then == weight);
  return same_weight ? earlier_->storage(*found).matrix : nullptr;
}

std::shared_ptr<const Matrix> TraceBuilder::earlier_source(std::string_view address,
                                                           const Operation& operation, Index rows,
                                                           Index columns) const {
  const auto found = earlier_ ? earlier_->find(address) : std::nullopt;
  if (!found) return nullptr;
  const Stage& old = earlier_->stage(*found);
  const bool same =
      old.inputs.empty() && old.rows == rows && old.columns == columns && old.operation->same_as(operation);
  return same ? earlier_->storage(*found).matrix : nullptr;
}

int TraceBuilder::add(Stage stage) {
  take_edits(stage);
  if (const int same = earlier_same(stage); same >= 0) {
    return push_known(std::move(stage), earlier_->storage(same), same);
  }
  auto own = std::make_shared<Matrix>(stage.rows, stage.columns);
  stage.operation->forward(input_views(stage), whole(*own));
  const int equal = earlier_equal(stage, whole(std::as_const(*own)));
  Trace::Storage storage = equal >= 0 ? earlier_->storage(equal) : Trace::Storage{std::move(own), 0, 0};
  return push(std::move(stage), std::move(storage), equal);
}

int TraceBuilder::add_into(Stage stage, const std::shared_ptr<Matrix>& shared, Index row, Index column) {
  take_edits(stage);
  View out(shared->data() + row * shared->cols() + column, stage.rows, stage.columns,
           Eigen::OuterStride<>(shared->cols()));
  if (const int same = earlier_same(stage); same >= 0) {
    out = earlier_->view(same);
    return push_known(std::move(stage), {shared, row, column}, same);
  }
  stage.operation->forward(input_views(stage), out);
  const int equal =
      earlier_equal(stage, {out.data(), out.rows(), out.cols(), Eigen::OuterStride<>(shared->cols())});
  return push(std::move(stage), {shared, row, column}, equal);
}

int TraceBuilder::add_given(Stage stage, std::shared_ptr<const Matrix> numbers, Index row, Index column) {
  if (const StageEdits* const edits = take_edits(stage)) {
    numbers = with_edits(*edits, stage, {std::move(numbers), row, column}).matrix;
    row = column = 0;
  }
  const int same = earlier_same(stage);
  if (same >= 0) {
    const Trace::Storage& old = earlier_->storage(same);
    const bool is_it = old.matrix == numbers && old.row == row && old.column == column;
    const ConstView given(numbers->data() + row * numbers->cols() + column, stage.rows, stage.columns,
                          Eigen::OuterStride<>(numbers->cols()));
    if (is_it || given == earlier_->view(same)) return push_known(std::move(stage), old, same);
  }
  return push(std::move(stage), {std::move(numbers), row, column}, -1);
}

int TraceBuilder::add_shared(Stage stage, const Trace& from, int index) {
  const Trace::Storage& held = from.storage(index);
  return add_given(std::move(stage), held.matrix, held.row, held.column);
}

int TraceBuilder::add_computed(Stage stage, std::shared_ptr<const Matrix> shared, Index row, Index column) {
  const StageEdits* const edits = take_edits(stage);
  if (const int same = earlier_same(stage); same >= 0) {
    return push_known(std::move(stage), earlier_->storage(same), same);
  }
  if (edits != nullptr) {
    Trace::Storage own = with_edits(*edits, stage, {std::move(shared), row, column});
    return push(std::move(stage), std::move(own), -1);
  }
  return push(std::move(stage), {std::move(shared), row, column}, -1);
}

int TraceBuilder::add_identity(Stage stage) {
  assert(!stage.inputs.empty());
  if (!edits_.empty() && edits_of(stage.address) != nullptr) return add(std::move(stage));
  Trace::Storage storage = trace_->storage(stage.inputs.front());
  const int same = earlier_same(stage);
  return same >= 0 ? push_known(std::move(stage), std::move(storage), same)
                   : push(std::move(stage), std::move(storage), same);
}

std::optional<int> TraceBuilder::find(std::string_view address) const {
  for (int i = 0; i < trace_->size(); ++i) {
    if (stage(i).address == address) return i;
  }
  return std::nullopt;
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
  trace_->is_edited_ = !edits_.empty();
  trace_->index_.reserve(trace_->stages_.size());
  for (int i = 0; i < trace_->size(); ++i) trace_->index_.emplace(trace_->stage(i).address, i);
  return std::move(trace_);
}

}  // namespace engine
