// system_tasks.cpp: the table of tasks.
#include <array>

#include "engine/training/systems/system_task.h"

namespace engine {

std::span<const SystemTask* const> system_tasks() {
  static const std::array kTasks = {&detr_task(), &transunet_task(), &context_transformer_task()};
  return kTasks;
}

const SystemTask* find_system_task(std::string_view name) {
  for (const SystemTask* const task : system_tasks()) {
    if (task->system().name() == name) return task;
  }
  return nullptr;
}

}  // namespace engine
