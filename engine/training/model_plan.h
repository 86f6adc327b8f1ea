// model_plan.h: how a whole batch goes through a model that learns a task.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/training/batch_plan.h"
#include "engine/training/trained_model.h"

namespace engine {

// The inputs of its plan: ids or squares of each sequence, and the masks.
inline constexpr std::string_view kSourceInput = "source";
inline constexpr std::string_view kTargetInput = "target";
inline constexpr std::string_view kEncoderMask = "encoder_mask";
inline constexpr std::string_view kDecoderMask = "decoder_mask";
inline constexpr std::string_view kCrossMask = "cross_mask";

// Whether an input is what numbers are multiplied by: 0 where one is dropped.
bool is_kept_numbers(std::string_view input);

// Plans the model's forward pass up to the logits, as plan_batch() of batch_plan.h. With a way back, numbers
// are dropped where the model's recipe says so.
BatchPlan plan_batch(const TrainedModel& model, const BatchShape& shape, bool with_backward,
                     const std::vector<std::string>& kept = {});

}  // namespace engine
