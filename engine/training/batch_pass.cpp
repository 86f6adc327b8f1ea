// batch_pass.cpp: each step is the operation of a stage, over the rows of all examples where it can be.
#include "engine/training/batch_pass.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/model/attention_options.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

using Room = BatchPlace::Room;

// What queries add to keys where no token is padding.
Matrix mask_of(const std::optional<BatchPlace>& place, const MaskRule& rule) {
  if (!place) return {};
  Matrix mask(place->rows, place->columns);
  for (Index query = 0; query < mask.rows(); ++query) {
    for (Index key = 0; key < mask.cols(); ++key) mask(query, key) = rule.value(query, key);
  }
  return mask;
}

Sequence unpadded(Index length) {
  Sequence sequence;
  sequence.padding.assign(static_cast<size_t>(length), false);
  return sequence;
}

// What stands in a source's places: ids, or squares behind the class token.
Index length_of(const TaskCase& example, bool is_target) {
  if (is_target) return static_cast<Index>(example.target.size());
  return example.patches.size() > 0 ? example.patches.rows() + 1 : static_cast<Index>(example.source.size());
}

}  // namespace

Gradients zero_gradients(const TrainedModel& model) {
  Gradients gradients;
  gradients.reserve(model.tensors().size());
  for (const auto& tensor : model.tensors())
    gradients.emplace_back(Matrix::Zero(tensor.numbers->rows(), tensor.numbers->cols()));
  return gradients;
}

BatchPass::BatchPass(const TrainedModel& model, std::shared_ptr<const BatchPlan> plan)
    : model_(model),
      plan_(std::move(plan)),
      arena_(Matrix::Zero(1, plan_->arena)),
      scratch_(1, plan_->scratch) {
  const Config& config = model.config();
  const Index decoded = plan_->shape.target > 0 ? plan_->shape.target : plan_->shape.source;
  encoder_mask_ =
      mask_of(plan_->encoder_mask, self_rule(config, unpadded(plan_->shape.source), config.causal));
  decoder_mask_ = mask_of(plan_->decoder_mask, self_rule(config, unpadded(decoded), config.decoder_causal));
  cross_mask_ = mask_of(plan_->cross_mask, cross_rule(config, unpadded(plan_->shape.source)));
}

void BatchPass::load(std::span<const TaskCase> cases, Index padding) {
  assert(static_cast<Index>(cases.size()) <= plan_->shape.examples);
  load_sequence(plan_->source, cases, false, padding);
  load_sequence(plan_->target, cases, true, padding);
  load_masks(cases);
  labels_.assign(static_cast<size_t>(plan_->shape.examples * plan_->logits.rows), kNoLabel);
  for (size_t i = 0; i < cases.size(); ++i)
    std::ranges::copy(cases[i].labels, labels_.begin() + static_cast<Index>(i) * plan_->logits.rows);
}

void BatchPass::load_sequence(const std::optional<BatchPlace>& place, std::span<const TaskCase> cases,
                              bool is_target, Index padding) {
  if (!place) return;
  for (Index i = 0; i < plan_->shape.examples; ++i) {
    View out = view(*place, i, nullptr);
    out.setConstant(static_cast<float>(padding));
    if (i >= static_cast<Index>(cases.size())) continue;
    const TaskCase& example = cases[static_cast<size_t>(i)];
    if (!is_target && example.patches.size() > 0) {
      out = example.patches;
      continue;
    }
    const std::vector<Index>& ids = is_target ? example.target : example.source;
    for (size_t token = 0; token < ids.size(); ++token)
      out(static_cast<Index>(token), 0) = static_cast<float>(ids[token]);
  }
}

void BatchPass::load_masks(std::span<const TaskCase> cases) {
  load_mask(plan_->encoder_mask, encoder_mask_, cases, false);
  load_mask(plan_->decoder_mask, decoder_mask_, cases, plan_->shape.target > 0);
  load_mask(plan_->cross_mask, cross_mask_, cases, false);
}

void BatchPass::load_mask(const std::optional<BatchPlace>& place, const Matrix& base,
                          std::span<const TaskCase> cases, bool is_target) {
  if (!place) return;
  const float hidden = model_.config().mask_finite ? kFiniteMask : -kInfinity;
  for (Index i = 0; i < plan_->shape.examples; ++i) {
    View out = view(*place, i, nullptr);
    out = base;
    const bool is_there = i < static_cast<Index>(cases.size());
    const Index length = is_there ? length_of(cases[static_cast<size_t>(i)], is_target) : 1;
    if (model_.config().mask_padding && length < out.cols())
      out.rightCols(out.cols() - length).setConstant(hidden);
  }
}

