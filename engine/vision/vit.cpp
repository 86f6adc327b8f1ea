// vit.cpp: a picture as a row of patches, read by an encoder. Dosovitskiy et al. 2021 (2010.11929), sec. 3.1:
// 16 x 16 pixels in patches of 4 x 4, three layers of width 48 instead of 224 x 224 in 16 x 16 and twelve of
// 768.
#include "engine/ops/operations.h"
#include "engine/vision/system.h"
#include "engine/world/scene.h"

namespace engine {
namespace {

constexpr Index kVitWidth = 48;
constexpr Index kVitLayers = 3;
constexpr Index kVitHeads = 4;
constexpr Patch kVitPatch = {.side = 4, .stride = 4, .padding = 0};

class Vit final : public VisionSystem {
 public:
  std::string_view name() const override { return "vit"; }

  // patch.embedding (16, 48); class.token (1, 48); embedding, position and input (17, 48): the class token
  // first; encoder.L. ... ; encoder.output (17, 48); class (1, 48); logits and probabilities (1, 12).
  void add_stages(Network& network, const PictureMap& picture,
                  const SystemSettings& /*settings*/) const override {
    const PictureMap patches = network.convolution("patches", picture, kVitWidth, kVitPatch);
    const Index tokens = patches.grid.pixels() + 1;
    const int sequence = network.behind_class(patches.grid);
    const int only = network.class_alone();
    const int first = network.table("class.token", "class_token", 1, kVitWidth, only);
    const int embedding =
        network.apply("embedding", stack_rows(), {first, patches.stage}, tokens, kVitWidth, sequence);
    const int position = network.table("position", R"(positions.weight)", tokens, kVitWidth, sequence);
    int x = network.add("input", {embedding, position});
    for (Index layer = 0; layer < kVitLayers; ++layer)
      x = network.pre_norm_layer("encoder." + std::to_string(layer), x, kVitHeads, 4 * kVitWidth);
    const int output = network.layer_norm("encoder.output", "encoder.norm", x);
    const int chosen = network.apply("class", pick_row(0), {output}, 1, kVitWidth, only);
    const int weight = network.parameter("output.weight", ParameterRole::kOutput, world::kKinds, kVitWidth);
    const int logits = network.apply("logits", linear(), {chosen, weight}, 1, world::kKinds, only);
    network.softmax("probabilities", logits);
  }

  // The kind of the largest figure; where the class token looked, layer by layer.
  SystemAnswer answer(const SystemTrace& trace, const world::Scene& /*scene*/) const override {
    const Matrix shares = trace.values("probabilities");
    const Index kind = largest_in(shares, 0);
    SystemAnswer said;
    said.largest = SeenKind{static_cast<int>(kind), double{shares(0, kind)}};
    said.maps = rows_by_layer(trace, 0, 1);
    return said;
  }
  bool compares_sizes() const override { return true; }
};

}  // namespace

const VisionSystem& vit_system() {
  static const Vit system;
  return system;
}

}  // namespace engine
