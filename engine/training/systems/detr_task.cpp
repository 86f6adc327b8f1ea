// detr_task.cpp: a set of boxes: each object is given to one query, and the loss is that of these pairs.
// Carion et al. 2020, sec. 3.1, with a loss behind every layer of the decoder.
#include <algorithm>
#include <array>

#include "engine/ops/operations.h"
#include "engine/ops/pictures.h"
#include "engine/training/systems/system_pass.h"
#include "engine/vision/detr.h"
#include "engine/vision/matching.h"
#include "engine/vision/run.h"
#include "engine/world/targets.h"

namespace engine {
namespace {

constexpr float kNoneWeight = 0.1F;    // of such a query in the loss
constexpr double kFoundOverlap = 0.5;  // from which a box counts as found

// The inputs of one layer's loss.
constexpr std::array<const char*, 4> kDecidedParts = {"label", "weight", "box", "counts"};

Matrix shares_of(const ConstView& logits) {
  Matrix shares(logits.rows(), logits.cols());
  const std::array inputs = {logits};
  softmax_rows()->forward(inputs, whole(shares));
  return shares;
}

Matrix kinds_of(const world::Scene& scene) {
  Matrix kinds(static_cast<Index>(scene.figures.size()), 1);
  for (Index i = 0; i < kinds.rows(); ++i)
    kinds(i, 0) = static_cast<float>(world::kind_of(scene.figures[static_cast<size_t>(i)]));
  return kinds;
}

Matching match_objects(const ConstView& logits, const ConstView& boxes, const world::Scene& scene) {
  const Matrix shares = shares_of(logits);
  const Matrix kinds = kinds_of(scene);
  const Matrix truth = world::boxes_of(scene);
  Matrix cost(logits.rows(), kinds.rows());
  const std::array<ConstView, 4> inputs = {whole(shares), boxes, whole(kinds), whole(truth)};
  matching_cost({})->forward(inputs, whole(cost));
  return match(cost);
}

// How well the queries find what is there.
class Detections {
 public:
  void add(const ConstView& logits, const ConstView& boxes, const world::Scene& scene) {
    const Matching pairs = match_objects(logits, boxes, scene);
    const Matrix truth = world::boxes_of(scene);
    Index hits = 0;
    for (size_t object = 0; object < pairs.query_of.size(); ++object) {
      const Index query = pairs.query_of[object];
      const double shared = world::overlap(boxes.row(query).cast<double>(),
                                           truth.row(static_cast<Index>(object)).cast<double>());
      overlap_ += shared;
      if (said(logits, query) == world::kind_of(scene.figures[object]) && shared >= kFoundOverlap) ++hits;
    }
    Index answers = 0;
    for (Index query = 0; query < logits.rows(); ++query) {
      if (said(logits, query) != kDetrNone) ++answers;
    }
    const auto objects = static_cast<Index>(scene.figures.size());
    objects_ += objects;
    hits_ += hits;
    answers_ += answers;
    ++pictures_;
    if (hits == objects && answers == objects) ++right_;
  }

  std::vector<SystemFigure> figures() const {
    return {{"wholly_right", share(right_, pictures_)},
            {"mean_iou", overlap_ / static_cast<double>(objects_)},
            {"precision", share(hits_, answers_)},
            {"recall", share(hits_, objects_)}};
  }

 private:
  static Index said(const ConstView& logits, Index query) {
    Index kind = 0;
    logits.row(query).maxCoeff(&kind);
    return kind;
  }
  static double share(Index part, Index all) {
    return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
  }

  double overlap_ = 0;
  Index objects_ = 0, hits_ = 0, answers_ = 0, pictures_ = 0, right_ = 0;
};

class DetrTask final : public SystemTask {
 public:
  const VisionSystem& system() const override { return detr_system(); }

  SystemRecipe recipe() const override {
    SystemRecipe recipe;
    recipe.optimiser = {
        .rate = 2e-3, .warmup = 200, .final_share = 0.02, .beta2 = 0.99, .decay = 1e-4, .clip = 0.5};
    recipe.batch = 64;
    recipe.chunk = 16;
    recipe.steps = 4000;
    return recipe;
  }

  void add_stages(Network& network) const override {
    system().add_stages(network, add_picture(network, Matrix::Zero(kPicture.pixels(), kPictureChannels)), {});
    std::vector<int> losses;
    std::vector<double> factors;
    for (int layer = 0; layer < kDetrDecoderLayers; ++layer) add_loss(network, layer, losses, factors);
    network.number("loss", weighted_total(std::move(factors)), std::move(losses));
  }

