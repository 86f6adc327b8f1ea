// model_plan.cpp: traces one example of a model, and says what of it comes from outside.
#include "engine/training/model_plan.h"

#include <memory>
#include <utility>

#include "engine/core/address.h"
#include "engine/core/trace.h"
#include "engine/model/forward.h"

namespace engine {
namespace {

// An example of this shape, to be traced once: its tokens do not matter. Where padding is hidden, its last
// token is padding, so that the trace has the stages of a mask.
Sequence any_sequence(const TrainedModel& model, Index length) {
  Sequence sequence;
  const auto count = static_cast<size_t>(length);
  sequence.tokens.assign(count, "x");
  sequence.padding.assign(count, false);
  sequence.ids.assign(count, 0);
  if (model.config().mask_padding && count > 1) sequence.padding.back() = true;
  if (model.patch_values() > 0) {
    sequence.ids.clear();
    sequence.vectors = std::make_shared<const Matrix>(Matrix::Zero(length - 1, model.patch_values()));
  }
  return sequence;
}

std::shared_ptr<const Trace> trace_one(const TrainedModel& model, const BatchShape& shape, bool drops) {
  Example example{.source = any_sequence(model, shape.source)};
  if (shape.target > 0) example.target = any_sequence(model, shape.target);
  const Input input{.examples = {std::move(example)}};
  Config config = model.config();
  config.drops = drops;
  return forward(*model.model(), input, config, {}, nullptr, {.recompute = false});
}

// All layers of a stack have the same mask.
std::string_view mask_name(const StageAddress& address) {
  if (address.sublayer == Sublayer::kCross) return kCrossMask;
  return address.stack == Stack::kDecoder ? kDecoderMask : kEncoderMask;
}

std::string input_name(const Stage& stage) {
  if (!stage.inputs.empty()) return {};
  if (is_kept_numbers(stage.address)) return stage.address;
  if (is_mask(stage.address)) return std::string(mask_name(parse_address(stage.address)));
  if (!stage.address.ends_with("tokens") && !stage.address.ends_with("patches")) return {};
  return std::string(parse_address(stage.address).stream == "target" ? kTargetInput : kSourceInput);
}

}  // namespace

bool is_kept_numbers(std::string_view input) {
  return ends_in(input, "kept");
}

BatchPlan plan_batch(const TrainedModel& model, const BatchShape& shape, bool with_backward,
                     const std::vector<std::string>& kept) {
  const auto trace = trace_one(model, shape, with_backward && model.recipe().dropout > 0);
  return plan_batch({trace, trace->find("logits").value(), model.tensors(), input_name}, shape, with_backward,
                    kept);
}

}  // namespace engine
