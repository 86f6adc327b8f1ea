// train_query.h: what `headlight train` is asked to learn, and how.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/cli/options.h"
#include "engine/core/result.h"
#include "engine/training/data/data_file.h"
#include "engine/training/recipe.h"
#include "engine/training/task.h"

namespace app {

struct TrainQuery {
  std::shared_ptr<const engine::Task> task;
  std::optional<engine::DataSource> data;  // the file that it is made of; none: it is one of tasks()
  engine::Recipe recipe;
  std::string resumed;  // a folder to go on from
  std::string out;
};

// There is no task of that name.
engine::Error unknown_task(const std::string& typed);

// After set_recipe_apart() of recipe_options.h. Errors: those of the options, of open_data, read_record,
// task_of and check_recipe.
engine::Result<TrainQuery> read_train_query(const ParsedOptions& given);

}  // namespace app
