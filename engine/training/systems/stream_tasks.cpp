// stream_tasks.cpp: what comes next in a picture, symbol by symbol: the surprise at each, by its logits.
#include <algorithm>
#include <array>
#include <utility>

#include "engine/ops/operations.h"
#include "engine/ops/pictures.h"
#include "engine/training/systems/drawing_tasks.h"
#include "engine/vision/dalle.h"
#include "engine/vision/imagegpt.h"
#include "engine/vision/run.h"
#include "engine/vision/taming.h"
#include "engine/world/canvas.h"
#include "engine/world/checker.h"
#include "engine/world/halves.h"

namespace engine {
namespace {

using SharedParameters = std::shared_ptr<const SystemParameters>;
using Pictures = std::vector<Matrix>;

constexpr world::SceneRules kAtMostTwo = {.most = 2};

double share_of(int part, int all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

std::vector<int> palette_symbols(const Matrix& palette) {
  return {palette.data(), palette.data() + palette.size()};
}

// A stream of symbols, each of which has a weight in the loss.
class StreamTask : public DrawingTask {
 public:
  StreamTask(const VisionSystem& system, const TokenStream& stream) : system_(system), stream_(stream) {}

  const VisionSystem& system() const override { return system_; }
  SystemParameters first(uint64_t seed) const override { return first_of_stages(*this, seed); }

  void add_stages(Network& network) const override {
    const int sequence = network.numbered("s", stream_.inputs());
    const int symbols = network.input("symbols", stream_.inputs(), 1, sequence);
    add_stream(network, stream_, symbols);
    const int next = network.input("next", stream_.inputs(), 1, sequence);
    const int weight = network.constant("weight", weights(), sequence);
    const int surprise = network.apply("surprise", cross_entropy_at(), {network.at("logits"), next},
                                       stream_.inputs(), 1, sequence);
    network.number("loss", weighted_mean(), {surprise, weight});
  }

  std::vector<Matrix> drawings(const SystemParameters& parameters) const override {
    return draw_shown(*this, parameters);
  }

 protected:
  const TokenStream& stream() const { return stream_; }

  // The symbols in front and those of a whole picture, as an example.
  SystemExample example_of(world::Scene scene, const std::vector<int>& front,
                           const std::vector<int>& places) const {
    const std::vector<int> symbols = read_symbols(stream_, front, places);
    std::vector<int> next(symbols.begin() + 1, symbols.end());
    next.push_back(static_cast<int>(stream_.first) + places.back());
    SystemExample example;
    example.scene = std::move(scene);
    example.inputs = {{"symbols", column_of(symbols)}, {"next", column_of(next)}};
    return example;
  }

  // How much each symbol counts.
  virtual Matrix weights() const { return Matrix::Ones(stream_.inputs(), 1); }
  virtual Pictures draw_pictures(const SystemParameters& parameters,
                                 const std::vector<StreamDrawing>& drawings) const = 0;
  virtual std::vector<StreamDrawing> shown() const = 0;

 private:
  static std::vector<Matrix> draw_shown(const StreamTask& task, const SystemParameters& parameters) {
    return task.draw_pictures(parameters, task.shown());
  }

  const VisionSystem& system_;
  const TokenStream& stream_;
};

// Codes of an autoencoder that stays as it is.
class CodeTask : public StreamTask {
 public:
  CodeTask(const VisionSystem& system, const TokenStream& stream, SharedParameters autoencoder)
      : StreamTask(system, stream), autoencoder_(std::move(autoencoder)) {}

 protected:
  std::vector<int> codes(const Matrix& pixels) const {
    return codes_of(autoencoder_->source(), pixels, kCodeGrid);
  }
  Matrix picture(const std::vector<int>& codes, const Grid& grid = kCodeGrid) const {
    return world::nearest_palette(pixels_of_codes(autoencoder_->source(), codes, grid),
                                  static_cast<int>(kCodeSide * grid.width));
  }
  Pictures draw_pictures(const SystemParameters& parameters,
                         const std::vector<StreamDrawing>& drawings) const override {
    Pictures pictures;
    pictures.reserve(drawings.size());
    for (const auto& drawn : draw_streams(stream(), parameters.source(), drawings))
      pictures.push_back(picture(drawn));
    return pictures;
  }

 private:
  SharedParameters autoencoder_;
};

class TamingTask final : public CodeTask {
 public:
  explicit TamingTask(SharedParameters autoencoder)
      : CodeTask(taming_system(), taming_stream(), std::move(autoencoder)) {}

  SystemRecipe recipe() const override {
    SystemRecipe recipe;
    recipe.optimiser = {.rate = 2e-3, .warmup = 500, .final_share = 0.02, .beta2 = 0.99};
    recipe.batch = 32;
    recipe.chunk = 16;
    recipe.steps = 10'000;
    return recipe;
  }

  // A piece of a larger picture, so that shapes may be cut.
  SystemExample example(uint64_t seed, uint64_t index) const override {
    const RandomStream stream(seed, "crop");
    Draw choices(stream, index);
    const Matrix canvas = world::draw_canvas(seed, index);
    constexpr Index kPlaces = (world::kCanvasSide - world::kSide) / kCodeSide + 1;
    const Index top = kCodeSide * choices.below(kPlaces);
    const Index left = kCodeSide * choices.below(kPlaces);
    const Matrix piece = canvas.block(top, left, world::kSide, world::kSide);
    return example_of({}, start_of(this->stream()), codes(world::palette_pixels(piece)));
  }

  std::vector<SystemFigure> measure(const SystemParameters& parameters, int count) const override {
    world::InnerParts found;
    for (const Matrix& picture : draw_pictures(parameters, free_drawings(count))) add(picture, found);
    world::InnerParts wide;
    const int wides = std::max(1, count * kWidePictures / kAllPictures);
    std::vector<uint64_t> seeds(static_cast<size_t>(wides));
    for (size_t i = 0; i < seeds.size(); ++i) seeds[i] = kUnseenSeed + i;
    const Grid grid{2 * kCodeGrid.height, 2 * kCodeGrid.width};
    for (const auto& drawn : draw_wide(parameters.source(), grid, 1, seeds)) add(picture(drawn, grid), wide);
    return {{"inner_legal", share_of(found.shapes, found.parts)},
            {"inner_parts", share_of(found.parts, count)},
            {"window_legal", share_of(wide.shapes, wide.parts)},
            {"window_parts", share_of(wide.parts, wides)}};
  }

 protected:
  std::vector<StreamDrawing> shown() const override { return free_drawings(kShownDrawings); }

 private:
  static constexpr int kWidePictures = 60;
  static constexpr int kAllPictures = 500;

  static void add(const Matrix& picture, world::InnerParts& found) {
    const world::InnerParts inner = world::inner_parts(picture);
    found.parts += inner.parts;
    found.shapes += inner.shapes;
  }
  std::vector<StreamDrawing> free_drawings(int count) const {
    std::vector<StreamDrawing> drawings(static_cast<size_t>(count));
    for (size_t i = 0; i < drawings.size(); ++i)
      drawings[i] = {.front = start_of(stream()), .fixed = {}, .temperature = 1, .seed = kUnseenSeed + i};
    return drawings;
  }
};

class DalleTask final : public CodeTask {
 public:
  explicit DalleTask(SharedParameters autoencoder)
      : CodeTask(dalle_system(), dalle_stream(), std::move(autoencoder)) {}

  SystemRecipe recipe() const override {
    SystemRecipe recipe;
    recipe.optimiser = {.rate = 2e-3, .warmup = 300, .final_share = 0.02, .beta2 = 0.99};
    recipe.batch = 32;
    recipe.chunk = 16;
    recipe.steps = 6000;
    return recipe;
  }

  SystemExample example(uint64_t seed, uint64_t index) const override {
    world::Scene scene = captioned_scene(seed, index);
    const auto front = symbols_of(world::caption_of(scene).value());
    const auto places = codes(world::pixels_of(scene));
    return example_of(std::move(scene), front, places);
  }

  // Whether the picture is wholly as the caption says: of one kind, of two, and of two that training never
  // saw together so.
  std::vector<SystemFigure> measure(const SystemParameters& parameters, int count) const override {
    std::vector<world::Caption> captions;
    captions.reserve(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i)
      captions.push_back(world::caption_of(captioned_scene(kUnseenSeed, static_cast<uint64_t>(i))).value());
    const auto seen = right_of(parameters, captions);
    std::array<int, 2> right{}, all{};
    for (size_t i = 0; i < captions.size(); ++i) {
      const size_t kinds = captions[i].second ? 1 : 0;
      ++all.at(kinds);
      if (seen[i]) ++right.at(kinds);
    }
    std::vector<world::Caption> unseen;
    for (const world::Caption& caption : world::all_captions()) {
      if (world::is_held_out(caption)) unseen.push_back(caption);
    }
    const auto held = right_of(parameters, unseen);
    return {{"one_right", share_of(right[0], all[0])},
            {"two_right", share_of(right[1], all[1])},
            {"held_out_right",
             share_of(static_cast<int>(std::ranges::count(held, true)), static_cast<int>(held.size()))}};
  }

 protected:
  Matrix weights() const override {
    constexpr float kText = 1.0F / 8;
    const Index words = kCaptionLength - 1;
    Matrix weights(stream().inputs(), 1);
    weights.topRows(words).setConstant(kText / static_cast<float>(words));
    const Index places = stream().grid.pixels();
    weights.bottomRows(places).setConstant((1 - kText) / static_cast<float>(places));
    return weights;
  }

  std::vector<StreamDrawing> shown() const override {
    std::vector<world::Caption> captions;
    captions.reserve(static_cast<size_t>(kShownDrawings));
    for (uint64_t i = 0; i < kShownDrawings; ++i)
      captions.push_back(world::caption_of(captioned_scene(kUnseenSeed, i)).value());
    return drawings_of(captions);
  }

 private:
  // One or two shapes, whose caption is none of those that are held out.
  static world::Scene captioned_scene(uint64_t seed, uint64_t index) {
    const RandomStream stream(seed, "captions");
    Draw choices(stream, index);
    while (true) {
      world::Scene scene = world::draw_scene(choices, kAtMostTwo);
      if (!world::is_held_out(world::caption_of(scene).value())) return scene;
    }
  }

  static std::vector<StreamDrawing> drawings_of(const std::vector<world::Caption>& captions) {
    std::vector<StreamDrawing> drawings(captions.size());
    for (size_t i = 0; i < drawings.size(); ++i)
      drawings[i] = {
          .front = symbols_of(captions[i]), .fixed = {}, .temperature = 1, .seed = kUnseenSeed + i};
    return drawings;
  }

  std::vector<bool> right_of(const SystemParameters& parameters,
                             const std::vector<world::Caption>& captions) const {
    const Pictures pictures = draw_pictures(parameters, drawings_of(captions));
    std::vector<bool> right;
    right.reserve(captions.size());
    for (size_t i = 0; i < captions.size(); ++i) {
      const world::Reading reading = world::read_picture(pictures[i]);
      right.push_back(reading.is_legal() && world::is_right(captions[i], reading.scene));
    }
    return right;
  }
};

class ImageGptTask final : public StreamTask {
 public:
  ImageGptTask() : StreamTask(imagegpt_system(), imagegpt_stream()) {}

  SystemRecipe recipe() const override {
    SystemRecipe recipe;
    recipe.optimiser = {.rate = 3e-3, .warmup = 400, .final_share = 0.02, .beta2 = 0.99};
    recipe.batch = 8;
    recipe.chunk = 4;
    recipe.steps = 8000;
    return recipe;
  }

  SystemExample example(uint64_t seed, uint64_t index) const override {
    world::Scene scene = world::draw_scene(seed, index);
    const auto places = palette_symbols(world::palette_picture(scene));
    return example_of(std::move(scene), start_of(stream()), places);
  }

  // Of halves: whole pictures that could have been drawn by rule, and shapes across the middle line that are
  // completed. Of pictures from nothing: those that could have been drawn by rule.
  std::vector<SystemFigure> measure(const SystemParameters& parameters, int count) const override {
    const std::vector<StreamDrawing> halves = half_drawings(count);
    const Pictures completed = draw_pictures(parameters, halves);
    int legal = 0;
    world::CutShapes cut;
    for (size_t i = 0; i < completed.size(); ++i) {
      const world::Reading reading = world::read_picture(completed[i]);
      if (reading.is_legal()) ++legal;
      const auto of_this = world::cut_shapes(world::draw_scene(kUnseenSeed, i), reading.scene);
      cut.all += of_this.all;
      cut.completed += of_this.completed;
    }
    std::vector<StreamDrawing> free = halves;
    for (StreamDrawing& drawing : free) drawing.fixed.clear();
    const Pictures pictures = draw_pictures(parameters, free);
    const auto is_legal = [](const Matrix& picture) { return world::read_picture(picture).is_legal(); };
    return {{"cut_completed", share_of(cut.completed, cut.all)},
            {"half_legal", share_of(legal, count)},
            {"free_legal", share_of(static_cast<int>(std::ranges::count_if(pictures, is_legal)), count)}};
  }

 protected:
  Pictures draw_pictures(const SystemParameters& parameters,
                         const std::vector<StreamDrawing>& drawings) const override {
    Pictures pictures;
    for (const auto& drawn : draw_streams(stream(), parameters.source(), drawings))
      pictures.push_back(column_of(drawn).reshaped<Eigen::RowMajor>(world::kSide, world::kSide));
    return pictures;
  }
  std::vector<StreamDrawing> shown() const override { return half_drawings(kShownDrawings); }

 private:
  std::vector<StreamDrawing> half_drawings(int count) const {
    std::vector<StreamDrawing> drawings(static_cast<size_t>(count));
    for (size_t i = 0; i < drawings.size(); ++i) {
      const auto colours = palette_symbols(world::palette_picture(world::draw_scene(kUnseenSeed, i)));
      drawings[i] = {.front = start_of(stream()), .fixed = {}, .temperature = 1, .seed = kUnseenSeed + i};
      drawings[i].fixed.assign(colours.begin(),
                               colours.begin() + static_cast<std::ptrdiff_t>(colours.size() / 2));
    }
    return drawings;
  }
};

}  // namespace

std::unique_ptr<DrawingTask> taming_task(SharedParameters autoencoder) {
  return std::make_unique<TamingTask>(std::move(autoencoder));
}

std::unique_ptr<DrawingTask> dalle_task(SharedParameters autoencoder) {
  return std::make_unique<DalleTask>(std::move(autoencoder));
}

std::unique_ptr<DrawingTask> imagegpt_task() {
  return std::make_unique<ImageGptTask>();
}

SystemParameters joined(const SystemParameters& one, const SystemParameters& other) {
  Tensors tensors = one.tensors();
  tensors.insert(tensors.end(), other.tensors().begin(), other.tensors().end());
  return SystemParameters(std::move(tensors));
}

}  // namespace engine
