// tasks.cpp: the table of tasks.
#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string_view>

#include "engine/training/task.h"
#include "engine/training/tasks/task_list.h"

namespace engine {

std::span<const Task* const> tasks() {
  static const std::array kTasks = {
      &phrase_task(),           &numbers_task(), &dates_task(),       &copy_task(),
      &reverse_task(),          &sort_task(),    &repeat_task(),      &grammar_task(),
      &measure_words_task(),    &who_task(),     &who_chinese_task(), &everyday_task(),
      &everyday_chinese_task(), &shapes_task()};
  return kTasks;
}

std::shared_ptr<const Task> lasting(const Task& task) {
  return {std::shared_ptr<const void>(), &task};
}

const Task* find_task(std::string_view name) {
  const auto all = tasks();
  const auto found = std::ranges::find(all, name, &Task::name);
  return found == all.end() ? nullptr : *found;
}

}  // namespace engine
