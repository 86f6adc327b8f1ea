// batch_plan.cpp: reads one example's trace and its backward pass, and keeps what its end and the
// parameters' gradients need.
#include "engine/training/batch_plan.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "engine/core/address.h"
#include "engine/core/trace.h"
#include "engine/gradients/gradient_stages.h"
#include "engine/training/merge_heads.h"

namespace engine {
namespace {

constexpr Index kAlignment = 16;  // numbers of a slot's room: a cache line

// What a stage is to a batch.
enum class StageRole { kParameter, kConstant, kInput, kEach, kShared };

class Planner {
 public:
  Planner(const BatchSubject& subject, const BatchShape& shape, bool with_backward,
          const std::vector<std::string>& kept)
      : subject_(subject), kept_(kept), stages_forward_(subject.trace->size()) {
    plan_.shape = shape;
    trace_ = with_backward ? with_gradients(*subject.trace, Cell{subject.end, 0, 0}) : subject.trace;
  }

  BatchPlan run() {
    find_roles();
    find_needed();
    find_joint();
    for (int stage = 0; stage < trace_->size(); ++stage) {
      if (needed_[at(stage)]) add_stage(stage);
    }
    plan_.end = place(subject_.end);
    for (const std::string& address : kept_) {
      if (const auto stage = trace_->find(address)) plan_.kept.emplace(address, place(*stage));
    }
    merge_heads(plan_.forward);
    merge_heads(plan_.backward);
    mark_sums();
    allocate();
    return std::move(plan_);
  }

 private:
  static size_t at(int stage) { return static_cast<size_t>(stage); }
  const Stage& stage(int index) const { return trace_->stage(index); }
  bool is_backward(int index) const { return index >= stages_forward_; }

  // The stage that a gradient is that of.
  int base_of(int index) const { return trace_->find(without_gradient(stage(index).address)).value(); }
  bool is_seed(int index) const {
    return is_backward(index) && stage(index).operation->name() == "unit_cell";
  }

  void find_roles() {
    for (size_t i = 0; i < subject_.tensors.size(); ++i)
      tensors_.emplace(subject_.tensors[i].numbers.get(), static_cast<int>(i));
    roles_.resize(at(trace_->size()));
    for (int i = 0; i < trace_->size(); ++i) roles_[at(i)] = role_of(i);
  }

  StageRole role_of(int index) const {
    if (is_seed(index)) return StageRole::kInput;
    if (is_backward(index)) {
      const StageRole base = roles_[at(base_of(index))];
      return base == StageRole::kEach || base == StageRole::kInput ? StageRole::kEach : StageRole::kShared;
    }
    const Stage& own = stage(index);
    if (own.inputs.empty()) {
      if (tensors_.contains(trace_->place(index).matrix)) return StageRole::kParameter;
      return subject_.input_name(own).empty() ? StageRole::kConstant : StageRole::kInput;
    }
    const bool is_each = std::ranges::any_of(own.inputs, [&](int input) {
      const StageRole role = roles_[at(input)];
      return role == StageRole::kEach || role == StageRole::kInput;
    });
    return is_each ? StageRole::kEach : StageRole::kShared;
  }

  // What the end, the stages to be kept and the gradients of the parameters are made from.
  void find_needed() {
    needed_.assign(at(trace_->size()), false);
    needed_[at(subject_.end)] = true;
    for (const std::string& address : kept_) {
      if (const auto found = trace_->find(address)) needed_[at(*found)] = true;
    }
    for (int i = stages_forward_; i < trace_->size(); ++i) {
      if (is_parameters_gradient(i)) needed_[at(i)] = true;
    }
    for (int i = trace_->size() - 1; i >= 0; --i) {
      if (!needed_[at(i)] || is_seed(i)) continue;
      for (const int input : stage(i).inputs) needed_[at(input)] = true;
    }
  }

  bool is_parameters_gradient(int index) const {
    if (!is_backward(index)) return false;
    const std::string& address = stage(index).address;
    const int base = base_of(index);
    return roles_[at(base)] == StageRole::kParameter && address == gradient_address(stage(base).address) &&
           learns(base);
  }

  bool learns(int parameter) const {
    if (!subject_.stays) return true;
    const int tensor = tensors_.at(trace_->place(parameter).matrix);
    return !subject_.stays(subject_.tensors[at(tensor)]);
  }

  // Matrices that hold several stages side by side: all heads' queries, the concatenation of their outputs.
  // Their gradients stand side by side as well, unless two stages share a column, as keys for several heads
  // do.
  void find_joint() {
    std::map<const Matrix*, std::vector<Index>> columns;
    for (int i = 0; i < stages_forward_; ++i) {
      const Trace::Place held = trace_->place(i);
      if (roles_[at(i)] != StageRole::kEach || held.matrix == nullptr ||
          held.matrix->cols() == stage(i).columns)
        continue;
      columns[held.matrix].push_back(held.column);
    }
    for (auto& [matrix, starts] : columns) {
      std::ranges::sort(starts);
      if (std::ranges::adjacent_find(starts) == starts.end()) joint_.insert({matrix, -1});
    }
  }

