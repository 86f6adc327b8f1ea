// system_run.cpp: a batch in chunks that any core may take; their gradients are added in order.
#include "engine/training/systems/system_run.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/core/parallel.h"

namespace engine {
namespace {

// Batches that statistics are taken over.
constexpr int kStatisticBatches = 64;

using Sums = Eigen::Array<double, 1, Eigen::Dynamic>;

// The mean and the variance of each column, over many matrices.
class ColumnMoments {
 public:
  void add(const ConstView& numbers) {
    const Eigen::ArrayXXd wide = numbers.cast<double>().array();
    if (count_ == 0) {
      sum_ = Sums::Zero(numbers.cols());
      squares_ = sum_;
    }
    sum_ += wide.colwise().sum();
    squares_ += wide.square().colwise().sum();
    count_ += numbers.rows();
  }
  Sums mean() const { return sum_ / static_cast<double>(count_); }
  Sums variance() const { return squares_ / static_cast<double>(count_) - mean().square(); }

 private:
  Sums sum_, squares_;
  Index count_ = 0;
};

void put_row(const SystemParameters& parameters, const std::string& name, const Sums& numbers) {
  parameters.find(name)->numbers->row(0) = numbers.cast<float>().matrix();
}

}  // namespace

SystemRun::SystemRun(const SystemTask& task, const SystemRecipe& recipe)
    : task_(task),
      recipe_(recipe),
      parameters_(task.first(recipe.seed)),
      care_(task.care()),
      optimiser_(parameters_.tensors(), recipe.optimiser),
      gradients_(zero_gradients(parameters_.tensors())),
      learning_(plan_learning(task, parameters_, recipe.chunk)) {
  assert(recipe.batch % recipe.chunk == 0);
  for (Index i = 0; i < recipe.batch / recipe.chunk; ++i) {
    runners_.push_back(std::make_unique<BatchRunner>(parameters_.tensors(), learning_.plan));
    parts_.push_back(zero_gradients(parameters_.tensors()));
  }
}

SystemRun::Examples SystemRun::examples_of(int step) const {
  Examples examples(static_cast<size_t>(recipe_.batch));
  const auto first = static_cast<uint64_t>(step) * static_cast<uint64_t>(recipe_.batch);
  parallel_for(recipe_.batch, [&](Index i) {
    examples[static_cast<size_t>(i)] = task_.example(recipe_.seed, first + static_cast<uint64_t>(i));
  });
  return examples;
}

double SystemRun::advance() {
  Examples examples = examples_of(step());
  const float share = 1.0F / static_cast<float>(recipe_.batch);
  const auto chunk = static_cast<size_t>(recipe_.chunk);
  std::vector<double> losses(runners_.size());
  parallel_for(static_cast<Index>(runners_.size()), [&](Index part) {
    const auto at = static_cast<size_t>(part);
    losses[at] = run_chunk(*runners_[at], std::span(examples).subspan(at * chunk, chunk), share, parts_[at]);
  });
  double loss = 0;
  for (const double part : losses) loss += part;
  for (size_t tensor = 0; tensor < gradients_.size(); ++tensor) {
    gradients_[tensor] = parts_.front()[tensor];
    for (size_t part = 1; part < parts_.size(); ++part) gradients_[tensor] += parts_[part][tensor];
  }
  const double rate = learning_rate(recipe_.optimiser, step(), recipe_.steps, 1);
  const int taken = step();
  optimiser_.step(parameters_.tensors(), gradients_, gradient_length(gradients_), rate);
  if (care_) {
    const auto output = [&](size_t example, const std::string& address) {
      const BatchRunner& runner = *runners_[example / chunk];
      return runner.of_example(*runner.find(address), static_cast<Index>(example % chunk));
    };
    care_->after(taken, recipe_.steps, examples.size(), output, parameters_);
  }
  return loss / recipe_.batch;
}

void SystemRun::load(BatchRunner& runner, std::span<const SystemExample> examples) const {
  for (const auto& [name, place] : runner.plan().inputs) {
    for (size_t i = 0; i < examples.size(); ++i) {
      const auto found = examples[i].inputs.find(name);
      if (found != examples[i].inputs.end()) runner.input(place, static_cast<Index>(i)) = found->second;
    }
  }
}

double SystemRun::run_chunk(BatchRunner& runner, std::span<SystemExample> examples, float share,
                            Gradients& gradients) {
  load(runner, examples);
  runner.forward(0, learning_.decided);
  for (size_t i = 0; i < examples.size(); ++i)
    task_.decide(
        [&](const std::string& address) {
          return runner.of_example(*runner.find(address), static_cast<Index>(i));
        },
        examples[i]);
  load(runner, examples);
  runner.forward(learning_.decided, runner.plan().forward.size());
  runner.whole(runner.plan().seed.value()).setConstant(share);
  runner.backward(gradients);
  return runner.whole(runner.plan().end).cast<double>().sum();
}

void SystemRun::take_statistics() {
  if (learning_.normed.empty()) return;
  std::vector<ColumnMoments> moments(learning_.normed.size());
  BatchRunner& runner = *runners_.front();
  for (int batch = 0; batch < kStatisticBatches; ++batch) {
    const Examples examples = examples_of(batch);
    load(runner, std::span(examples).first(static_cast<size_t>(recipe_.chunk)));
    runner.forward();
    for (size_t i = 0; i < moments.size(); ++i) {
      const View numbers = runner.whole(*runner.find(learning_.normed[i].input));
      moments[i].add(
          {numbers.data(), numbers.rows(), numbers.cols(), Eigen::OuterStride<>(numbers.outerStride())});
    }
  }
  for (size_t i = 0; i < moments.size(); ++i) {
    put_row(parameters_, learning_.normed[i].name + ".mean", moments[i].mean());
    put_row(parameters_, learning_.normed[i].name + ".variance", moments[i].variance());
  }
}

}  // namespace engine
