// transgan.cpp: a grid that grows. Jiang et al. 2021 (2102.07074), sec. 3.1 and 3.3: 4 x 4 tokens of width
// 96, 8 x 8 of width 48, 16 x 16 pixels instead of up to 256 x 256 from 1,024; without relative positions;
// and, unlike the original, told which kind to draw.
#include "engine/vision/transgan.h"

#include <utility>

#include "engine/core/draw.h"
#include "engine/ops/drawing.h"
#include "engine/ops/operations.h"
#include "engine/ops/relatives.h"
#include "engine/vision/run.h"
#include "engine/world/checker.h"
#include "engine/world/nearest.h"

namespace engine {
namespace {

constexpr Grid kSmallGrid = {4, 4};
constexpr Grid kMiddleGrid = {8, 8};
constexpr Index kSmallWidth = 96;
constexpr Index kMiddleWidth = 48;
constexpr Index kGanHeads = 4;
constexpr Index kWindow = 4;  // tokens along each side
constexpr float kKindSize = 2;

constexpr Index kJudgeWidth = 64;
constexpr Index kJudgeLayers = 3;
constexpr Patch kJudgePatch = {.side = 4, .stride = 2, .padding = 1};
constexpr std::string_view kJudge = "judge.";

class TransGan final : public VisionSystem {
 public:
  std::string_view name() const override { return "transgan"; }
  bool draws() const override { return true; }
  double table_size(const ParameterName& table) const override {
    if (table.name == "judge.class_token") return 0;
    return table.name == R"(positions.small.weight)" ? 0.02 : 0.2;
  }

  DrawnPicture draw(const Network::Source& /*source*/, const Matrix& /*pixels*/,
                    const DrawingChoice& choice) const override {
    DrawnPicture drawn;
    const LatentChoice& asked = choice.latent;
    const auto walked = static_cast<float>(asked.walked);
    Matrix latent = latent_of(choice.seed);
    if (walked > 0) latent = (1 - walked) * latent + walked * latent_of(asked.other);
    for (const auto& [number, value] : asked.moved) latent(0, number) = value;
    drawn.latent = asked_of(latent, asked.kind.value_or(0));
    return drawn;
  }

  // latent (1, 44); then add_generator(): spread (1, 1536), folded (16, 96), position.small and small.input;
  // encoder.0. ...; wide (16, 192); shuffled (64, 48), again (1, 48) and again.rows (64, 48), position.middle
  // and middle.input; encoder.1. ..., encoder.2. ...; cut, encoder.3. ... and joined, in windows of 4 x 4;
  // encoder.output (64, 48); colours (64, 12); spread.pixels and picture (256, 3).
  void add_stages(Network& network, const PictureMap& /*picture*/,
                  const SystemSettings& settings) const override {
    const int asked =
        network.given_numbers("latent", "note.latent", settings.drawn.latent, network.named({"z"}));
    add_generator(network, asked);
  }

