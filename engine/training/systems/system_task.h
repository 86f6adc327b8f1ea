// system_task.h: what a vision system learns: pictures, what should be said of them, and the loss.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/training/recipe.h"
#include "engine/vision/parameters.h"
#include "engine/vision/system.h"
#include "engine/world/scene.h"

namespace engine {

struct SystemRecipe {
  OptimiserSettings optimiser;
  int batch = 32;
  int steps = 600;
  Index chunk = 8;  // examples that go through the network together; the batch for batch normalisation
  uint64_t seed = 0;
};

// One picture, with the numbers of every input by its stage's address.
struct SystemExample {
  world::Scene scene;
  std::map<std::string, Matrix> inputs;
};

// What a network says of one example, by address.
using OutputOf = std::function<ConstView(const std::string& address)>;

// How well a system does on pictures that it never saw.
struct SystemFigure {
  std::string name;  // "mean_iou"
  double value = 0;
};

// What the network said of the examples of a batch: of one of them, by address.
using OutputOfBatch = std::function<ConstView(size_t example, const std::string& address)>;

// What is done to the parameters after each step, beside what the optimiser does.
class StepCare {
 public:
  virtual ~StepCare() = default;
  virtual void after(int step, int steps, size_t examples, const OutputOfBatch& output,
                     const SystemParameters& parameters) = 0;
};

// A task is one file in engine/training/systems/ and one row in system_tasks.cpp.
class SystemTask {
 public:
  virtual ~SystemTask() = default;

  virtual const VisionSystem& system() const = 0;
  virtual SystemRecipe recipe() const = 0;

  // What training begins with: by default everything that the system asks for.
  virtual SystemParameters first(uint64_t seed) const { return {system(), seed}; }
  virtual std::unique_ptr<StepCare> care() const { return nullptr; }

  // Pixels, the system's stages and from them, and inputs for what should be said, "loss" (1, 1).
  virtual void add_stages(Network& network) const = 0;

  virtual SystemExample example(uint64_t seed, uint64_t index) const = 0;

  // The inputs that depend on what the network says, and the outputs that they are decided by.
  virtual std::vector<std::string> decided() const { return {}; }
  virtual std::vector<std::string> outputs() const { return {}; }
  virtual void decide(const OutputOf& /*output*/, SystemExample& /*example*/) const {}

  // On `count` pictures of a seed of their own.
  virtual std::vector<SystemFigure> measure(const SystemParameters& parameters, int count) const = 0;
};

// What a task's own stages ask for, as training begins with it.
SystemParameters first_of_stages(const SystemTask& task, uint64_t seed);

// Every task of a system that looks, in the order of the systems.
std::span<const SystemTask* const> system_tasks();
// That of a system's name; null if there is none.
const SystemTask* find_system_task(std::string_view name);

const SystemTask& detr_task();
const SystemTask& transunet_task();
const SystemTask& context_transformer_task();

// The seed of the pictures that figures are measured on.
inline constexpr uint64_t kUnseenSeed = 20'000'003;

}  // namespace engine
