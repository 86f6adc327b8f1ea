// moment.h: a model at one step of its training, by a name that says how to train it again.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/training/data/data_file.h"
#include "engine/training/recipe.h"
#include "engine/training/task.h"

namespace engine {

// A run of training: what is learned, and how.
struct Plan {
  std::shared_ptr<const Task> task;
  std::optional<DataSource> data;  // the file that the task is made of; none: one of tasks()
  Recipe recipe;
};

// Whether `name` is that of a plan or a moment.
bool is_training(std::string_view name);

// training:{"task":"phrase","seed":3}: the task, and what differs from its own recipe. The same plan has the
// same name.
std::string name_of(const Plan& plan);
// The same with the number of steps taken. Changes of the rate that come later are not of it.
std::string name_of_moment(const Plan& plan, int step);

// Whether both are moments of one run, its rate turned between them or not.
bool is_same_run(const std::string& one, const std::string& other);

// The steps of a moment's name; nullopt if it is no moment's.
std::optional<int> step_of(const std::string& name);

// The task of a plan's or a moment's name, or the file that it is made of; empty if it says none.
std::string task_of_name(const std::string& name);

// The plan of a name, of a plan or a moment. Reads the file of a task that is made of one. Errors:
// error.training_name (name) where it is no JSON object; error.training_task (task, known) where there is no
// such task; those of the fields of config_json.h, where the path is the name; those of open_again and
// check_recipe.
Result<Plan> read_plan(const std::string& name);

}  // namespace engine