  int add_slot(Index rows, Index columns, bool is_each) {
    plan_.slots.push_back({rows, columns, is_each});
    return static_cast<int>(plan_.slots.size()) - 1;
  }

  BatchPlace slot_place(int slot, Index column, int index) const {
    return {BatchPlace::Room::kSlot,
            slot,
            column,
            stage(index).rows,
            stage(index).columns,
            plan_.slots[at(slot)].columns,
            plan_.slots[at(slot)].is_each};
  }

  BatchPlace place(int index) const { return places_.at(index); }

  // Where a stage's numbers are to be.
  BatchPlace find_place(int index) {
    const Stage& own = stage(index);
    const Trace::Place held = trace_->place(index);
    switch (roles_[at(index)]) {
      case StageRole::kParameter:
        return parameter_place(index, BatchPlace::Room::kParameter);
      case StageRole::kConstant:
        plan_.constants.push_back(trace_->read(index, 0, 0, own.rows, own.columns));
        return {BatchPlace::Room::kConstant,
                static_cast<int>(plan_.constants.size()) - 1,
                0,
                own.rows,
                own.columns,
                own.columns,
                false};
      case StageRole::kShared:
        if (is_parameters_gradient(index))
          return parameter_place(base_of(index), BatchPlace::Room::kGradient);
        return slot_place(add_slot(own.rows, own.columns, false), 0, index);
      case StageRole::kInput:
      case StageRole::kEach:
        break;
    }
    if (!is_backward(index) && roles_[at(index)] == StageRole::kInput) return input_place(index);
    if (is_backward(index) && own.address == gradient_address(stage(base_of(index)).address)) {
      const Trace::Place base = trace_->place(base_of(index));
      if (const auto joint = joint_.find(base.matrix); joint != joint_.end()) {
        if (joint->second < 0) joint->second = add_slot(own.rows, base.matrix->cols(), true);
        return slot_place(joint->second, base.column, index);
      }
    }
    const bool is_whole = held.matrix != nullptr && held.row == 0 && held.matrix->rows() == own.rows;
    if (!is_whole) return slot_place(add_slot(own.rows, own.columns, true), 0, index);
    auto [slot, is_new] = slots_.try_emplace(held.matrix, 0);
    if (is_new) slot->second = add_slot(own.rows, held.matrix->cols(), true);
    return slot_place(slot->second, held.column, index);
  }

  BatchPlace parameter_place(int index, BatchPlace::Room room) const {
    const Trace::Place held = trace_->place(index);
    return {room,
            tensors_.at(held.matrix),
            held.row * held.matrix->cols() + held.column,
            stage(index).rows,
            stage(index).columns,
            held.matrix->cols(),
            false};
  }

  BatchPlace input_place(int index) {
    const auto [known, is_new] = plan_.inputs.try_emplace(subject_.input_name(stage(index)));
    if (!is_new) return known->second;
    known->second = slot_place(add_slot(stage(index).rows, stage(index).columns, true), 0, index);
    // What hands it on as it is lies in the same place.
    if (const Matrix* const held = trace_->place(index).matrix)
      slots_.try_emplace(held, known->second.number);
    return known->second;
  }

  void add_stage(int index) {
    const BatchPlace out = places_.emplace(index, find_place(index)).first->second;
    const Stage& own = stage(index);
    if (is_seed(index)) plan_.seed = out;
    const bool is_made = roles_[at(index)] == StageRole::kEach || roles_[at(index)] == StageRole::kShared;
    if (!is_made) return;
    BatchStep step{.address = own.address, .operation = own.operation, .out = out};
    for (const int input : own.inputs) step.inputs.push_back(place(input));
    if (is_there(step)) return;
    step.work = work_of(step);
    (is_backward(index) ? plan_.backward : plan_.forward).push_back(std::move(step));
  }

  // Whether the result stands already where it is to be: what is handed on, heads that lie side by side.
  static bool is_there(const BatchStep& step) {
    if (step.inputs.empty()) return false;
    Index offset = step.out.offset;
    for (const BatchPlace& input : step.inputs) {
      BatchPlace wanted = step.out;
      wanted.offset = offset;
      wanted.columns = input.columns;
      if (input != wanted) return false;
      offset += input.columns;
    }
    return offset - step.out.offset == step.out.columns;
  }

  static BatchStep::Work work_of(const BatchStep& step) {
    using enum BatchStep::Work;
    const bool reads_each = std::ranges::any_of(step.inputs, &BatchPlace::is_each);
    if (!step.out.is_each) {
      if (!reads_each) return kAtOnce;
      if (step.operation->sums_rows() && std::ranges::all_of(step.inputs, &BatchPlace::is_each))
        return kAtOnce;
      return kSumEach;
    }
    if (step.operation->takes_stacks()) return kAtOnce;
    for (size_t i = 0; i < step.inputs.size(); ++i) {
      const BatchPlace& input = step.inputs[i];
      const bool follows = step.operation->follows_rows(i);
      const bool is_along = follows && input.is_each && input.rows == step.out.rows;
      const bool is_whole = !input.is_each && !follows;
      if (!is_along && !is_whole) return kEach;
    }
    return kAtOnce;
  }

