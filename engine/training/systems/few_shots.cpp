// few_shots.cpp: the detector reads each picture once; then only what asks around, and the classes, are
// learned.
#include "engine/training/systems/few_shots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/parallel.h"
#include "engine/core/random.h"
#include "engine/model/first_numbers.h"
#include "engine/ops/operations.h"
#include "engine/ops/pictures.h"
#include "engine/training/adamw.h"
#include "engine/training/systems/system_pass.h"
#include "engine/vision/context_transformer.h"

namespace engine {
namespace {

constexpr Index kShotBoxes = 4;  // that answer for a figure, at most
constexpr Index kAround = 16;
constexpr int kShotSteps = 300;
constexpr double kTurnSize = 0.3;   // standard deviation of the maps at the start
constexpr float kFirstGate = 0.1F;  // so that the maps learn from the first step on
constexpr int kStarts = 3;          // of the maps: from one in eight, asking around is not found
constexpr uint64_t kShotSeed = 100;
constexpr const char* kShotNote = "note.trained";

const OptimiserSettings kShotOptimiser = {
    .rate = 2e-2, .warmup = 15, .final_share = 0.02, .beta2 = 0.99, .decay = 0};

// The detector's own tensors, and fresh ones for the rest, others for each start.
Tensors fresh_context(const SystemParameters& detector, int start) {
  Tensors tensors = detector.tensors();
  for (Tensor& tensor : tensors) {
    if (!is_learned_from_shots(tensor.name.name)) continue;
    tensor.numbers = std::make_shared<Matrix>(Matrix::Zero(tensor.name.rows, tensor.name.columns));
    if (tensor.name.name == "gate") tensor.numbers->setConstant(kFirstGate);
    if (tensor.name.role != ParameterRole::kMatrix) continue;
    const RandomStream stream(kShotSeed + static_cast<uint64_t>(start), tensor.name.name);
    const auto bound = static_cast<float>(kTurnSize * std::sqrt(3.0));
    draw_uniform(stream, bound, *tensor.numbers);
  }
  return tensors;
}

ShotReading reading_of(const world::NovelScene& novel, const OutputOf& output) {
  ShotReading reading{Matrix(kShotBoxes, world::kKinds), output("around"), 0, novel.novel_class};
  const world::Priors priors = world::priors_of(novel.scene);
  const ConstView kinds = output("kinds");
  for (int prior = 0; prior < world::kPriors && reading.count < kShotBoxes; ++prior) {
    if (priors.figures[static_cast<size_t>(prior)] == 0)
      reading.boxes.row(reading.count++) = kinds.row(prior);
  }
  for (Index row = reading.count; row < kShotBoxes; ++row) reading.boxes.row(row) = reading.boxes.row(0);
  return reading;
}

// Boxes and what is around them, to the classes, and to the loss of a network that learns.
std::shared_ptr<const BatchPlan> plan_shots(const SystemParameters& parameters,
                                            const SystemSettings& settings, Index examples, bool learns) {
  TraceBuilder builder({}, {});
  Network network(builder, "", parameters.source(), kShotNote, Network::Phase::kTraining);
  const int own = network.numbered("b", kShotBoxes);
  const int boxes = network.input("boxes", kShotBoxes, world::kKinds, own);
  const int around = network.input("around", kAround, world::kKinds, network.pixels_of({4, 4}));
  const int logits = add_context(network, boxes, around, settings);
  int end = logits;
  if (learns) {
    const int label = network.input("label", kShotBoxes, 1, own);
    const int counts = network.input("counts", kShotBoxes, 1, own);
    const int surprise = network.apply("surprise", cross_entropy_at(), {logits, label}, kShotBoxes, 1, own);
    end = network.number("loss", weighted_mean(), {surprise, counts});
  }
  const auto trace = std::move(builder).build();
  const auto input_name = [](const Stage& stage) {
    return is_from_outside(stage) ? stage.address : std::string();
  };
  return std::make_shared<const BatchPlan>(
      plan_batch({trace, end, parameters.tensors(), input_name}, {.examples = examples}, learns, {"unit"}));
}

void load_shots(BatchRunner& runner, std::span<const ShotReading> shots) {
  for (size_t i = 0; i < shots.size(); ++i) {
    const auto put = [&](const char* name, const Matrix& numbers) {
      const auto place = runner.plan().inputs.find(name);
      if (place != runner.plan().inputs.end()) runner.input(place->second, static_cast<Index>(i)) = numbers;
    };
    put("boxes", shots[i].boxes);
    put("around", shots[i].around);
    put("label", Matrix::Constant(kShotBoxes, 1, static_cast<float>(shots[i].novel_class)));
    Matrix counts = Matrix::Zero(kShotBoxes, 1);
    counts.topRows(shots[i].count).setOnes();
    put("counts", counts);
  }
}

// Each class begins as the mean direction of its examples.
void imprint(SystemParameters& parameters, const SystemSettings& settings,
             std::span<const ShotReading> shots) {
  const auto count = static_cast<Index>(shots.size());
  BatchRunner runner(parameters.tensors(), plan_shots(parameters, settings, count, false));
  load_shots(runner, shots);
  runner.forward();
  Matrix& classes = *parameters.find("classes.weight")->numbers;
  classes.setZero();
  Eigen::VectorXf rows = Eigen::VectorXf::Zero(classes.rows());
  for (Index i = 0; i < count; ++i) {
    const ShotReading& shot = shots[static_cast<size_t>(i)];
    classes.row(shot.novel_class) +=
        runner.of_example(*runner.find("unit"), i).topRows(shot.count).colwise().sum();
    rows[shot.novel_class] += static_cast<float>(shot.count);
  }
  for (Index row = 0; row < classes.rows(); ++row) classes.row(row) /= std::max(1.0F, rows[row]);
}

// 300 steps over all of them; their mean loss at the end.
double learn(SystemParameters& parameters, const SystemSettings& settings,
             std::span<const ShotReading> shots) {
  const auto chunk = (shots.size() + 1) / 2;
  std::vector<std::unique_ptr<BatchRunner>> runners;
  std::vector<Gradients> parts;
  for (size_t first = 0; first < shots.size(); first += chunk) {
    const auto some = shots.subspan(first, std::min(chunk, shots.size() - first));
    runners.push_back(std::make_unique<BatchRunner>(
        parameters.tensors(), plan_shots(parameters, settings, static_cast<Index>(some.size()), true)));
    load_shots(*runners.back(), some);
    parts.push_back(zero_gradients(parameters.tensors()));
  }
  AdamW optimiser(parameters.tensors(), kShotOptimiser);
  const float share = 1.0F / static_cast<float>(shots.size());
  for (int step = 0; step < kShotSteps; ++step) {
    parallel_for(static_cast<Index>(runners.size()), [&](Index part) {
      BatchRunner& runner = *runners[static_cast<size_t>(part)];
      runner.forward();
      runner.whole(runner.plan().seed.value()).setConstant(share);
      runner.backward(parts[static_cast<size_t>(part)]);
    });
    Gradients gradients = parts.front();
    for (size_t part = 1; part < parts.size(); ++part) {
      for (size_t i = 0; i < gradients.size(); ++i) gradients[i] += parts[part][i];
    }
    optimiser.step(parameters.tensors(), gradients, gradient_length(gradients),
                   learning_rate(kShotOptimiser, step, kShotSteps, 1));
  }
  double sum = 0;
  for (const auto& runner : runners) {
    runner->forward();
    sum += runner->whole(runner->plan().end).sum();
  }
  return sum / static_cast<double>(shots.size());
}

// Of the starts the one whose examples end with the least loss. Without context, nothing is drawn.
SystemParameters learn_from_starts(const SystemParameters& detector, const SystemSettings& settings,
                                   std::span<const ShotReading> shots) {
  const int starts = settings.is_off("context") ? 1 : kStarts;
  SystemParameters best(fresh_context(detector, 0));
  double least = std::numeric_limits<double>::infinity();
  for (int start = 0; start < starts; ++start) {
    SystemParameters parameters(fresh_context(detector, start));
    imprint(parameters, settings, shots);
    const double loss = learn(parameters, settings, shots);
    if (loss >= least) continue;
    least = loss;
    best = std::move(parameters);
  }
  return best;
}

}  // namespace

std::vector<ShotReading> read_novel(const SystemParameters& parameters,
                                    std::span<const world::NovelScene> scenes) {
  std::vector<ShotReading> readings;
  readings.reserve(scenes.size());
  read_pictures(
      context_transformer_system(), parameters, {}, {"kinds", "around"}, static_cast<Index>(scenes.size()),
      [&](Index picture) { return world::pixels_of(scenes[static_cast<size_t>(picture)].scene); },
      [&](Index picture, const OutputOf& output) {
        readings.push_back(reading_of(scenes[static_cast<size_t>(picture)], output));
      });
  return readings;
}

std::vector<world::NovelScene> draw_shots(int shots, int draw) {
  std::vector<world::NovelScene> chosen;
  std::array<int, world::kNovelClasses> missing{};
  missing.fill(shots);
  for (uint64_t index = 0; chosen.size() < static_cast<size_t>(shots) * missing.size(); ++index) {
    world::NovelScene novel = world::draw_novel(kShotSeed + static_cast<uint64_t>(draw), index);
    int& left = missing.at(static_cast<size_t>(novel.novel_class));
    if (left == 0) continue;
    --left;
    chosen.push_back(std::move(novel));
  }
  return chosen;
}

std::vector<world::NovelScene> held_out_novel(int count) {
  std::vector<world::NovelScene> scenes;
  scenes.reserve(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) scenes.push_back(world::draw_novel(kUnseenSeed, static_cast<uint64_t>(i)));
  return scenes;
}

FewShots::FewShots(const SystemParameters& detector, std::span<const ShotReading> shots, bool has_context)
    : settings_{.off = has_context ? std::vector<std::string>{} : std::vector<std::string>{"context"}},
      parameters_(learn_from_starts(detector, settings_, shots)) {}

double FewShots::accuracy(std::span<const ShotReading> readings) const {
  constexpr Index kTogether = 32;
  BatchRunner runner(parameters_.tensors(), plan_shots(parameters_, settings_, kTogether, false));
  Index right = 0;
  Index boxes = 0;
  for (size_t first = 0; first < readings.size(); first += kTogether) {
    const auto some = readings.subspan(first, std::min<size_t>(kTogether, readings.size() - first));
    load_shots(runner, some);
    runner.forward();
    for (size_t i = 0; i < some.size(); ++i) {
      const ConstView logits = runner.of_example(runner.plan().end, static_cast<Index>(i));
      for (Index box = 0; box < some[i].count; ++box) {
        Index said = 0;
        logits.row(box).maxCoeff(&said);
        if (said == some[i].novel_class) ++right;
      }
      boxes += some[i].count;
    }
  }
  return boxes == 0 ? 0 : static_cast<double>(right) / static_cast<double>(boxes);
}

}  // namespace engine
