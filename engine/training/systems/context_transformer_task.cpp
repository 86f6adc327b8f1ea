// context_transformer_task.cpp: the detector that few examples leave as it is: of each box the kind, where it
// lies and whether it holds an object. Liu et al. 2016 (SSD), eq. 1; Yang et al. 2020.
#include "engine/ops/operations.h"
#include "engine/ops/pictures.h"
#include "engine/training/systems/few_shots.h"
#include "engine/training/systems/system_pass.h"
#include "engine/vision/context_transformer.h"
#include "engine/vision/run.h"
#include "engine/world/targets.h"

namespace engine {
namespace {

constexpr int kDraws = 10;  // of shots, that the figure is a mean of

class ContextTransformerTask final : public SystemTask {
 public:
  const VisionSystem& system() const override { return context_transformer_system(); }

  SystemRecipe recipe() const override {
    SystemRecipe recipe;
    recipe.optimiser = {.rate = 3e-3, .warmup = 30, .final_share = 0.02, .beta2 = 0.99};
    recipe.batch = 32;
    recipe.chunk = 8;
    recipe.steps = 600;
    return recipe;
  }

  void add_stages(Network& network) const override {
    const DetectorStages found =
        add_detector(network, add_picture(network, Matrix::Zero(kPicture.pixels(), kPictureChannels)));
    const int boxes = network.pixels_of(found.kinds.grid);
    const auto input = [&](const char* name, Index columns) {
      return network.input(name, world::kPriors, columns, boxes);
    };
    const auto mean_of = [&](const std::string& name, OperationPtr measure, int said, int there, int by) {
      const int rows = network.apply(name, std::move(measure), {said, there}, world::kPriors, 1, boxes);
      return network.number(name + ".mean", weighted_mean(), {rows, by});
    };
    const int answers = input("answers", 1);
    const int each = network.constant("each", Matrix::Ones(world::kPriors, 1), boxes);
    const int kind =
        mean_of("kind.surprise", cross_entropy_at(), found.kinds.stage, input("kind", 1), answers);
    const int place =
        mean_of("offset.distance", smooth_l1_rows(), found.offsets.stage, input("offset", 4), answers);
    const int object = mean_of("object.surprise", cross_entropy_at(), found.object.stage, answers, each);
    network.number("loss", weighted_total({1, 1, 1}), {kind, place, object});
  }

  SystemExample example(uint64_t seed, uint64_t index) const override {
    SystemExample example;
    example.scene = world::draw_scene(seed, index);
    world::Priors priors = world::priors_of(example.scene);
    Matrix kind(world::kPriors, 1);
    Matrix answers(world::kPriors, 1);
    for (int prior = 0; prior < world::kPriors; ++prior) {
      const int own = priors.kinds[static_cast<size_t>(prior)];
      kind(prior, 0) = static_cast<float>(own);
      answers(prior, 0) = own < 0 ? 0 : 1;
    }
    example.inputs = {{"pixels", world::pixels_of(example.scene)},
                      {"kind", std::move(kind)},
                      {"answers", std::move(answers)},
                      {"offset", std::move(priors.offsets)}};
    return example;
  }

  std::vector<SystemFigure> measure(const SystemParameters& parameters, int count) const override {
    std::vector<SystemFigure> figures;
    const std::vector<ShotReading> asked = read_novel(parameters, held_out_novel(count));
    for (const int shots : {1, 5, 20}) {
      const std::string name = std::to_string(shots) + "_shots";
      figures.push_back({name, mean_accuracy(parameters, shots, true, asked)});
      figures.push_back({name + "_without_context", mean_accuracy(parameters, shots, false, asked)});
    }
    return figures;
  }

 private:
  static double mean_accuracy(const SystemParameters& parameters, int shots, bool with_context,
                              std::span<const ShotReading> asked) {
    double sum = 0;
    for (int draw = 0; draw < kDraws; ++draw) {
      const std::vector<ShotReading> examples = read_novel(parameters, draw_shots(shots, draw));
      sum += FewShots(parameters, examples, with_context).accuracy(asked);
    }
    return sum / kDraws;
  }
};

}  // namespace

const SystemTask& context_transformer_task() {
  static const ContextTransformerTask task;
  return task;
}

}  // namespace engine
