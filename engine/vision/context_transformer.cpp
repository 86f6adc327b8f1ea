// context_transformer.cpp: few examples: a box asks its surroundings. Yang et al. 2020 (2003.07304),
// sec. 3.2, over a detector of single boxes: 16 x 16 pixels, 64 boxes and 12 kinds instead of 300 x 300 and
// thousands.
#include "engine/vision/context_transformer.h"

#include <algorithm>
#include <array>

#include "engine/ops/efficient.h"
#include "engine/ops/operations.h"
#include "engine/world/scene.h"

namespace engine {
namespace {

constexpr Index kDetectorChannels = 32;
constexpr double kCosineScale = 5;

constexpr std::string_view kContext = "context";
constexpr std::array<std::string_view, 1> kContextParts = {kContext};

PictureMap detector_step(Network& network, const std::string& name, const PictureMap& x, Index channels,
                         const Patch& patch) {
  return network.relu(name + ".relu", network.convolution(name, x, channels, patch));
}

// x + x Wᵀ + b.
int turned(Network& network, const std::string& name, int x) {
  return network.add(name, {x, network.linear(name + ".turn", x, world::kKinds)});
}

// Each box's scores, and what they take from those around: softmax(θ φᵀ) g, without a division by √d.
int enrich(Network& network, int boxes, int around) {
  const int theta = turned(network, "asked", boxes);
  const int phi = turned(network, "keys", around);
  const int g = turned(network, "values", around);
  const int products = network.map("affinity.scores", scores(), {theta, phi}, boxes, around);
  const int affinity = network.map("affinity", softmax_rows(), {products}, boxes, around);
  const int context = network.apply_like("context", weighted_sum(), {affinity, g}, boxes, world::kKinds);
  const int gate = network.parameter("gate", ParameterRole::kBias, 1, world::kKinds);
  const int gated = network.apply_like("gated", multiply_row(), {context, gate}, boxes, world::kKinds);
  return network.add("enriched", {boxes, gated});
}

// The cosine of each box's scores and each class's, times 5.
int classify(Network& network, int boxes) {
  const int unit = network.apply_like("unit", unit_rows(), {boxes}, boxes, world::kKinds);
  const int classes = network.table("classes", "classes.weight", kNovelClasses, world::kKinds,
                                    network.numbered("c", kNovelClasses));
  const int class_unit = network.apply_like("classes.unit", unit_rows(), {classes}, classes, world::kKinds);
  const int cosines = network.apply_like("cosines", linear(), {unit, class_unit}, boxes, kNovelClasses);
  return network.apply_like("logits", weighted_total({kCosineScale}), {cosines}, boxes, kNovelClasses);
}

class ContextTransformer final : public VisionSystem {
 public:
  std::string_view name() const override { return "context-transformer"; }
  double table_size(const ParameterName& /*table*/) const override { return 0.3; }
  std::span<const std::string_view> parts() const override { return kContextParts; }

  // Those of add_detector() and add_context(), and probabilities (64, 6).
  void add_stages(Network& network, const PictureMap& picture,
                  const SystemSettings& settings) const override {
    const DetectorStages found = add_detector(network, picture);
    network.softmax("probabilities", add_context(network, found.kinds.stage, found.around.stage, settings));
  }

  // The class of the first figure, by the box nearest to it; where that box looked, if it asks around.
  SystemAnswer answer(const SystemTrace& trace, const world::Scene& scene) const override {
    SystemAnswer said;
    if (scene.figures.empty()) return said;
    const int box = world::nearest_prior(scene.figures.front());
    said.novel_class = static_cast<int>(largest_in(trace.values("logits"), box));
    if (const auto affinity = trace.find("affinity")) {
      const Matrix weights = trace.trace().read_row(*affinity, box);
      said.maps.push_back({"affinity", Eigen::Map<const Matrix>(weights.data(), 4, 4)});
    }
    return said;
  }
};

}  // namespace

// features.N with .relu, N from 0 to 3 (256, 32), (64, 32), (64, 64), (64, 64); kinds, offsets, object,
// around.
DetectorStages add_detector(Network& network, const PictureMap& picture) {
  PictureMap x = detector_step(network, "features.0", picture, kDetectorChannels, {});
  x = detector_step(network, "features.1", x, kDetectorChannels, kHalving);
  x = detector_step(network, "features.2", x, 2 * kDetectorChannels, {});
  x = detector_step(network, "features.3", x, 2 * kDetectorChannels, {});
  const PictureMap kinds = network.convolution("kinds", x, world::kKinds, {});
  return {kinds, network.convolution("offsets", x, 4, {}), network.convolution("object", x, 2, {}),
          network.max_pool("around", kinds, 2)};
}

// asked (n, 12), keys and values (16, 12), each with its .turn; affinity.scores and affinity (n, 16);
// context, gated and enriched (n, 12); unit (n, 12), classes and classes.unit (6, 12); cosines and logits (n,
// 6).
int add_context(Network& network, int boxes, int around, const SystemSettings& settings) {
  return classify(network, settings.is_off(kContext) ? boxes : enrich(network, boxes, around));
}

bool is_learned_from_shots(std::string_view name) {
  constexpr std::array<std::string_view, 5> kAsked = {"asked.", R"(keys.)", "values.", "gate", "classes."};
  return std::ranges::any_of(kAsked, [&](std::string_view part) { return name.starts_with(part); });
}

const VisionSystem& context_transformer_system() {
  static const ContextTransformer system;
  return system;
}

}  // namespace engine