  // A parameter that is read in several places has the sum of what they send back: all but the first add.
  void mark_sums() {
    std::vector<const BatchPlace*> written;
    for (BatchStep& step : plan_.backward) {
      if (step.out.room == BatchPlace::Room::kGradient) {
        step.adds =
            std::ranges::any_of(written, [&](const BatchPlace* other) { return overlap(*other, step.out); });
        written.push_back(&step.out);
      }
      if (step.adds || step.work == BatchStep::Work::kSumEach)
        plan_.scratch = std::max(plan_.scratch, step.out.rows * step.out.columns);
    }
    for (const BatchStep& step : plan_.forward) {
      if (step.work == BatchStep::Work::kSumEach)
        plan_.scratch = std::max(plan_.scratch, step.out.rows * step.out.columns);
    }
  }

  static bool overlap(const BatchPlace& a, const BatchPlace& b) {
    const auto end = [](const BatchPlace& place) {
      return place.offset + (place.rows - 1) * place.stride + place.columns;
    };
    return a.number == b.number && a.offset < end(b) && b.offset < end(a);
  }

  // From the first step that touches a slot to the last; what comes from outside, and what is read from
  // there, lives throughout.
  struct Life {
    Index first = std::numeric_limits<Index>::max();
    Index last = -1;
    void touch(Index moment) {
      first = std::min(first, moment);
      last = std::max(last, moment);
    }
  };

  std::vector<Life> lives() const {
    std::vector<Life> lives(plan_.slots.size());
    Index moment = 0;
    const auto touch = [&](const BatchPlace& place, Index when) {
      if (place.room == BatchPlace::Room::kSlot) lives[at(place.number)].touch(when);
    };
    const auto touch_all = [&](const std::vector<BatchStep>& steps) {
      for (const BatchStep& step : steps) {
        ++moment;
        touch(step.out, moment);
        for (const BatchPlace& input : step.inputs) touch(input, moment);
      }
    };
    touch_all(plan_.forward);
    touch(plan_.end, ++moment);
    if (plan_.seed) touch(*plan_.seed, moment);
    touch_all(plan_.backward);
    const Index end = ++moment;
    const auto keep = [&](const BatchPlace& place) {
      touch(place, 0);
      touch(place, end);
    };
    for (const auto& [name, place] : plan_.inputs) keep(place);
    keep(plan_.end);
    for (const auto& [address, place] : plan_.kept) keep(place);
    return lives;
  }

  Index size_of(const BatchSlot& slot) const {
    const Index numbers = slot.rows * slot.columns * (slot.is_each ? plan_.shape.examples : 1);
    return (numbers + kAlignment - 1) / kAlignment * kAlignment;
  }

  // Gives each slot the first room that is free while it lives.
  void allocate() {
    const std::vector<Life> all = lives();
    std::vector<size_t> order(all.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, [&](size_t a, size_t b) { return all[a].first < all[b].first; });
    std::vector<size_t> placed;
    for (const size_t slot : order) {
      if (all[slot].last < 0) continue;
      std::vector<std::pair<Index, Index>> taken;
      for (const size_t other : placed) {
        if (all[other].first <= all[slot].last && all[slot].first <= all[other].last)
          taken.emplace_back(plan_.slots[other].offset,
                             plan_.slots[other].offset + size_of(plan_.slots[other]));
      }
      std::ranges::sort(taken);
      Index offset = 0;
      for (const auto& [begin, end] : taken) {
        if (begin - offset >= size_of(plan_.slots[slot])) break;
        offset = std::max(offset, end);
      }
      plan_.slots[slot].offset = offset;
      plan_.arena = std::max(plan_.arena, offset + size_of(plan_.slots[slot]));
      placed.push_back(slot);
    }
  }

  const BatchSubject& subject_;
  const std::vector<std::string>& kept_;
  std::shared_ptr<const Trace> trace_;
  int stages_forward_ = 0;
  std::unordered_map<const Matrix*, int> tensors_;
  std::vector<StageRole> roles_;
  std::vector<bool> needed_;
  std::unordered_map<const Matrix*, int> slots_;  // of the matrices that stages lie in
  std::unordered_map<const Matrix*, int> joint_;  // of the gradients of those; -1: none yet
  std::unordered_map<int, BatchPlace> places_;
  BatchPlan plan_;
};

}  // namespace

BatchPlan plan_batch(const BatchSubject& subject, const BatchShape& shape, bool with_backward,
                     const std::vector<std::string>& kept) {
  return Planner(subject, shape, with_backward, kept).run();
}

}  // namespace engine
