// system_training.cpp: runs to the end, with marks on the way.
#include "engine/training/systems/system_training.h"

#include <array>
#include <chrono>
#include <utility>

#include "engine/training/systems/adversarial_run.h"
#include "engine/training/systems/drawing_tasks.h"
#include "engine/training/systems/system_run.h"

namespace engine {
namespace {

using Report = std::function<void(const CourseMark&)>;

constexpr int kMeasuredPictures = 500;
constexpr int kMeasuredOnTheWay = 60;
constexpr int kMeasuredTransGan = 300;

// Parts of a training after which it is looked at: often where much happens.
constexpr std::array kMarks = {0.0, 0.01, 0.02, 0.04, 0.08, 0.14, 0.22, 0.32, 0.45, 0.6, 0.8, 1.0};

// The mean of losses, the newest counting most.
class RunningMean {
 public:
  void add(double loss) {
    constexpr double kStays = 0.98;
    weight_ = kStays * weight_ + 1 - kStays;
    sum_ = kStays * sum_ + (1 - kStays) * loss;
  }
  double mean() const { return weight_ == 0 ? 0 : sum_ / weight_; }

 private:
  double sum_ = 0, weight_ = 0;
};

// Runs to the end and marks the course on the way.
template <class Advance, class Mark>
std::vector<CourseMark> run_course(int steps, Advance advance, Mark mark, const Report& report) {
  std::vector<CourseMark> course;
  RunningMean loss;
  int taken = 0;
  for (const double part : kMarks) {
    const int until = static_cast<int>(part * steps);
    while (taken < until) {
      loss.add(advance());
      ++taken;
    }
    CourseMark& added = course.emplace_back(CourseMark{.step = taken, .loss = loss.mean()});
    mark(added);
    report(added);
  }
  return course;
}

double run_to_end(SystemRun& run) {
  double loss = 0;
  while (!run.is_done()) loss = run.advance();
  run.take_statistics();
  return loss;
}

TrainedSystem train_task(const SystemTask& task) {
  SystemRun run(task, task.recipe());
  const double loss = run_to_end(run);
  TrainedSystem trained;
  trained.parts = {{"system", run.recipe(), loss}};
  trained.parameters = std::make_shared<const SystemParameters>(run.parameters().tensors());
  trained.figures = task.measure(*trained.parameters, kMeasuredPictures);
  return trained;
}

// Adds a stream to what has been trained.
void train_stream(const DrawingTask& task, TrainedSystem& trained, const Report& report) {
  SystemRun run(task, task.recipe());
  trained.course = run_course(
      run.recipe().steps, [&] { return run.advance(); },
      [&](CourseMark& mark) {
        mark.figures = task.measure(run.parameters(), kMeasuredOnTheWay);
        mark.drawings = task.drawings(run.parameters());
      },
      report);
  trained.parts.push_back({"stream", run.recipe(), trained.course.back().loss});
  const auto figures = task.measure(run.parameters(), kMeasuredPictures);
  trained.figures.insert(trained.figures.end(), figures.begin(), figures.end());
  const SystemParameters none{Tensors{}};
  trained.parameters = std::make_shared<const SystemParameters>(
      joined(trained.parameters ? *trained.parameters : none, run.parameters()));
}

using MakeStream = std::unique_ptr<DrawingTask> (*)(std::shared_ptr<const SystemParameters>);

// The autoencoder first, then a stream of its codes.
TrainedSystem train_codes(MakeStream make_stream, const Report& report) {
  TrainedSystem trained = train_task(autoencoder_task());
  trained.parts.front().name = "codes";
  const auto task = make_stream(trained.parameters);
  train_stream(*task, trained, report);
  return trained;
}

TrainedSystem train_pixels(const Report& report) {
  TrainedSystem trained;
  train_stream(*imagegpt_task(), trained, report);
  return trained;
}

TrainedSystem train_transgan(const Report& report) {
  AdversarialRun run(transgan_recipe());
  TrainedSystem trained;
  trained.course = run_course(
      run.recipe().steps, [&] { return run.advance().generator; },
      [&](CourseMark& mark) {
        const SystemParameters averaged = run.averaged();
        mark.figures = measure_transgan(averaged, kMeasuredOnTheWay);
        mark.drawings = drawings_of_kinds(averaged);
      },
      report);
  trained.parts = {{"pair", run.recipe(), trained.course.back().loss}};
  trained.parameters = std::make_shared<const SystemParameters>(run.averaged().tensors());
  trained.figures = measure_transgan(*trained.parameters, kMeasuredTransGan);
  return trained;
}

std::optional<TrainedSystem> train_any(const VisionSystem& system, const Report& report) {
  if (const SystemTask* const task = find_system_task(system.name())) return train_task(*task);
  if (&system == &taming_system()) return train_codes(taming_task, report);
  if (&system == &dalle_system()) return train_codes(dalle_task, report);
  if (&system == &imagegpt_system()) return train_pixels(report);
  if (&system == &transgan_system()) return train_transgan(report);
  return std::nullopt;
}

}  // namespace

std::optional<TrainedSystem> train_system(const VisionSystem& system, const Report& report) {
  const auto start = std::chrono::steady_clock::now();
  auto trained = train_any(system, report);
  if (trained)
    trained->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return trained;
}

}  // namespace engine
