// transunet.cpp: look everywhere at the small end, draw at the large one. Chen et al. 2021 (2102.04306), fig.
// 1: 16 x 16 pixels, one convolution a step and two layers of width 64 instead of 224 x 224, a ResNet and
// twelve layers of 768. The largest shape keeps its class, every other shape is "smaller": that needs a
// comparison across the picture.
#include <algorithm>
#include <array>
#include <utility>

#include "engine/vision/system.h"

namespace engine {
namespace {

constexpr Index kChannels = 16;  // of the largest map
constexpr Index kUnetWidth = 64;
constexpr Index kUnetLayers = 2;
constexpr Index kUnetHeads = 4;
constexpr Index kUnetClasses = world::kPixelClasses;

constexpr std::string_view kTransformer = "transformer";
constexpr std::array<std::string_view, 3> kUnetParts = {"skip.0", "skip.1", kTransformer};

class TransUnet final : public VisionSystem {
 public:
  std::string_view name() const override { return "transunet"; }
  std::span<const std::string_view> parts() const override { return kUnetParts; }

  // down.0 (256, 16), down.1 (64, 32), down.2 (16, 64), each with .norm and .relu; patches, position and
  // input (16, 64); encoder.L. ... ; encoder.output (16, 64); more (16, 32); up.1 (64, 32) and up.0 (256,
  // 16), each with .larger and .joined before it, and .norm and .relu behind; logits and probabilities (256,
  // 5).
  void add_stages(Network& network, const PictureMap& picture,
                  const SystemSettings& settings) const override {
    const PictureMap large = step(network, "down.0", picture, kChannels, {});
    const PictureMap middle = step(network, "down.1", large, 2 * kChannels, kHalving);
    const PictureMap small = step(network, "down.2", middle, 4 * kChannels, kHalving);
    const PictureMap seen = look_everywhere(network, small, settings);
    PictureMap x = step(network, "more", seen, 2 * kChannels, {});
    x = step_up(network, "up.1", x, network.unless(settings.is_off("skip.1"), "skip.1", middle),
                2 * kChannels);
    x = step_up(network, "up.0", x, network.unless(settings.is_off("skip.0"), "skip.0", large), kChannels);
    const PictureMap logits = network.convolution("logits", x, kUnetClasses, {});
    network.softmax("probabilities", logits.stage);
  }

  // The class of each pixel; where the patch under the largest figure looked, layer by layer.
  SystemAnswer answer(const SystemTrace& trace, const world::Scene& scene) const override {
    const Matrix shares = trace.values("probabilities");
    SystemAnswer said;
    Matrix classes(world::kSide, world::kSide);
    for (Index pixel = 0; pixel < shares.rows(); ++pixel)
      classes.data()[pixel] = static_cast<float>(largest_in(shares, pixel));
    said.classes = std::move(classes);
    const auto most = std::ranges::max_element(scene.figures, {}, &world::Figure::size);
    if (most != scene.figures.end()) said.maps = rows_by_layer(trace, patch_under(*most));
    return said;
  }
  bool compares_sizes() const override { return true; }

 private:
  // The patch of the small map that a figure's centre lies in.
  static Index patch_under(const world::Figure& figure) {
    constexpr Index kAcross = 4;
    const auto along = [](double centre) { return static_cast<Index>(centre * kAcross / world::kSide); };
    return along(figure.centre_y()) * kAcross + along(figure.centre_x());
  }

  // Convolution, batch normalisation, ReLU.
  static PictureMap step(Network& network, const std::string& name, const PictureMap& x, Index channels,
                         const Patch& patch) {
    const PictureMap made = network.convolution(name, x, channels, patch, false);
    return network.relu(name + ".relu", network.batch_norm(name + ".norm", made));
  }

  // Twice the size, with what the way down had at that size beside it.
  static PictureMap step_up(Network& network, const std::string& name, const PictureMap& x,
                            const PictureMap& skip, Index channels) {
    const PictureMap larger = network.upsample(name + ".larger", x);
    return step(network, name, network.join(name + ".joined", larger, skip), channels, {});
  }

  // Every place of the small map reads every other.
  static PictureMap look_everywhere(Network& network, const PictureMap& small,
                                    const SystemSettings& settings) {
    const PictureMap patches = network.convolution("patches", small, kUnetWidth, kPixel);
    const int sequence = network.pixels_of(patches.grid);
    const int position =
        network.table("position", R"(positions.weight)", patches.grid.pixels(), kUnetWidth, sequence);
    int x = network.add("input", {patches.stage, position});
    const Index layers = settings.is_off(kTransformer) ? 0 : kUnetLayers;
    for (Index layer = 0; layer < layers; ++layer)
      x = network.pre_norm_layer("encoder." + std::to_string(layer), x, kUnetHeads, 2 * kUnetWidth);
    return {network.layer_norm("encoder.output", "encoder.norm", x), patches.grid};
  }
};

}  // namespace

const VisionSystem& transunet_system() {
  static const TransUnet system;
  return system;
}

}  // namespace engine
