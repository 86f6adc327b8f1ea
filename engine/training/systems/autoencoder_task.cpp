// autoencoder_task.cpp: pictures as codes and back: 5 times the distance of the pixels, the distance of each
// code to what it stands for, and a quarter of that for what is encoded. Van den Oord et al. 2017, eq. 3.
#include <algorithm>
#include <utility>

#include "engine/core/draw.h"
#include "engine/ops/drawing.h"
#include "engine/ops/operations.h"
#include "engine/ops/pictures.h"
#include "engine/training/systems/drawing_tasks.h"
#include "engine/vision/run.h"
#include "engine/world/checker.h"

namespace engine {
namespace {

constexpr double kPixelFactor = 5;
constexpr double kCommitment = 0.25;

// Codes that nobody uses are put where the codes fit worst. The first codes are what the encoder says first.
class CodeCare final : public StepCare {
 public:
  CodeCare() : used_(static_cast<size_t>(kCodes), 0.0) {}

  void after(int step, int steps, size_t examples, const OutputOfBatch& output,
             const SystemParameters& parameters) override {
    Matrix& codebook = *parameters.find(R"(codebook.weight)")->numbers;
    const RandomStream stream(0, "codes");
    Draw choices(stream, static_cast<uint64_t>(step));
    if (step == 0) return begin(examples, output, choices, codebook);
    count(examples, output);
    constexpr int kEvery = 10;
    constexpr double kUntil = 0.8;
    if (step % kEvery == kEvery - 1 && step < kUntil * steps) revive(examples, output, choices, codebook);
  }

 private:
  static constexpr double kStays = 0.98;  // of the count of earlier uses, each step
  static constexpr double kDead = 2;
  static constexpr double kAlive = 20;

  static void begin(size_t examples, const OutputOfBatch& output, Draw& choices, Matrix& codebook) {
    constexpr float kShift = 0.01F;
    for (Index code = 0; code < codebook.rows(); ++code) {
      const ConstView z = output(static_cast<size_t>(choices.below(static_cast<Index>(examples))), "z");
      codebook.row(code) = z.row(choices.below(z.rows()));
      for (Index i = 0; i < codebook.cols(); ++i) codebook(code, i) += kShift * (2 * choices.uniform() - 1);
    }
  }

  void count(size_t examples, const OutputOfBatch& output) {
    for (double& uses : used_) uses *= kStays;
    for (size_t example = 0; example < examples; ++example) {
      const ConstView codes = output(example, "codes");
      for (Index place = 0; place < codes.rows(); ++place) ++used_[static_cast<size_t>(codes(place, 0))];
    }
  }

  void revive(size_t examples, const OutputOfBatch& output, Draw& choices, Matrix& codebook) {
    std::vector<double> reached;  // the sum of the distances up to each place of the batch
    double sum = 0;
    for (size_t example = 0; example < examples; ++example) {
      const ConstView distances = output(example, "distance");
      for (Index place = 0; place < distances.rows(); ++place)
        reached.push_back(sum += double{distances(place, 0)} + 1e-9);
    }
    const auto places = static_cast<size_t>(kCodeGrid.pixels());
    for (Index code = 0; code < codebook.rows(); ++code) {
      double& uses = used_[static_cast<size_t>(code)];
      if (uses >= kDead) continue;
      const auto found = std::ranges::upper_bound(reached, double{choices.uniform()} * sum);
      const auto at = std::min(static_cast<size_t>(found - reached.begin()), reached.size() - 1);
      codebook.row(code) = output(at / places, "z").row(static_cast<Index>(at % places));
      uses = kAlive;
    }
  }

  std::vector<double> used_;  // how often, the later the more
};

class AutoencoderTask final : public SystemTask {
 public:
  const VisionSystem& system() const override { return taming_system(); }
  SystemParameters first(uint64_t seed) const override { return first_of_stages(*this, seed); }
  std::unique_ptr<StepCare> care() const override { return std::make_unique<CodeCare>(); }

  SystemRecipe recipe() const override {
    SystemRecipe recipe;
    recipe.optimiser = {.rate = 3e-3, .warmup = 300, .final_share = 0.02, .beta2 = 0.99, .decay = 0};
    recipe.batch = 32;
    recipe.chunk = 16;
    recipe.steps = 6000;
    return recipe;
  }

  void add_stages(Network& network) const override {
    const PictureMap picture = add_picture(network, Matrix::Zero(kPicture.pixels(), kPictureChannels));
    const PictureMap z = add_encoder(network, picture);
    const int codes = add_codes(network, z);
    const int vectors = network.lookup("vectors", codes, add_codebook(network));
    const int through = add_straight_through(network, z.stage, vectors);
    const PictureMap made = add_decoder(network, {through, kCodeGrid});
    std::vector<int> losses = {
        mean_of(network, "pixels.away", l1_rows(), made.stage, picture.stage),
        mean_of(network, "distance", squared_rows(), vectors, hold(network, "z.held", z.stage)),
        mean_of(network, "commitment", squared_rows(), z.stage, hold(network, "vectors.held", vectors))};
    network.number(
        "loss", weighted_total({kPixelFactor / kPictureChannels, 1.0 / kCodeWidth, kCommitment / kCodeWidth}),
        std::move(losses));
  }

  SystemExample example(uint64_t seed, uint64_t index) const override {
    SystemExample example;
    example.scene = world::draw_scene(seed, index);
    example.inputs = {{"pixels", world::pixels_of(example.scene)}};
    return example;
  }

  std::vector<std::string> outputs() const override { return {"z", "codes", "distance"}; }

  // Pictures that come back to the pixel.
  std::vector<SystemFigure> measure(const SystemParameters& parameters, int count) const override {
    const Network::Source source = parameters.source();
    int exact = 0;
    for (int i = 0; i < count; ++i) {
      const auto scene = world::draw_scene(kUnseenSeed, static_cast<uint64_t>(i));
      const auto codes = codes_of(source, world::pixels_of(scene), kCodeGrid);
      const Matrix back = world::nearest_palette(pixels_of_codes(source, codes, kCodeGrid));
      if (back == world::palette_picture(scene)) ++exact;
    }
    return {{"codes_exact", static_cast<double>(exact) / count}};
  }

 private:
  static int hold(Network& network, const std::string& name, int x) {
    return network.apply_like(name, held(), {x}, x, network.builder().stage(x).columns);
  }
  // z, with the numbers of the nearest code, whose gradient goes on to z as it is.
  static int add_straight_through(Network& network, int z, int vectors) {
    const int away = network.apply_like("away", difference(), {vectors, z}, z, kCodeWidth);
    return network.add("through", {z, hold(network, "away.held", away)});
  }
  static int mean_of(Network& network, const std::string& name, OperationPtr measure, int one, int other) {
    const Index rows = network.builder().stage(one).rows;
    const int each = network.apply_like(name, std::move(measure), {one, other}, one, 1);
    const int all =
        network.constant(name + ".each", Matrix::Ones(rows, 1), network.builder().stage(one).row_sequence);
    return network.number(name + ".mean", weighted_mean(), {each, all});
  }
};

}  // namespace

const SystemTask& autoencoder_task() {
  static const AutoencoderTask task;
  return task;
}

}  // namespace engine
