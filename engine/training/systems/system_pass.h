// system_pass.h: many pictures at once through a network, forward and back.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/training/batch_runner.h"
#include "engine/training/systems/system_task.h"

namespace engine {

// The plan of a network that learns: to its loss, and back.
struct LearningPlan {
  std::shared_ptr<const BatchPlan> plan;
  size_t decided = 0;             // the first step forward that reads what is decided by the outputs
  std::vector<NormedMap> normed;  // whose statistics are taken afterwards
};
LearningPlan plan_learning(const SystemTask& task, const SystemParameters& parameters, Index examples);

// The plan of a network in use, to one output; others can be read as well.
std::shared_ptr<const BatchPlan> plan_reading(const VisionSystem& system, const SystemParameters& parameters,
                                              const SystemSettings& settings, Index examples,
                                              const std::vector<std::string>& outputs);

// What a system says of many pictures: calls visit(picture, output) for each, in order.
void read_pictures(const VisionSystem& system, const SystemParameters& parameters,
                   const SystemSettings& settings, const std::vector<std::string>& outputs, Index pictures,
                   const std::function<Matrix(Index picture)>& pixels,
                   const std::function<void(Index picture, const OutputOf& output)>& visit);

}  // namespace engine
