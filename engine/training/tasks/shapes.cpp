// shapes.cpp: which kind of shape is the largest in a picture: a small vision transformer (Dosovitskiy et al.
// 2021) on a drawn world.
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/training/tasks/rule_task.h"
#include "engine/training/tasks/task_list.h"
#include "engine/world/scene.h"

namespace engine {
namespace {

constexpr int kPatchSide = 4;
constexpr Index kPatchesAcross = world::kSide / kPatchSide;
constexpr Index kPatches = kPatchesAcross * kPatchesAcross;
constexpr float kNoise = 0.05F;  // standard deviation, of a range of 2

enum ShapesAim { kLargestAim, kOthersAim };
constexpr std::array kShapesAims = {Aim{"largest", AimedAttention::kEncoder},
                                    Aim{"others", AimedAttention::kEncoder}};
constexpr std::array kShapesGroups = {TaskGroup{"one_shape"}, TaskGroup{"two_shapes"},
                                      TaskGroup{"three_shapes"}};

// The tokens of a model of pictures are the names of its classes.
TaskVocabulary shape_classes() {
  TaskVocabulary vocabulary;
  for (int kind = 0; kind < world::kKinds; ++kind) vocabulary.tokens.push_back(world::kind_name(kind));
  return vocabulary;
}

// Which part of each square the figures cover, as keys of the class token.
AimedRow aim_at(ShapesAim aim, const std::vector<world::Figure>& figures) {
  Matrix mask = Matrix::Zero(world::kSide, world::kSide);
  for (const world::Figure& figure : figures) mask += world::mask_of(figure);
  AimedRow aimed{aim, 0, {}, {}};
  for (Index patch = 0; patch < kPatches; ++patch) {
    const float part = mask.block(patch / kPatchesAcross * kPatchSide, patch % kPatchesAcross * kPatchSide,
                                  kPatchSide, kPatchSide)
                           .mean();
    if (part == 0) continue;
    aimed.keys.push_back(patch + 1);
    aimed.parts.push_back(part);
  }
  return aimed;
}

class ShapesTask final : public RuleTask {
 public:
  ShapesTask() : RuleTask(shape_classes()) {}

  std::string_view name() const override { return "shapes"; }
  Index source_length() const override { return kPatches + 1; }
  std::span<const TaskGroup> groups() const override { return kShapesGroups; }
  std::span<const Aim> aims() const override { return kShapesAims; }
  std::vector<std::string> shown() const override { return {}; }

  Recipe recipe() const override {
    constexpr Index kWidth = 48;
    Recipe recipe = small_recipe(Architecture::kEncoder,
                                 {.layers = 3, .heads = 4, .width = kWidth, .hidden = 4 * kWidth}, labels());
    learn_positions(recipe, kPatches + 1, 0.02);
    recipe.config.predicts = Prediction::kClass;
    recipe.optimiser.warmup = 250;
    recipe.optimiser.decay = 0.05;
    recipe.steps = 5000;
    return recipe;
  }

 protected:
  Drawn draw(Draw& choices) const override {
    const world::Scene scene = world::draw_scene(choices, {.one_is_largest = true});
    const size_t largest = world::largest(scene).value();
    std::vector<world::Figure> others = scene.figures;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(largest));

    TaskCase example;
    Matrix pixels = world::pixels_of(scene);
    world::add_noise(pixels, kNoise, choices);
    example.patches = world::patches_of(pixels, kPatchSide);
    example.labels = {world::kind_of(scene.figures[largest])};
    example.group = static_cast<int>(scene.figures.size()) - 1;
    example.aims.push_back(aim_at(kLargestAim, {scene.figures[largest]}));
    if (!others.empty()) example.aims.push_back(aim_at(kOthersAim, others));
    return {std::move(example), key_of_picture(scene)};
  }

 private:
  // Without the noise: a picture that differs in nothing else counts as the same.
  static uint64_t key_of_picture(const world::Scene& scene) {
    const Matrix picture = world::palette_picture(scene);
    std::vector<Index> pixels(static_cast<size_t>(picture.size()));
    for (size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<Index>(picture.data()[i]);
    return key_of(pixels);
  }
};

}  // namespace

const Task& shapes_task() {
  static const ShapesTask task;
  return task;
}

}  // namespace engine
