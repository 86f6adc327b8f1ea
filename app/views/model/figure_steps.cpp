// figure_steps.cpp: finds the figures' stages in the trace, by what each was computed from.
#include "app/views/model/figure_steps.h"

#include <algorithm>
#include <array>
#include <utility>

namespace views {

bool is_in_heads(FigureStep step) {
  return step >= FigureStep::kQueryInput;
}

FigureSteps::FigureSteps(const DiagramScene& scene)
    : scene_(scene), place_(engine::parse_address(scene.frame.session.desk().opened_attention + ".output")) {
  sublayer_ = scene.frame.session.desk().opened_attention + ".";
  head_ = sublayer_ + "head." + std::to_string(scene.frame.session.focused_head()) + ".";
  find_left();
  find_right();
}

void FigureSteps::find_left() {
  const engine::Trace& trace = scene_.frame.trace();
  for (const auto& [step, name] : {std::pair{FigureStep::kScores, "scores"},
                                   {FigureStep::kScaled, "scaled"},
                                   {FigureStep::kMasked, "masked"},
                                   {FigureStep::kWeights, "weights"},
                                   {FigureStep::kHeadOutput, "output"}}) {
    if (const auto found = scene_.find(head_ + name)) stages_[step] = *found;
  }
  const auto scores = stage(FigureStep::kScores);
  const auto output = stage(FigureStep::kHeadOutput);
  usual_ = scores && output && stage(FigureStep::kScaled) && stage(FigureStep::kWeights) &&
           trace.stage(*scores).inputs.size() == 2 &&
           trace.stage(*output).operation->name() == "weighted_sum";
  if (!usual_) return;
  stages_[FigureStep::kQuery] = trace.stage(*scores).inputs[0];
  stages_[FigureStep::kKey] = trace.stage(*scores).inputs[1];
  stages_[FigureStep::kValue] = trace.stage(*output).inputs[1];
}

void FigureSteps::find_right() {
  const engine::Trace& trace = scene_.frame.trace();
  struct Part {
    FigureStep input, linear;
    const char* name;
  };
  for (const Part& part : {Part{FigureStep::kQueryInput, FigureStep::kQueryLinear, "q"},
                           {FigureStep::kKeyInput, FigureStep::kKeyLinear, "k"},
                           {FigureStep::kValueInput, FigureStep::kValueLinear, "v"}}) {
    const auto linear = scene_.find(head_ + part.name);
    if (!linear) continue;
    stages_[part.linear] = *linear;
    if (!trace.stage(*linear).inputs.empty()) stages_[part.input] = trace.stage(*linear).inputs[0];
  }
  if (const auto weights = scene_.find(head_ + "weights")) stages_[FigureStep::kHeads] = *weights;
  if (const auto concat = scene_.find(sublayer_ + "concat")) stages_[FigureStep::kConcat] = *concat;
  if (const auto output = scene_.find(sublayer_ + "output")) stages_[FigureStep::kOutput] = *output;
}

std::optional<int> FigureSteps::stage(FigureStep step) const {
  const auto found = stages_.find(step);
  return found == stages_.end() ? std::nullopt : std::optional(found->second);
}

bool FigureSteps::is_here(FigureStep step) const {
  const auto here = scene_.find(scene_.here);
  if (!here) return false;
  if (step == FigureStep::kHeads) {
    const bool is_vector = std::ranges::any_of(
        std::array{FigureStep::kQueryLinear, FigureStep::kKeyLinear, FigureStep::kValueLinear},
        [&](FigureStep linear) { return stage(linear) == here; });
    return !is_vector && scene_.here.starts_with(head_);
  }
  if (step == FigureStep::kMasked && scene_.here == head_ + "mask") return true;
  return stage(step) == here;
}

bool FigureSteps::is_off(FigureStep step) const {
  if (step != FigureStep::kMasked) return false;
  const auto mask = scene_.find(head_ + "mask");
  if (!mask || !stage(step)) return true;
  const engine::Summary* const summary = scene_.frame.facts.summary(*mask);
  return summary != nullptr && summary->hidden == 0 && summary->smallest == 0 && summary->largest == 0;
}

// The paper's names are names in every language.
std::string FigureSteps::name(FigureStep step) const {
  switch (step) {
    case FigureStep::kScores:
    case FigureStep::kHeadOutput:
      return "MatMul";
    case FigureStep::kScaled:
      return "Scale";
    case FigureStep::kMasked:
      return "Mask";
    case FigureStep::kWeights:
      return "SoftMax";
    case FigureStep::kQueryLinear:
    case FigureStep::kKeyLinear:
    case FigureStep::kValueLinear:
    case FigureStep::kOutput:
      return "Linear";
    case FigureStep::kConcat:
      return "Concat";
    case FigureStep::kHeads:
      return scene_.frame.tr("figure.dot_product");
    default:
      return "";
  }
}

}  // namespace views
