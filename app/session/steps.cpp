// steps.cpp: derives the order of the walk from the trace's addresses.
#include "app/session/steps.h"

#include <algorithm>

namespace app {
namespace {

using engine::Stack;
using engine::StageAddress;
using engine::StageKind;
using engine::Sublayer;

// Values that no stage computed and that have no step of their own.
bool is_parameter(const engine::Stage& stage) {
  const bool has_values = stage.operation->is_given() || stage.kind == StageKind::kGradient;
  if (!has_values || stage.kind == StageKind::kOutputWeight) return false;
  return stage.row_axis == engine::Axis::kDimensions || stage.row_axis == engine::Axis::kVocabulary ||
         stage.kind == StageKind::kNudge;
}

StepGroup group_of(const StageAddress& place, StageKind kind) {
  if (!lab_of(place).empty()) return StepGroup::kLab;
  if (place.head >= 0) return StepGroup::kHead;
  if (place.sublayer == Sublayer::kFeedForward) return StepGroup::kFeedForward;
  if (place.sublayer != Sublayer::kNone) return StepGroup::kTogether;
  const bool predicts = kind == StageKind::kLogits || kind == StageKind::kProbabilities ||
                        engine::starts_in(place.step, "predict");
  return place.stack != Stack::kNone || predicts ? StepGroup::kOutput : StepGroup::kInput;
}

// Of a gradient the kind of the stage that it is the gradient of.
StageKind forward_kind(const engine::Stage& stage) {
  return stage.kind == StageKind::kGradient ? engine::kind_of(engine::without_gradient(stage.address))
                                            : stage.kind;
}

// What stands before a sub-layer's heads is what they read: its norm in Pre-LN, a nudge.
bool before_heads(const std::vector<Step>& steps, const Step& step) {
  if (step.group != StepGroup::kTogether) return false;
  if (step.kind == StageKind::kNudged) return true;
  return step.kind == StageKind::kNorm &&
         (steps.empty() || steps.back().place.sublayer != step.place.sublayer ||
          steps.back().place.layer != step.place.layer);
}

// Of layers that a lab runs: they are reached from what it makes of them. Through those of the gallery's
// systems one walks as through a model's, in the chosen head, or in the first where there is no such head.
bool is_passed_by(const engine::Trace& trace, const engine::Stage& stage, int head) {
  const std::string_view inner = engine::in_layers_of_lab(engine::without_gradient(stage.address));
  if (inner.empty()) return false;
  if (engine::lab_of(engine::parse_address(stage.address)) != "gallery") return true;
  const int own = engine::parse_address(inner).head;
  if (own < 0 || own == head) return false;
  if (own > 0) return true;
  const std::string chosen = engine::head_in(engine::attention_of(stage.address), head);
  return trace.find(chosen + "." + std::string(engine::own_step(stage.address))).has_value();
}

template <class Number>
int count_of(const engine::Trace& trace, Number number) {
  int count = 0;
  for (const engine::Stage& stage : trace.stages())
    count = std::max(count, number(engine::parse_address(stage.address)) + 1);
  return count;
}

}  // namespace

std::string kind_name(const engine::Stage& stage) {
  const engine::Normalisation norm = stage.operation->normalisation();
  if (stage.kind == StageKind::kNorm && norm == engine::Normalisation::kRootMeanSquare) return "rms_norm";
  if (stage.kind == StageKind::kInput && stage.operation->is_given()) return "input_given";
  if (stage.kind == StageKind::kInput && norm != engine::Normalisation::kNone) return "input_normed";
  return std::string(stage.kind.name());
}

bool together(const Step& a, const Step& b) {
  if (a.place.is_gradient != b.place.is_gradient) return false;
  if (a.group == StepGroup::kOutput && b.group == a.group) return true;
  if (a.group == StepGroup::kLab && b.group == a.group) return lab_of(a.place) == lab_of(b.place);
  return a.group == b.group && a.place.stream == b.place.stream && a.place.stack == b.place.stack &&
         a.place.layer == b.place.layer && a.place.sublayer == b.place.sublayer;
}

int head_count(const engine::Trace& trace) {
  return count_of(trace, [](const StageAddress& place) { return place.head; });
}

int layer_count(const engine::Trace& trace, Stack stack) {
  return count_of(trace,
                  [stack](const StageAddress& place) { return place.stack == stack ? place.layer : -1; });
}

int example_count(const engine::Trace& trace) {
  for (int example = 0;; ++example) {
    const std::string start = "batch." + std::to_string(example);
    const bool is_there = trace.find(start + ".input") || trace.find(start + ".source.input") ||
                          trace.find(start + ".query.input");
    if (!is_there) return example;
  }
}

int first_sequence(const engine::Trace& trace, int example) {
  const int examples = example_count(trace);
  return examples == 0 ? 0 : std::max(example, 0) * static_cast<int>(trace.sequences().size()) / examples;
}

std::vector<Step> walk(const engine::Trace& trace, int head, int example) {
  std::vector<Step> steps;
  for (int i = 0; i < trace.size(); ++i) {
    const engine::Stage& stage = trace.stage(i);
    StageAddress place = engine::parse_address(stage.address);
    const bool elsewhere =
        (place.head >= 0 && place.head != head) || (place.batch >= 0 && place.batch != example);
    if (elsewhere || is_passed_by(trace, stage, head) || is_parameter(stage) || !place.through.empty())
      continue;
    const StepGroup group = group_of(place, forward_kind(stage));
    Step step{i, group, std::move(place), stage.kind};
    if (before_heads(steps, step)) step.group = StepGroup::kHead;
    steps.push_back(std::move(step));
  }
  return steps;
}

size_t step_of(const engine::Trace& trace, const std::vector<Step>& steps, std::string_view address) {
  for (size_t i = 0; i < steps.size(); ++i) {
    if (trace.stage(steps[i].stage).address == address) return i;
  }
  const auto wanted = trace.find(address);
  for (size_t i = 0; wanted && i < steps.size(); ++i) {
    const auto& inputs = trace.stage(steps[i].stage).inputs;
    if (std::find(inputs.begin(), inputs.end(), *wanted) != inputs.end()) return i;
  }
  return 0;
}

std::vector<size_t> groups_of(const std::vector<Step>& steps) {
  std::vector<size_t> groups;
  for (size_t i = 0; i < steps.size(); ++i) {
    if (i == 0 || !together(steps[i - 1], steps[i])) groups.push_back(i);
  }
  return groups;
}

std::vector<int> across_heads(const engine::Trace& trace, int stage) {
  const std::string& address = trace.stage(stage).address;
  if (!engine::head_of(address)) return {stage};
  std::vector<int> stages;
  for (int head = 0;; ++head) {
    const auto found = trace.find(engine::in_head(address, head));
    if (!found) return stages;
    stages.push_back(*found);
  }
}

std::vector<int> across_all(const engine::Trace& trace, int stage) {
  std::vector<int> stages;
  for (const int layer : across_layers(trace, stage)) {
    for (const int head : across_heads(trace, layer)) stages.push_back(head);
  }
  return stages;
}

std::vector<int> across_layers(const engine::Trace& trace, int stage) {
  const std::string& address = trace.stage(stage).address;
  if (engine::parse_address(address).layer < 0) return {stage};
  std::vector<int> stages;
  for (int layer = 0;; ++layer) {
    const auto found = trace.find(engine::in_layer(address, layer));
    if (!found) return stages;
    stages.push_back(*found);
  }
}

int nearest_stage(const engine::Trace& trace, std::string_view address) {
  if (const auto itself = trace.find(address)) return *itself;
  const StageAddress wanted = engine::parse_address(address);
  const bool is_batch = example_count(trace) > 0;
  const int heads = head_count(trace);
  for (const Stack stack : {wanted.stack, Stack::kEncoder, Stack::kDecoder}) {
    for (const int layer : {wanted.layer, layer_count(trace, stack) - 1, 0}) {
      for (const std::string& stream : {wanted.stream, std::string(), std::string("source")}) {
        StageAddress place = wanted;
        place.stack = wanted.stack == Stack::kNone ? Stack::kNone : stack;
        place.stream = stream;
        if (wanted.layer >= 0) place.layer = layer;
        if (wanted.head >= 0) place.head = std::min(wanted.head, heads - 1);
        place.batch = is_batch ? std::min(std::max(wanted.batch, 0), example_count(trace) - 1) : -1;
        if (const auto found = trace.find(address_of(place))) return *found;
      }
    }
  }
  for (int i = 0; i < trace.size(); ++i) {
    if (trace.stage(i).kind == StageKind::kScores) return i;
  }
  return 0;
}

}  // namespace app
