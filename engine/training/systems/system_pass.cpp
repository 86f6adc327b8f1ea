// system_pass.cpp: one example's trace, planned for many.
#include "engine/training/systems/system_pass.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/vision/run.h"

namespace engine {
namespace {

constexpr const char* kPassNote = "note.trained";

std::string outside(const Stage& stage) {
  return is_from_outside(stage) ? stage.address : std::string();
}

bool reads_any(const BatchStep& step, const std::vector<BatchPlace>& places) {
  return std::ranges::any_of(
      step.inputs, [&](const BatchPlace& input) { return std::ranges::find(places, input) != places.end(); });
}

size_t first_reading(const BatchPlan& plan, const std::vector<std::string>& names) {
  std::vector<BatchPlace> places;
  places.reserve(names.size());
  for (const std::string& name : names) places.push_back(plan.inputs.at(name));
  const auto found =
      std::ranges::find_if(plan.forward, [&](const BatchStep& step) { return reads_any(step, places); });
  return static_cast<size_t>(found - plan.forward.begin());
}

}  // namespace

LearningPlan plan_learning(const SystemTask& task, const SystemParameters& parameters, Index examples) {
  TraceBuilder builder({}, {});
  Network network(builder, "", parameters.source(), kPassNote, Network::Phase::kTraining);
  task.add_stages(network);
  LearningPlan learning;
  learning.normed = network.normed();
  std::vector<std::string> kept = task.outputs();
  for (const NormedMap& map : learning.normed) kept.push_back(map.input);
  const int loss = network.at("loss");
  const auto trace = std::move(builder).build();
  learning.plan = std::make_shared<const BatchPlan>(
      plan_batch({trace, loss, parameters.tensors(), outside}, {.examples = examples}, true, kept));
  learning.decided = first_reading(*learning.plan, task.decided());
  return learning;
}

std::shared_ptr<const BatchPlan> plan_reading(const VisionSystem& system, const SystemParameters& parameters,
                                              const SystemSettings& settings, Index examples,
                                              const std::vector<std::string>& outputs) {
  const Matrix blank = Matrix::Zero(kPicture.pixels(), kPictureChannels);
  const auto trace = run_system(system, parameters.source(), blank, settings);
  const int end = trace->find(outputs.front()).value();
  return std::make_shared<const BatchPlan>(
      plan_batch({trace, end, parameters.tensors(), outside}, {.examples = examples}, false, outputs));
}

void read_pictures(const VisionSystem& system, const SystemParameters& parameters,
                   const SystemSettings& settings, const std::vector<std::string>& outputs, Index pictures,
                   const std::function<Matrix(Index picture)>& pixels,
                   const std::function<void(Index picture, const OutputOf& output)>& visit) {
  constexpr Index kTogether = 8;
  BatchRunner runner(parameters.tensors(), plan_reading(system, parameters, settings, kTogether, outputs));
  const BatchPlace& input = runner.plan().inputs.at("pixels");
  for (Index first = 0; first < pictures; first += kTogether) {
    const Index count = std::min(kTogether, pictures - first);
    for (Index i = 0; i < count; ++i) runner.input(input, i) = pixels(first + i);
    runner.forward();
    for (Index i = 0; i < count; ++i)
      visit(first + i,
            [&](const std::string& address) { return runner.of_example(*runner.find(address), i); });
  }
}

}  // namespace engine