BatchLoss BatchPass::forward() {
  run(plan_->forward, nullptr);
  const OperationPtr loss = cross_entropy(labels_);
  losses_.resize(static_cast<Index>(labels_.size()), 1);
  inputs_.clear();
  const View logits = whole_view(plan_->logits, nullptr);
  inputs_.emplace_back(logits.data(), logits.rows(), logits.cols(),
                       Eigen::OuterStride<>(logits.outerStride()));
  loss->forward(inputs_, whole(losses_));
  return loss_of(0, losses_.rows());
}

BatchLoss BatchPass::loss(Index example) const {
  return loss_of(example * plan_->logits.rows, plan_->logits.rows);
}

BatchLoss BatchPass::loss_of(Index first, Index count) const {
  const std::span<const Index> labels(labels_);
  return {losses_.middleRows(first, count).cast<double>().sum(),
          std::ranges::count_if(labels.subspan(static_cast<size_t>(first), static_cast<size_t>(count)),
                                [](Index label) { return label != kNoLabel; })};
}

void BatchPass::backward(float share, Gradients& gradients) {
  const OperationPtr loss = cross_entropy(labels_);
  const View logits = whole_view(plan_->logits, nullptr);
  const std::vector<Shape> shapes{{logits.rows(), logits.cols()}};
  const Matrix shares = Matrix::Constant(logits.rows(), 1, share);
  inputs_.clear();
  inputs_.push_back(whole(shares));
  inputs_.emplace_back(logits.data(), logits.rows(), logits.cols(),
                       Eigen::OuterStride<>(logits.outerStride()));
  loss->backward(0, shapes).operation->forward(inputs_, whole_view(plan_->logits_gradient.value(), nullptr));
  run(plan_->backward, &gradients);
}

void BatchPass::run(const std::vector<BatchStep>& steps, Gradients* gradients) {
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

void BatchPass::run_at_once(const BatchStep& step, Gradients* gradients) {
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

void BatchPass::read_inputs(const BatchStep& step, Index example) {
  inputs_.clear();
  for (const BatchPlace& input : step.inputs) {
    const View one = view(input, example, nullptr);
    inputs_.emplace_back(one.data(), one.rows(), one.cols(), Eigen::OuterStride<>(one.outerStride()));
  }
}

void BatchPass::run_each(const BatchStep& step) {
  for (Index example = 0; example < plan_->shape.examples; ++example) {
    read_inputs(step, example);
    step.operation->forward(inputs_, view(step.out, example, nullptr));
  }
}

void BatchPass::run_sum(const BatchStep& step, Gradients* gradients) {
  View out = view(step.out, 0, gradients);
  if (!step.adds) out.setZero();
  const View part(scratch_.data(), out.rows(), out.cols(), Eigen::OuterStride<>(out.cols()));
  for (Index example = 0; example < plan_->shape.examples; ++example) {
    read_inputs(step, example);
    step.operation->forward(inputs_, part);
    out += part;
  }
}

const BatchPlace* BatchPass::find(const std::string& address) const {
  const auto found = plan_->kept.find(address);
  return found == plan_->kept.end() ? nullptr : &found->second;
}

ConstView BatchPass::of_example(const BatchPlace& place, Index example) const {
  const View one = const_cast<BatchPass*>(this)->view(place, example, nullptr);
  return {one.data(), one.rows(), one.cols(), Eigen::OuterStride<>(one.outerStride())};
}

float* BatchPass::numbers(const BatchPlace& place, Gradients* gradients) {
  const auto number = static_cast<size_t>(place.number);
  switch (place.room) {
    case Room::kSlot:
      return arena_.data() + plan_->slots[number].offset + place.offset;
    case Room::kParameter:
      return model_.tensors()[number].numbers->data() + place.offset;
    case Room::kGradient:
      return gradients->at(number).data() + place.offset;
    case Room::kConstant:
      break;
  }
  return const_cast<float*>(plan_->constants[number].data()) + place.offset;
}

// One example's own rectangle, or the one that all share.
View BatchPass::view(const BatchPlace& place, Index example, Gradients* gradients) {
  const Index step = place.is_each ? place.rows * place.stride : 0;
  return {numbers(place, gradients) + example * step, place.rows, place.columns,
          Eigen::OuterStride<>(place.stride)};
}

// Those of all examples, one below the other.
View BatchPass::whole_view(const BatchPlace& place, Gradients* gradients) {
  const Index rows = place.is_each ? place.rows * plan_->shape.examples : place.rows;
  return {numbers(place, gradients), rows, place.columns, Eigen::OuterStride<>(place.stride)};
}

}  // namespace engine