  SystemExample example(uint64_t seed, uint64_t index) const override {
    SystemExample example;
    example.scene = world::draw_scene(seed, index);
    example.inputs = {{"pixels", world::pixels_of(example.scene)}};
    return example;
  }

  std::vector<std::string> decided() const override {
    std::vector<std::string> names;
    for (int layer = 0; layer < kDetrDecoderLayers; ++layer) {
      for (const char* const part : kDecidedParts) names.push_back(detr_answer(part, layer));
    }
    return names;
  }
  std::vector<std::string> outputs() const override {
    std::vector<std::string> names;
    for (int layer = 0; layer < kDetrDecoderLayers; ++layer) {
      names.push_back(detr_answer("logits", layer));
      names.push_back(detr_answer("boxes", layer));
    }
    return names;
  }
  void decide(const OutputOf& output, SystemExample& example) const override {
    for (int layer = 0; layer < kDetrDecoderLayers; ++layer) {
      const Matching pairs = match_objects(output(detr_answer("logits", layer)),
                                           output(detr_answer("boxes", layer)), example.scene);
      fill(layer, pairs, example);
    }
  }

  std::vector<SystemFigure> measure(const SystemParameters& parameters, int count) const override {
    Detections found;
    const std::string logits = detr_answer("logits");
    const std::string boxes = detr_answer("boxes");
    const auto picture_at = [&](Index picture) {
      return world::draw_scene(kUnseenSeed, static_cast<uint64_t>(picture));
    };
    read_pictures(
        system(), parameters, {}, {logits, boxes}, count,
        [&](Index picture) { return world::pixels_of(picture_at(picture)); },
        [&](Index picture, const OutputOf& output) {
          found.add(output(logits), output(boxes), picture_at(picture));
        });
    return found.figures();
  }

 private:
  // Cross-entropy over all queries, and over those with an object 5 times the distance of the boxes and 2
  // times what their overlap lacks.
  static void add_loss(Network& network, int layer, std::vector<int>& losses, std::vector<double>& factors) {
    const int queries = network.numbered("q", kDetrQueries);
    const auto input = [&](const char* part, Index columns) {
      return network.input(detr_answer(part, layer), kDetrQueries, columns, queries);
    };
    const int label = input("label", 1);
    const int weight = input("weight", 1);
    const int box = input("box", 4);
    const int counts = input("counts", 1);
    const auto add_mean = [&](const char* part, OperationPtr measure, std::vector<int> inputs, int by,
                              double factor) {
      const std::string name = detr_answer(part, layer);
      const int rows = network.apply(name, std::move(measure), std::move(inputs), kDetrQueries, 1, queries);
      losses.push_back(network.number(name + ".mean", weighted_mean(), {rows, by}));
      factors.push_back(factor);
    };
    const int boxes = network.at(detr_answer("boxes", layer));
    add_mean("surprise", cross_entropy_at(), {network.at(detr_answer("logits", layer)), label}, weight, 1);
    add_mean("distance", l1_rows(), {boxes, box}, counts, 5);
    add_mean("overlap", giou_rows(), {boxes, box}, counts, -2);
  }

  static void fill(int layer, const Matching& pairs, SystemExample& example) {
    const Matrix truth = world::boxes_of(example.scene);
    Matrix label = Matrix::Constant(kDetrQueries, 1, static_cast<float>(kDetrNone));
    Matrix weight = Matrix::Constant(kDetrQueries, 1, kNoneWeight);
    Matrix box = Matrix::Constant(kDetrQueries, 4, 0.5F);
    Matrix counts = Matrix::Zero(kDetrQueries, 1);
    for (size_t object = 0; object < pairs.query_of.size(); ++object) {
      const Index query = pairs.query_of[object];
      label(query, 0) = static_cast<float>(world::kind_of(example.scene.figures[object]));
      weight(query, 0) = 1;
      box.row(query) = truth.row(static_cast<Index>(object));
      counts(query, 0) = 1;
    }
    example.inputs[detr_answer("label", layer)] = std::move(label);
    example.inputs[detr_answer("weight", layer)] = std::move(weight);
    example.inputs[detr_answer("box", layer)] = std::move(box);
    example.inputs[detr_answer("counts", layer)] = std::move(counts);
  }
};

}  // namespace

const SystemTask& detr_task() {
  static const DetrTask task;
  return task;
}

}  // namespace engine
