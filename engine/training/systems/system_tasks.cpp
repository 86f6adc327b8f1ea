// system_tasks.cpp: the table of tasks.
#include <array>
#include <utility>

#include "engine/training/systems/system_task.h"

namespace engine {

std::span<const SystemTask* const> system_tasks() {
  static const std::array kTasks = {&detr_task(), &transunet_task(), &context_transformer_task()};
  return kTasks;
}

SystemParameters first_of_stages(const SystemTask& task, uint64_t seed) {
  auto names = parameter_names([&](const Network::Source& source) {
    TraceBuilder builder({}, {});
    Network network(builder, "", source, "note.trained", Network::Phase::kTraining);
    task.add_stages(network);
  });
  return {task.system(), std::move(names), seed};
}

const SystemTask* find_system_task(std::string_view name) {
  for (const SystemTask* const task : system_tasks()) {
    if (task->system().name() == name) return task;
  }
  return nullptr;
}

}  // namespace engine
