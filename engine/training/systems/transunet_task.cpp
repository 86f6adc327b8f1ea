// transunet_task.cpp: a class for each pixel: half cross-entropy, half Dice, as in Chen et al. 2021's code.
#include <array>

#include "engine/ops/operations.h"
#include "engine/ops/pictures.h"
#include "engine/training/systems/system_pass.h"
#include "engine/vision/run.h"
#include "engine/world/targets.h"

namespace engine {
namespace {

constexpr float kUnetNoise = 0.1F;
constexpr world::SceneRules kOneLargest = {.one_is_largest = true};
const SystemSettings kWithoutSkips = {.off = {"skip.0", "skip.1"}};

// What is said of pixels and what is there, class by class.
class MaskCounts {
 public:
  void add(const ConstView& shares, const Matrix& classes) {
    bool all_right = true;
    for (Index pixel = 0; pixel < shares.rows(); ++pixel) {
      Index said = 0;
      shares.row(pixel).maxCoeff(&said);
      const auto there = static_cast<Index>(classes(pixel, 0));
      if (said == there) {
        ++both_[static_cast<size_t>(said)];
        ++either_[static_cast<size_t>(said)];
        continue;
      }
      ++either_[static_cast<size_t>(said)];
      ++either_[static_cast<size_t>(there)];
      all_right = false;
    }
    ++pictures_;
    if (all_right) ++right_;
  }

  double mean_iou() const {
    double sum = 0;
    for (size_t i = 0; i < both_.size(); ++i)
      sum += either_[i] == 0 ? 1 : static_cast<double>(both_[i]) / static_cast<double>(either_[i]);
    return sum / static_cast<double>(both_.size());
  }
  double exact() const { return static_cast<double>(right_) / static_cast<double>(pictures_); }

 private:
  std::array<Index, world::kPixelClasses> both_{}, either_{};
  Index pictures_ = 0;
  Index right_ = 0;
};

class TransUnetTask final : public SystemTask {
 public:
  const VisionSystem& system() const override { return transunet_system(); }

  SystemRecipe recipe() const override {
    SystemRecipe recipe;
    recipe.optimiser = {.rate = 3e-3, .warmup = 30, .final_share = 0.02, .beta2 = 0.99};
    recipe.batch = 32;
    recipe.chunk = 32;
    recipe.steps = 600;
    return recipe;
  }

  void add_stages(Network& network) const override {
    const PictureMap picture = add_picture(network, Matrix::Zero(kPicture.pixels(), kPictureChannels));
    system().add_stages(network, picture, {});
    const int sequence = network.pixels_of(kPicture);
    const Index pixels = kPicture.pixels();
    const int classes = network.input("classes", pixels, 1, sequence);
    const int truth = network.input("truth", pixels, world::kPixelClasses, sequence);
    const int each = network.constant("each", Matrix::Ones(pixels, 1), sequence);
    const int surprise =
        network.apply("surprise", cross_entropy_at(), {network.at("logits"), classes}, pixels, 1, sequence);
    const int mean = network.number("surprise.mean", weighted_mean(), {surprise, each});
    const int dice = network.number("dice", dice_loss(), {network.at("probabilities"), truth});
    network.number("loss", weighted_total({0.5, 0.5}), {mean, dice});
  }

  SystemExample example(uint64_t seed, uint64_t index) const override {
    SystemExample example;
    example.scene = world::draw_scene(seed, index, kOneLargest);
    const Matrix classes = world::pixel_classes(example.scene);
    Matrix truth = Matrix::Zero(classes.rows(), world::kPixelClasses);
    for (Index pixel = 0; pixel < truth.rows(); ++pixel)
      truth(pixel, static_cast<Index>(classes(pixel, 0))) = 1;
    example.inputs = {{"pixels", world::noisy_pixels(example.scene, kUnetNoise, seed, index)},
                      {"classes", classes},
                      {"truth", std::move(truth)}};
    return example;
  }

  std::vector<SystemFigure> measure(const SystemParameters& parameters, int count) const override {
    const MaskCounts whole = counts(parameters, count, {});
    const MaskCounts bare = counts(parameters, count, kWithoutSkips);
    return {{"mean_iou", whole.mean_iou()},
            {"exact", whole.exact()},
            {"mean_iou_without_skips", bare.mean_iou()}};
  }

 private:
  MaskCounts counts(const SystemParameters& parameters, int count, const SystemSettings& settings) const {
    MaskCounts counted;
    read_pictures(
        system(), parameters, settings, {"probabilities"}, count,
        [&](Index picture) { return example_at(picture).inputs.at("pixels"); },
        [&](Index picture, const OutputOf& output) {
          counted.add(output("probabilities"), example_at(picture).inputs.at("classes"));
        });
    return counted;
  }
  SystemExample example_at(Index picture) const {
    return example(kUnseenSeed, static_cast<uint64_t>(picture));
  }
};

}  // namespace

const SystemTask& transunet_task() {
  static const TransUnetTask task;
  return task;
}

}  // namespace engine
