// trainings.h: the runs of training that documents name, shared by all users, and the models of their
// moments.
#pragma once

#include <memory>
#include <stop_token>
#include <string>

#include "app/document/learning/recorded_run.h"
#include "engine/core/result.h"

namespace app::trainings {

using Run = std::shared_ptr<RecordedRun>;

// The run of a plan or a moment. The last ones stay, and every one in use. Errors: those of read_plan.
engine::Result<Run> open(const std::string& name, const std::stop_token& stop = {});
// The run under that name, if open() has nothing to do; otherwise null.
Run opened(const std::string& name);

// The model of a moment's name. Trains it where that was not done yet, which takes as long as training takes.
// Errors: those of read_plan; error.training_step (step, steps) beyond the last one, error.training_no_step
// (steps) where it names none; error.training_diverged (step); error.stopped.
engine::Result<RecordedRun::Shared> open_moment(const std::string& name, const std::stop_token& stop = {},
                                                const std::function<void(double)>& progress = {});
// The same, if there is nothing to train; otherwise null.
RecordedRun::Shared opened_moment(const std::string& name);

}  // namespace app::trainings
