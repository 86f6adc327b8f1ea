// system_training.h: the whole training of a system: its parts one after the other, and its course.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/training/systems/system_task.h"

namespace engine {

// One part of a training: a task with a recipe.
struct TrainedPart {
  std::string name;  // "codes", "stream"
  SystemRecipe recipe;
  double loss = 0;  // of the last step
};

// How far it had come after some steps of the last part, for a system that draws.
struct CourseMark {
  int step = 0;
  double loss = 0;  // a running mean
  std::vector<SystemFigure> figures;
  std::vector<Matrix> drawings;  // (16, 16) each: numbers in world::kPalette
};

struct TrainedSystem {
  std::shared_ptr<const SystemParameters> parameters;
  std::vector<TrainedPart> parts;
  std::vector<CourseMark> course;
  std::vector<SystemFigure> figures;
  double seconds = 0;
};

// Calls `report` at each of twelve marks. Nullopt for a system that has no training of its own.
std::optional<TrainedSystem> train_system(const VisionSystem& system,
                                          const std::function<void(const CourseMark&)>& report);

}  // namespace engine
