// gradient_stages.cpp: goes through a trace from the target back, and lets every operation hand its gradient
// on.
#include "engine/gradients/gradient_stages.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/core/edits.h"
#include "engine/core/parallel.h"
#include "engine/ops/gradients.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

// A stage that reads another, as its input of this number.
struct Use {
  int reader = 0;
  size_t input = 0;
};

class BackwardPass {
 public:
  BackwardPass(TraceBuilder& builder, const Cell& target)
      : builder_(builder),
        target_(target),
        uses_(static_cast<size_t>(target.stage) + 1),
        is_needed_(uses_.size(), false),
        gradients_(uses_.size(), -1) {
    find_uses();
  }

  // Memory for the gradients when all of them are kept: each has its parts beside it. And for those that
  // others are made from: neither parts nor what is given.
  double bytes() const { return count_bytes(true); }
  double least_bytes() const { return count_bytes(false); }

  // From here on, in a recomputing trace, the gradients that others are made from are kept.
  void keep_what_is_read() { keeps_ = true; }

  // Whether it was not stopped.
  bool run() {
    for (int stage = target_.stage; stage >= 0; --stage) {
      if (stop_requested()) return false;
      if (is_needed_[static_cast<size_t>(stage)]) add_gradient(stage);
    }
    return true;
  }

 private:
  double count_bytes(bool with_all) const {
    double numbers = 0;
    for (size_t stage = 0; stage < uses_.size(); ++stage) {
      if (!is_needed_[stage] || (!with_all && is_leaf(static_cast<int>(stage)))) continue;
      const Shape shape = builder_.stage(static_cast<int>(stage)).shape();
      const size_t parts = with_all && uses_[stage].size() > 1 ? uses_[stage].size() : 0;
      numbers += static_cast<double>(shape.rows * shape.columns) * static_cast<double>(1 + parts);
    }
    return numbers * sizeof(float);
  }

  // Whether no gradient is made from this stage's: weights, and all else that is given.
  bool is_leaf(int stage) const { return builder_.stage(stage).inputs.empty(); }

  // Every stage stands behind those that it reads: one pass from the target down meets each reader first.
  // Uses are kept in the order of the computation.
  void find_uses() {
    is_needed_.back() = true;
    for (int reader = target_.stage; reader >= 0; --reader) {
      if (!is_needed_[static_cast<size_t>(reader)]) continue;
      const std::vector<int>& inputs = builder_.stage(reader).inputs;
      for (size_t input = 0; input < inputs.size(); ++input) {
        const auto read = static_cast<size_t>(inputs[input]);
        is_needed_[read] = true;
        uses_[read].push_back({reader, input});
      }
    }
    for (auto& uses : uses_)
      std::stable_sort(uses.begin(), uses.end(),
                       [](const Use& one, const Use& other) { return one.reader < other.reader; });
  }

  void add_gradient(int stage) {
    const auto& uses = uses_[static_cast<size_t>(stage)];
    int& gradient = gradients_[static_cast<size_t>(stage)];
    if (stage == target_.stage) {
      Stage seed = like(stage);
      seed.operation = unit_cell(target_.row, target_.column);
      gradient = builder_.add_on_demand(std::move(seed));
    } else if (uses.size() == 1) {
      gradient = add_part(stage, uses.front(), "");
    } else {
      gradient = add_sum(stage, uses);
    }
    if (const StageEdits* const typed = builder_.stage(stage).operation->typed()) {
      Stage rest = like(stage);
      rest.address += ".computed";
      rest.operation = without_typed(*typed);
      rest.inputs = {gradient};
      gradient = builder_.add_on_demand(std::move(rest));
    }
  }

  int add_sum(int stage, const std::vector<Use>& uses) {
    std::vector<int> parts;
    int last = -1;
    for (const Use& use : uses) {
      std::string through = builder_.stage(use.reader).address;
      if (last == use.reader) through += ".1";
      last = use.reader;
      parts.push_back(add_part(stage, use, through));
    }
    Stage sum = like(stage);
    sum.operation = add();
    sum.inputs = std::move(parts);
    return is_leaf(stage) ? builder_.add_on_demand(std::move(sum)) : builder_.add(std::move(sum));
  }

