// batch_pass.cpp: a batch of examples in its places, and its loss.
#include "engine/training/batch_pass.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/core/random.h"
#include "engine/model/attention_options.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

// What queries add to keys where no token is padding.
Matrix mask_of(const BatchPlace* place, const MaskRule& rule) {
  if (place == nullptr) return {};
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

BatchPass::BatchPass(const TrainedModel& model, std::shared_ptr<const BatchPlan> plan)
    : model_(model), runner_(model.tensors(), std::move(plan)) {
  const Config& config = model.config();
  const Index decoded = shape().target > 0 ? shape().target : shape().source;
  encoder_mask_ =
      mask_of(find_input(kEncoderMask), self_rule(config, unpadded(shape().source), config.causal));
  decoder_mask_ =
      mask_of(find_input(kDecoderMask), self_rule(config, unpadded(decoded), config.decoder_causal));
  cross_mask_ = mask_of(find_input(kCrossMask), cross_rule(config, unpadded(shape().source)));
}

const BatchPlace* BatchPass::find_input(std::string_view name) const {
  const auto found = plan().inputs.find(std::string(name));
  return found == plan().inputs.end() ? nullptr : &found->second;
}

void BatchPass::load(std::span<const TaskCase> cases, Index padding) {
  assert(static_cast<Index>(cases.size()) <= shape().examples);
  load_sequence(find_input(kSourceInput), cases, false, padding);
  load_sequence(find_input(kTargetInput), cases, true, padding);
  load_masks(cases);
  load_kept(cases);
  labels_.assign(static_cast<size_t>(shape().examples * plan().end.rows), kNoLabel);
  for (size_t i = 0; i < cases.size(); ++i)
    std::ranges::copy(cases[i].labels, labels_.begin() + static_cast<Index>(i) * plan().end.rows);
}

void BatchPass::load_sequence(const BatchPlace* place, std::span<const TaskCase> cases, bool is_target,
                              Index padding) {
  if (place == nullptr) return;
  for (Index i = 0; i < shape().examples; ++i) {
    View out = runner_.input(*place, i);
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
  load_mask(find_input(kEncoderMask), encoder_mask_, cases, false);
  load_mask(find_input(kDecoderMask), decoder_mask_, cases, shape().target > 0);
  load_mask(find_input(kCrossMask), cross_mask_, cases, false);
}

// The numbers of an example that are dropped are the same in any batch.
void BatchPass::load_kept(std::span<const TaskCase> cases) {
  const auto share = static_cast<float>(model_.recipe().dropout);
  const float grown = 1 / (1 - share);
  for (const auto& [name, place] : plan().inputs) {
    if (!is_kept_numbers(name)) continue;
    const RandomStream stream(model_.recipe().seed, "dropout." + name);
    for (Index i = 0; i < shape().examples; ++i) {
      View out = runner_.input(place, i);
      const bool is_there = i < static_cast<Index>(cases.size());
      const auto number = is_there ? cases[static_cast<size_t>(i)].number : std::nullopt;
      if (!number) {
        out.setOnes();
        continue;
      }
      uint64_t next = *number * static_cast<uint64_t>(out.size());
      for (Index row = 0; row < out.rows(); ++row) {
        for (Index column = 0; column < out.cols(); ++column)
          out(row, column) = stream.uniform(next++) < share ? 0.0F : grown;
      }
    }
  }
}

void BatchPass::load_mask(const BatchPlace* place, const Matrix& base, std::span<const TaskCase> cases,
                          bool is_target) {
  if (place == nullptr) return;
  const float hidden = model_.config().mask_finite ? kFiniteMask : -kInfinity;
  for (Index i = 0; i < shape().examples; ++i) {
    View out = runner_.input(*place, i);
    out = base;
    const bool is_there = i < static_cast<Index>(cases.size());
    const Index length = is_there ? length_of(cases[static_cast<size_t>(i)], is_target) : 1;
    if (model_.config().mask_padding && length < out.cols())
      out.rightCols(out.cols() - length).setConstant(hidden);
  }
}

BatchLoss BatchPass::forward() {
  runner_.forward();
  const OperationPtr loss = cross_entropy(labels_);
  losses_.resize(static_cast<Index>(labels_.size()), 1);
  inputs_.clear();
  const View logits = runner_.whole(plan().end);
  inputs_.emplace_back(logits.data(), logits.rows(), logits.cols(),
                       Eigen::OuterStride<>(logits.outerStride()));
  loss->forward(inputs_, whole(losses_));
  return loss_of(0, losses_.rows());
}

BatchLoss BatchPass::loss(Index example) const {
  return loss_of(example * plan().end.rows, plan().end.rows);
}

BatchLoss BatchPass::loss_of(Index first, Index count) const {
  const std::span<const Index> labels(labels_);
  return {losses_.middleRows(first, count).cast<double>().sum(),
          std::ranges::count_if(labels.subspan(static_cast<size_t>(first), static_cast<size_t>(count)),
                                [](Index label) { return label != kNoLabel; })};
}

void BatchPass::backward(float share, Gradients& gradients) {
  const OperationPtr loss = cross_entropy(labels_);
  const View logits = runner_.whole(plan().end);
  const std::vector<Shape> shapes{{logits.rows(), logits.cols()}};
  const Matrix shares = Matrix::Constant(logits.rows(), 1, share);
  inputs_.clear();
  inputs_.push_back(whole(shares));
  inputs_.emplace_back(logits.data(), logits.rows(), logits.cols(),
                       Eigen::OuterStride<>(logits.outerStride()));
  loss->backward(0, shapes).operation->forward(inputs_, runner_.whole(plan().seed.value()));
  runner_.backward(gradients);
}

}  // namespace engine
