// tasks.cpp: the table of tasks.
#include <algorithm>
#include <array>

#include "engine/training/task.h"

namespace engine {

std::span<const Task* const> tasks() {
  return {};
}

const Task* find_task(std::string_view name) {
  const auto all = tasks();
  const auto found = std::ranges::find(all, name, &Task::name);
  return found == all.end() ? nullptr : *found;
}

}  // namespace engine