  SystemAnswer answer(const SystemTrace& trace, const world::Scene& /*scene*/) const override {
    SystemAnswer said;
    said.drawing = world::nearest_palette(trace.values("picture"));
    return said;
  }
  // Its shapes are rarely right to the pixel: the nearest one decides.
  std::optional<bool> is_right(const Matrix& drawing, const DrawingChoice& choice,
                               const world::Scene* /*scene*/) const override {
    if (!choice.latent.kind) return std::nullopt;
    const auto nearest = world::nearest_shape(drawing);
    return nearest && world::kind_of(nearest->figure) == *choice.latent.kind;
  }
};

// The row as often as the grid has places.
int copies(Network& network, const std::string& name, int row, const Grid& grid) {
  const int places =
      network.constant(name + ".places", Matrix::Zero(grid.pixels(), 1), network.pixels_of(grid));
  return network.lookup(name, places, row);
}

int add_small(Network& network, int asked) {
  const Index tokens = kSmallGrid.pixels();
  const int sequence = network.pixels_of(kSmallGrid);
  const int spread = network.linear("spread", asked, tokens * kSmallWidth);
  const int folded =
      network.apply("folded", fold_row(tokens, kSmallWidth), {spread}, tokens, kSmallWidth, sequence);
  const int position =
      network.table("position.small", R"(positions.small.weight)", tokens, kSmallWidth, sequence);
  const int x = network.add("small.input", {folded, position});
  return network.pre_norm_layer("encoder.0", x, kGanHeads, 2 * kSmallWidth);
}

int add_middle(Network& network, int asked, int small) {
  const Index tokens = kMiddleGrid.pixels();
  const int sequence = network.pixels_of(kMiddleGrid);
  const int wide = network.linear("wide", small, 4 * kMiddleWidth);
  const int shuffled =
      network.apply("shuffled", pixel_shuffle(kSmallGrid), {wide}, tokens, kMiddleWidth, sequence);
  const int again = copies(network, "again.rows", network.linear("again", asked, kMiddleWidth), kMiddleGrid);
  const int position =
      network.table("position.middle", R"(positions.middle.weight)", tokens, kMiddleWidth, sequence);
  int x = network.add("middle.input", {shuffled, position, again});
  x = network.pre_norm_layer("encoder.1", x, kGanHeads, 2 * kMiddleWidth);
  x = network.pre_norm_layer("encoder.2", x, kGanHeads, 2 * kMiddleWidth);
  const int cut = network.apply_like("cut", cut_windows(kMiddleGrid, kWindow), {x}, x, kMiddleWidth);
  LayerKind in_windows;
  in_windows.rule.pattern = {.kind = PatternKind::kBlock, .width = kWindow * kWindow};
  const int seen = network.pre_norm_layer("encoder.3", cut, kGanHeads, 2 * kMiddleWidth, in_windows);
  return network.apply("joined", join_windows(kMiddleGrid, kWindow), {seen}, tokens, kMiddleWidth, sequence);
}

}  // namespace

Matrix latent_of(uint64_t seed) {
  const RandomStream stream(seed, "latent");
  Draw choices(stream, 0);
  Matrix latent = Matrix::Zero(1, kLatentNumbers);
  world::add_noise(latent, 1, choices);
  return latent;
}

Matrix asked_of(const Matrix& latent, int kind) {
  Matrix asked = Matrix::Zero(1, kAskedNumbers);
  asked.leftCols(kLatentNumbers) = latent;
  asked(0, kLatentNumbers + kind) = kKindSize;
  return asked;
}

PictureMap add_generator(Network& network, int asked) {
  const int middle = add_middle(network, asked, add_small(network, asked));
  const int output = network.layer_norm("encoder.output", "encoder.norm", middle);
  const int colours = network.linear("colours", output, 4 * kPictureChannels);
  const int sequence = network.pixels_of(kPicture);
  const int pixels = network.apply("spread.pixels", pixel_shuffle(kMiddleGrid), {colours}, kPicture.pixels(),
                                   kPictureChannels, sequence);
  return {network.apply_like("picture", hyperbolic_tangent(), {pixels}, pixels, kPictureChannels), kPicture};
}

int add_judge(Network& network, const PictureMap& picture) {
  const std::string start(kJudge);
  const PictureMap patches = network.convolution(start + "patches", picture, kJudgeWidth, kJudgePatch);
  const Index tokens = patches.grid.pixels() + 1;
  const int sequence = network.behind_class(patches.grid);
  const int only = network.class_alone();
  const int first = network.table(start + "class.token", start + "class_token", 1, kJudgeWidth, only);
  const int embedding =
      network.apply(start + "embedding", stack_rows(), {first, patches.stage}, tokens, kJudgeWidth, sequence);
  const int position =
      network.table(start + "position", start + R"(positions.weight)", tokens, kJudgeWidth, sequence);
  int x = network.add(start + "input", {embedding, position});
  for (Index layer = 0; layer < kJudgeLayers; ++layer)
    x = network.pre_norm_layer(start + "encoder." + std::to_string(layer), x, kGanHeads, 2 * kJudgeWidth);
  const int output = network.layer_norm(start + "encoder.output", start + "encoder.norm", x);
  const int chosen = network.apply(start + "class", pick_row(0), {output}, 1, kJudgeWidth, only);
  return network.linear(start + "said", chosen, world::kKinds);
}

bool is_of_judge(std::string_view name) {
  return name.starts_with(kJudge);
}

const VisionSystem& transgan_system() {
  static const TransGan system;
  return system;
}

}  // namespace engine
