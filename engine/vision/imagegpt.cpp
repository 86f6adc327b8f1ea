// imagegpt.cpp: pixels as words. Chen et al. 2020, "Generative pretraining from pixels", sec. 2 and the
// published code: 16 x 16 pixels of 5 colours, three layers of width 48 instead of 32 x 32 of 512 and 24 of
// 512; norms by the root mean square, x σ(1.702 x); places as a row plus a column, not each on its own.
#include "engine/vision/imagegpt.h"

#include "engine/vision/autoencoder.h"
#include "engine/vision/run.h"
#include "engine/vision/stream_system.h"
#include "engine/world/checker.h"
#include "engine/world/halves.h"

namespace engine {
namespace {

constexpr int kUpperHalf = world::kSide * world::kSide / 2;

class ImageGpt final : public VisionSystem {
 public:
  std::string_view name() const override { return "imagegpt"; }
  double table_size(const ParameterName& table) const override { return stream_table_size(table); }
  bool draws() const override { return true; }
  Shape symbols() const override { return {imagegpt_stream().grid.pixels(), imagegpt_stream().kinds}; }

  // By default behind the upper half of the picture.
  DrawnPicture draw(const Network::Source& source, const Matrix& pixels,
                    const DrawingChoice& choice) const override {
    const Matrix palette = world::nearest_palette(pixels);
    const std::vector<int> colours(palette.data(), palette.data() + palette.size());
    const TokenStream& stream = imagegpt_stream();
    return draw_one(stream, source, start_of(stream),
                    standing(colours, choice.kept.value_or(kUpperHalf), choice.overruled), choice);
  }

  // drawn (256, 1), the colours that stand in the end; symbols (256, 1), the start and all of these but the
  // last; add_stream().
  void add_stages(Network& network, const PictureMap& /*picture*/,
                  const SystemSettings& settings) const override {
    add_drawn(network, settings.drawn.places, kPicture);
    add_drawn_stream(network, imagegpt_stream(), settings.drawn, {"[start]"});
  }

  SystemAnswer answer(const SystemTrace& trace, const world::Scene& /*scene*/) const override {
    const Matrix drawn = trace.values("drawn");
    SystemAnswer said;
    said.drawing = Eigen::Map<const Matrix>(drawn.data(), world::kSide, world::kSide);
    return said;
  }
  // Of shapes that the middle line cuts, where half of the picture is given.
  std::optional<bool> is_right(const Matrix& drawing, const DrawingChoice& choice,
                               const world::Scene* scene) const override {
    if (scene == nullptr || choice.kept.value_or(kUpperHalf) != kUpperHalf) return std::nullopt;
    const world::Reading drawn = world::read_picture(drawing);
    const world::CutShapes cut = world::cut_shapes(*scene, drawn.scene);
    if (cut.all == 0) return std::nullopt;
    return drawn.is_legal() && cut.completed == cut.all;
  }
};

}  // namespace

const TokenStream& imagegpt_stream() {
  static const TokenStream stream{.symbols = 1 + world::kColours + 1,
                                  .said = 1 + world::kColours,
                                  .first = 0,
                                  .kinds = 1 + world::kColours,
                                  .text = 0,
                                  .grid = kPicture,
                                  .width = 48,
                                  .layers = 3,
                                  .heads = 2,
                                  .is_rms = true,
                                  .activation = Activation::kQuickGelu};
  return stream;
}

const VisionSystem& imagegpt_system() {
  static const ImageGpt system;
  return system;
}

}  // namespace engine
