// step_detail.cpp: takes the step in a run of its own, and measures what it did.
#include "engine/training/step_detail.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "engine/core/address.h"

namespace engine {
namespace {

// "encoder.0" of encoder.0.self.q.weight, "encoder.norm" of encoder.norm.weight, else the first part.
std::string block_of(std::string_view tensor) {
  const std::vector<std::string_view> parts = parts_of(tensor);
  std::string name(parts.front());
  if (parse_address(tensor).stack != Stack::kNone) name.append(".").append(parts.at(1));
  return name;
}

// When a block's turn comes. Layers keep the order of their tensors.
int turn_of(std::string_view block) {
  constexpr std::string_view kTurns[] = {"patches",   "embedding",    "class_token",  "source_positions",
                                         "positions", "encoder",      "encoder.norm", "target_positions",
                                         "decoder",   "decoder.norm", "output"};
  const auto at = [&](std::string_view name) {
    return static_cast<int>(std::ranges::find(kTurns, name) - std::begin(kTurns));
  };
  const int own = at(block);
  return own < static_cast<int>(std::size(kTurns)) ? own : at(parts_of(block).front());
}

ParameterBlock& block_named(std::vector<ParameterBlock>& blocks, const std::string& name) {
  const auto found = std::ranges::find(blocks, name, &ParameterBlock::name);
  if (found != blocks.end()) return *found;
  blocks.push_back({.name = name});
  return blocks.back();
}

// Lengths are squares until all of a block's tensors are in it.
struct Squares {
  double gradient = 0;
  double change = 0;
};

void add_tensor(ParameterBlock& block, size_t tensor, Index numbers, const Squares& squares) {
  block.tensors.push_back(tensor);
  block.numbers += numbers;
  block.gradient += squares.gradient;
  block.change += squares.change;
}

void take_roots(std::vector<ParameterBlock>& blocks) {
  for (ParameterBlock& block : blocks) {
    block.gradient = std::sqrt(block.gradient);
    block.change = std::sqrt(block.change);
    take_roots(block.parts);
  }
}

std::vector<ParameterBlock> measure_blocks(const TrainedModel& before, const TrainedModel& after,
                                           const Gradients& gradients) {
  std::vector<ParameterBlock> blocks;
  for (size_t i = 0; i < gradients.size(); ++i) {
    const std::string& name = before.tensors()[i].name.name;
    const Squares squares{squared_length(gradients[i]),
                          squared_length(*after.tensors()[i].numbers - *before.tensors()[i].numbers)};
    ParameterBlock& block = block_named(blocks, block_of(name));
    add_tensor(block, i, gradients[i].size(), squares);
    const std::string sublayer = sublayer_of(name);
    if (!sublayer.empty()) add_tensor(block_named(block.parts, sublayer), i, gradients[i].size(), squares);
  }
  take_roots(blocks);
  std::ranges::stable_sort(blocks, {}, [](const ParameterBlock& block) { return turn_of(block.name); });
  return blocks;
}

}  // namespace

std::optional<Result<StepDetail>> step_detail(const Task& task, const Recipe& recipe,
                                              const TrainedModel& before, const OptimiserState& state_before,
                                              const std::stop_token& stop) {
  TrainingRun run(task, recipe);
  run.restore(before.numbers(), state_before);
  const auto report = run.advance(stop);
  if (!report) return std::nullopt;
  if (!report->ok()) return Result<StepDetail>(report->error());
  StepDetail detail;
  detail.report = **report;
  detail.batch = batch_of_step(task, recipe, detail.report.step);
  detail.losses = run.losses();
  detail.divisor = divisor_of(detail.batch);
  detail.shrink = clip_factor(recipe.optimiser, detail.report.gradient_length);
  detail.gradients = run.gradients();
  detail.blocks = measure_blocks(before, run.model(), detail.gradients);
  return Result<StepDetail>(std::move(detail));
}

}  // namespace engine
