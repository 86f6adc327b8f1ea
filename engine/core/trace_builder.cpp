// trace_builder.cpp: computes the stages of a run in order, and reuses unchanged ones from an earlier run.
#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/core/edited.h"
#include "engine/core/parallel.h"
#include "engine/core/trace.h"

namespace engine {
namespace {

constexpr size_t kFewStages = 64;  // about the stages of one layer

}  // namespace

TraceBuilder::TraceBuilder(std::vector<Sequence> sequences, std::vector<std::string> vocabulary,
                           std::shared_ptr<const Trace> earlier)
    : trace_(std::make_shared<Trace>()), earlier_(std::move(earlier)) {
  trace_->sequences_ = std::move(sequences);
  trace_->vocabulary_ = std::make_shared<const std::vector<std::string>>(std::move(vocabulary));
  const size_t expected = earlier_ ? earlier_->stages_.size() : kFewStages;
  trace_->stages_.reserve(expected);
  trace_->storage_.reserve(expected);
  same_.reserve(expected);
}

TraceBuilder::TraceBuilder(const Trace& begun)
    : trace_(std::make_shared<Trace>(begun)), same_(begun.stages_.size(), -1) {
  trace_->index_.clear();  // of addresses that lie in the other trace
  trace_->bytes_ = 0;
  trace_->reused_ = 0;
  if (recomputes()) trace_->number_ = BandCache::next_trace();
}

void TraceBuilder::recompute(std::shared_ptr<BandCache> cache) {
  trace_->cache_ = std::move(cache);
  trace_->number_ = BandCache::next_trace();
}

int TraceBuilder::add_sequence(Sequence sequence) {
  trace_->sequences_.push_back(std::move(sequence));
  return static_cast<int>(trace_->sequences_.size()) - 1;
}

bool TraceBuilder::has_edits_below(std::string_view address) const {
  return std::any_of(edits_.begin(), edits_.end(),
                     [&](const StageEdits& stage) { return stage.address.starts_with(address); });
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
  assert(!storage.matrix || storage.row + stage.rows <= storage.matrix->rows());
  assert(!storage.matrix || storage.column + stage.columns <= storage.matrix->cols());
  stage.kind = kind_of(stage.address);
  trace_->stages_.push_back(std::move(stage));
  trace_->storage_.push_back(std::move(storage));
  same_.push_back(earlier);
  return trace_->size() - 1;
}

int TraceBuilder::push_known(Stage stage, Trace::Storage storage, int earlier) {
  ++trace_->reused_;
  return push(std::move(stage), std::move(storage), earlier);
}

std::vector<ConstView> TraceBuilder::input_views(const Stage& stage, std::vector<Matrix>& made) const {
  std::vector<ConstView> views;
  views.reserve(stage.inputs.size());
  made.reserve(stage.inputs.size());  // views point into it, so its elements must not move
  for (size_t i = 0; i < stage.inputs.size(); ++i) {
    const int input = stage.inputs[i];
    const Shape shape = this->stage(input).shape();
    if (!stage.operation->reads(i)) {
      views.emplace_back(nullptr, shape.rows, shape.columns, Eigen::OuterStride<>(shape.columns));
    } else if (trace_->storage(input).matrix) {
      views.push_back(trace_->view(input));
    } else if (input == viewed_) {
      views.push_back(whole(std::as_const(viewed_numbers_)));
    } else {
      made.push_back(make_whole(input));
      views.push_back(whole(std::as_const(made.back())));
    }
  }
  return views;
}

// All of a stage that is not kept, each of its own inputs computed once, on all cores.
Matrix TraceBuilder::make_whole(int index) const {
  const Stage& stage = this->stage(index);
  Matrix numbers(stage.rows, stage.columns);
  if (const Parameter& parameter = trace_->storage(index).parameter) {
    parameter.read(0, 0, whole(numbers));
  } else if (!stop_requested()) {
    compute(stage, whole(numbers));
  }
  return numbers;
}

void TraceBuilder::compute(const Stage& stage, const View& out) const {
  std::vector<Matrix> made;
  const std::vector<ConstView> inputs = input_views(stage, made);
  const Operation& operation = *stage.operation;
  // Products split themselves; elementwise and rowwise work is split here.
  const bool by_rows = operation.is_elementwise() || operation.layout() == Layout::kRowwise;
  if (!by_rows || out.size() < kNumbersWorthSplitting) return operation.forward(inputs, out);
  const Index height = std::max<Index>(1, kNumbersWorthSplitting / out.cols() / 2);
  parallel_for((out.rows() + height - 1) / height, [&](Index part) {
    const Block block{part * height, 0, std::min(height, out.rows() - part * height), out.cols()};
    std::vector<ConstView> parts;
    parts.reserve(inputs.size());
    for (size_t i = 0; i < inputs.size(); ++i) {
      const ConstView& all = inputs[i];
      const Block from = operation.footprint(i, block, {all.rows(), all.cols()});
      parts.emplace_back(all.data() + from.row * all.outerStride() + from.column, from.rows, from.columns,
                         Eigen::OuterStride<>(all.outerStride()));
    }
    const View rows(const_cast<float*>(out.data()) + block.row * out.outerStride(), block.rows, block.columns,
                    Eigen::OuterStride<>(out.outerStride()));
    operation.forward_block(parts, rows, block);
  });
}

ConstView TraceBuilder::view(int index) const {
  if (trace_->storage(index).matrix) return trace_->view(index);
  if (viewed_ != index) {
    viewed_numbers_ = make_whole(index);
    viewed_ = index;
  }
  return whole(std::as_const(viewed_numbers_));
}

// The stage at that address in the earlier trace, or -1. Usually it has the same index.
int TraceBuilder::earlier_at(std::string_view address) const {
  if (!earlier_) return -1;
  const int here = trace_->size();
  if (here < earlier_->size() && earlier_->stage(here).address == address) return here;
  return earlier_->find(address).value_or(-1);
}

// The stage of the earlier trace that was computed as this one would be, or -1.
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

// The stage of the earlier trace at that address, if it has these values, or -1.
int TraceBuilder::earlier_equal(const Stage& stage, const ConstView& numbers) const {
  const int index = earlier_at(stage.address);
  if (index < 0) return -1;
  if (!earlier_->storage(index).matrix) return -1;
  const ConstView old = earlier_->view(index);
  const bool alike = old.rows() == numbers.rows() && old.cols() == numbers.cols();
  return alike && old == numbers ? index : -1;
}

std::shared_ptr<const Matrix> TraceBuilder::earlier_product(std::string_view address,
                                                            const Operation& operation, int input,
                                                            const Parameter& weight) const {
  // If weights were typed, not all of the shared matrix comes from the weights of its own heads.
  const bool any_edits = !edits_.empty() || (earlier_ && earlier_->is_edited_);
  const auto found = earlier_ && !any_edits ? earlier_->find(address) : std::nullopt;
  if (!found) return nullptr;
  const Stage& old = earlier_->stage(*found);
  const bool same = old.inputs.size() >= 2 && old.operation->name() == operation.name() &&
                    same_[static_cast<size_t>(input)] == old.inputs[0];
  if (!same) return nullptr;
  const Trace::Storage& then = earlier_->storage(old.inputs[1]);
  if (!then.matrix || !weight.held()) {
    const Parameter head = weight.middle_rows(0, earlier_->stage(old.inputs[1]).rows);
    return then.parameter == head ? earlier_->storage(*found).matrix : nullptr;
  }
  const Matrix& weight_then = *then.matrix;
  const Matrix& weight_now = *weight.held();
  const bool same_weight =
      &weight_then == &weight_now || (weight_then.rows() == weight_now.rows() &&
                                      weight_then.cols() == weight_now.cols() && weight_then == weight_now);
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
  if (const int same = earlier_same(stage); same >= 0 && earlier_->storage(same).matrix) {
    return push_known(std::move(stage), earlier_->storage(same), same);
  }
  auto own = std::make_shared<Matrix>(stage.rows, stage.columns);
  compute(stage, whole(*own));
  const int equal = earlier_equal(stage, whole(std::as_const(*own)));
  Trace::Storage storage = equal >= 0 ? earlier_->storage(equal) : Trace::Storage{std::move(own), 0, 0};
  return push(std::move(stage), std::move(storage), equal);
}

int TraceBuilder::add_on_demand(Stage stage) {
  if (!recomputes()) return add(std::move(stage));
  take_edits(stage);
  const int same = earlier_same(stage);
  return push(std::move(stage), {}, same);
}

int TraceBuilder::add_into(Stage stage, const std::shared_ptr<Matrix>& shared, Index row, Index column) {
  take_edits(stage);
  View out(shared->data() + row * shared->cols() + column, stage.rows, stage.columns,
           Eigen::OuterStride<>(shared->cols()));
  if (const int same = earlier_same(stage); same >= 0 && earlier_->storage(same).matrix) {
    out = earlier_->view(same);
    return push_known(std::move(stage), {shared, row, column}, same);
  }
  compute(stage, out);
  const int equal =
      earlier_equal(stage, {out.data(), out.rows(), out.cols(), Eigen::OuterStride<>(shared->cols())});
  return push(std::move(stage), {shared, row, column}, equal);
}

int TraceBuilder::add_given(Stage stage, Parameter numbers, Index row, Index column) {
  numbers = numbers.block(row, column, stage.rows, stage.columns);
  if (const StageEdits* const edits = take_edits(stage)) {
    Matrix own = numbers.matrix();
    write_edits(*edits, own);
    numbers = std::make_shared<const Matrix>(std::move(own));
  }
  Trace::Storage storage = numbers.held() ? Trace::Storage{numbers.held(), numbers.row(), numbers.column()}
                                          : Trace::Storage{.parameter = numbers};
  const int same = earlier_same(stage);
  if (same < 0) return push(std::move(stage), std::move(storage), -1);
  const Trace::Storage& old = earlier_->storage(same);
  const bool is_it =
      storage.matrix ? old.matrix == storage.matrix && old.row == storage.row && old.column == storage.column
                     : old.parameter == numbers;
  const bool is_known = is_it || (storage.matrix && old.matrix && numbers.view() == earlier_->view(same));
  return is_known ? push_known(std::move(stage), old, same) : push(std::move(stage), std::move(storage), -1);
}

int TraceBuilder::add_shared(Stage stage, const Trace& from, int index) {
  const Trace::Storage& held = from.storage(index);
  if (held.matrix) return add_given(std::move(stage), held.matrix, held.row, held.column);
  if (held.parameter) return add_given(std::move(stage), held.parameter);
  auto made = std::make_shared<const Matrix>(from.read(index, 0, 0, stage.rows, stage.columns));
  return add_given(std::move(stage), std::move(made));
}

int TraceBuilder::add_computed(Stage stage, std::shared_ptr<const Matrix> shared, Index row, Index column) {
  const StageEdits* const edits = take_edits(stage);
  if (const int same = earlier_same(stage); same >= 0 && earlier_->storage(same).matrix) {
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
  if (!edits_.empty() && edits_of(stage.address) != nullptr) return add_on_demand(std::move(stage));
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

void TraceBuilder::mark_fully_masked_rows(int stage, std::vector<Index> rows) {
  if (!rows.empty()) trace_->fully_masked_rows_.emplace_back(stage, std::move(rows));
}

std::shared_ptr<const Trace> TraceBuilder::build() && {
  std::vector<const Matrix*> held;
  held.reserve(trace_->storage_.size());
  for (const auto& storage : trace_->storage_) {
    if (storage.matrix) held.push_back(storage.matrix.get());
  }
  std::sort(held.begin(), held.end());
  held.erase(std::unique(held.begin(), held.end()), held.end());
  for (const Matrix* matrix : held) trace_->bytes_ += static_cast<size_t>(matrix->size()) * sizeof(float);
  trace_->is_edited_ = trace_->is_edited_ || !edits_.empty();
  trace_->index_.reserve(trace_->stages_.size());
  for (int i = 0; i < trace_->size(); ++i) trace_->index_.emplace(trace_->stage(i).address, i);
  return std::move(trace_);
}

}  // namespace engine
