// batch_runner.cpp: each step is the operation of a stage, over the rows of all examples where it can be.
#include "engine/training/batch_runner.h"

#include <utility>

namespace engine {
namespace {

using Room = BatchPlace::Room;

}  // namespace

BatchRunner::BatchRunner(const Tensors& tensors, std::shared_ptr<const BatchPlan> plan)
    : tensors_(tensors),
      plan_(std::move(plan)),
      arena_(Matrix::Zero(1, plan_->arena)),
      scratch_(1, plan_->scratch) {}

void BatchRunner::run(std::span<const BatchStep> steps, Gradients* gradients) {
  for (const BatchStep& step : steps) {
    switch (step.work) {
      case BatchStep::Work::kAtOnce:
        run_at_once(step, gradients);
        break;
      case BatchStep::Work::kEach:
        run_each(step);
        break;
      case BatchStep::Work::kSumEach:
        run_sum(step, gradients);
        break;
    }
  }
}

void BatchRunner::run_at_once(const BatchStep& step, Gradients* gradients) {
  inputs_.clear();
  for (const BatchPlace& input : step.inputs) {
    const View all = whole_view(input, nullptr);
    inputs_.emplace_back(all.data(), all.rows(), all.cols(), Eigen::OuterStride<>(all.outerStride()));
  }
  View out = whole_view(step.out, gradients);
  if (!step.adds) return step.operation->forward(inputs_, out);
  const View part(scratch_.data(), out.rows(), out.cols(), Eigen::OuterStride<>(out.cols()));
  step.operation->forward(inputs_, part);
  out += part;
}

void BatchRunner::read_inputs(const BatchStep& step, Index example) {
  inputs_.clear();
  for (const BatchPlace& input : step.inputs) {
    const View one = view(input, example, nullptr);
    inputs_.emplace_back(one.data(), one.rows(), one.cols(), Eigen::OuterStride<>(one.outerStride()));
  }
}

void BatchRunner::run_each(const BatchStep& step) {
  for (Index example = 0; example < plan_->shape.examples; ++example) {
    read_inputs(step, example);
    step.operation->forward(inputs_, view(step.out, example, nullptr));
  }
}

void BatchRunner::run_sum(const BatchStep& step, Gradients* gradients) {
  View out = view(step.out, 0, gradients);
  if (!step.adds) out.setZero();
  const View part(scratch_.data(), out.rows(), out.cols(), Eigen::OuterStride<>(out.cols()));
  for (Index example = 0; example < plan_->shape.examples; ++example) {
    read_inputs(step, example);
    step.operation->forward(inputs_, part);
    out += part;
  }
}

const BatchPlace* BatchRunner::find(const std::string& address) const {
  const auto found = plan_->kept.find(address);
  return found == plan_->kept.end() ? nullptr : &found->second;
}

ConstView BatchRunner::of_example(const BatchPlace& place, Index example) const {
  const View one = const_cast<BatchRunner*>(this)->view(place, example, nullptr);
  return {one.data(), one.rows(), one.cols(), Eigen::OuterStride<>(one.outerStride())};
}

float* BatchRunner::numbers(const BatchPlace& place, Gradients* gradients) {
  const auto number = static_cast<size_t>(place.number);
  switch (place.room) {
    case Room::kSlot:
      return arena_.data() + plan_->slots[number].offset + place.offset;
    case Room::kParameter:
      return tensors_[number].numbers->data() + place.offset;
    case Room::kGradient:
      return gradients->at(number).data() + place.offset;
    case Room::kConstant:
      break;
  }
  return const_cast<float*>(plan_->constants[number].data()) + place.offset;
}

// One example's own rectangle, or the one that all share.
View BatchRunner::view(const BatchPlace& place, Index example, Gradients* gradients) {
  const Index step = place.is_each ? place.rows * place.stride : 0;
  return {numbers(place, gradients) + example * step, place.rows, place.columns,
          Eigen::OuterStride<>(place.stride)};
}

// Those of all examples, one below the other.
View BatchRunner::whole_view(const BatchPlace& place, Gradients* gradients) {
  const Index rows = place.is_each ? place.rows * plan_->shape.examples : place.rows;
  return {numbers(place, gradients), rows, place.columns, Eigen::OuterStride<>(place.stride)};
}

}  // namespace engine