  // What goes back to a stage through one that reads it; `through`: that one's address, where there are
  // others.
  int add_part(int stage, const Use& use, const std::string& through) {
    const Stage& reader = builder_.stage(use.reader);
    std::vector<Shape> shapes;
    for (const int input : reader.inputs) shapes.push_back(builder_.stage(input).shape());
    const Backward back = reader.operation->backward(use.input, shapes);
    Stage part = like(stage);
    if (!through.empty()) {
      part.address = gradient_part(builder_.stage(stage).address, through);
    }
    if (!back.operation) {
      part.operation = no_gradient(back.reason);
      return builder_.add_on_demand(std::move(part));
    }
    part.operation = back.operation;
    for (const int operand : back.operands) part.inputs.push_back(operand_of(operand, use.reader));
    if (back.is_copy) return builder_.add_identity(std::move(part));
    // Parts are read once, by their sum.
    const bool is_read_on = through.empty() && !is_leaf(stage);
    return keeps_ && is_read_on ? builder_.add(std::move(part)) : builder_.add_on_demand(std::move(part));
  }

  int operand_of(int operand, int reader) const {
    if (operand == Backward::kGradient) return gradients_[static_cast<size_t>(reader)];
    if (operand == Backward::kResult) return reader;
    return builder_.stage(reader).inputs.at(static_cast<size_t>(operand));
  }

  // A stage of another's shape, axes and tokens.
  Stage like(int stage) const {
    const Stage& from = builder_.stage(stage);
    return {.address = gradient_address(from.address),
            .role = from.role,
            .rows = from.rows,
            .columns = from.columns,
            .row_axis = from.row_axis,
            .column_axis = from.column_axis == Axis::kIds ? Axis::kDimensions : from.column_axis,
            .row_sequence = from.row_sequence,
            .column_sequence = from.column_sequence};
  }

  TraceBuilder& builder_;
  Cell target_;
  std::vector<std::vector<Use>> uses_;  // of each stage
  std::vector<bool> is_needed_;
  bool keeps_ = false;
  std::vector<int> gradients_;  // of each stage: its gradient, for those that it was made from; -1: none yet
};

// What would take more memory than a trace may have is recomputed: parts and the gradients of weights, which
// nothing else needs; and if the rest is still too large, all but the sums. Null where `stop` was requested.
std::shared_ptr<const Trace> run_pass(TraceBuilder builder, const Cell& target, const std::stop_token& stop) {
  const Stoppable stoppable(stop);
  BackwardPass pass(builder, target);
  if (!builder.recomputes() && pass.bytes() > kRecomputeBytes)
    builder.recompute(std::make_shared<BandCache>());
  if (builder.recomputes() && pass.least_bytes() <= kRecomputeBytes) pass.keep_what_is_read();
  if (!pass.run()) return nullptr;
  auto trace = std::move(builder).build();
  return stop_requested() ? nullptr : trace;
}

}  // namespace

double estimate_gradient_bytes(const Trace& forward, const Cell& target) {
  TraceBuilder builder(forward);
  return BackwardPass(builder, target).bytes();
}

std::shared_ptr<const Trace> with_gradients(const Trace& forward, const Cell& target,
                                            const std::stop_token& stop) {
  return run_pass(TraceBuilder(forward), target, stop);
}

Result<std::shared_ptr<const Trace>> with_gradients(const Trace& forward, const Config& config,
                                                    const GradientRequest& request,
                                                    const std::stop_token& stop) {
  TraceBuilder builder(forward);
  const auto target = add_target(builder, forward, config, request);
  if (!target) return target.error();
  return run_pass(std::move(builder), *target, stop);
}

}  // namespace engine
