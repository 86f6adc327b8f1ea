// system_answer.cpp: the largest number says what; attention says where from.
#include "engine/training/systems/system_answer.h"

#include <algorithm>

namespace engine {
namespace {

constexpr Index kSmallSide = 4;  // of the map that attention reads
constexpr Index kNoObject = world::kKinds;

Matrix values_at(const Trace& trace, const std::string& address) {
  const int stage = trace.find(address).value();
  return trace.read(stage, 0, 0, trace.stage(stage).rows, trace.stage(stage).columns);
}

Index largest_in(const Matrix& numbers, Index row) {
  Index at = 0;
  numbers.row(row).maxCoeff(&at);
  return at;
}

// The box whose centre is nearest to a figure's.
int nearest_prior(const world::Figure& figure) {
  const auto away = [&](int prior) {
    return std::max(std::abs(world::prior_centre_x(prior) - figure.centre_x()),
                    std::abs(world::prior_centre_y(prior) - figure.centre_y()));
  };
  int nearest = 0;
  for (int prior = 1; prior < world::kPriors; ++prior) {
    if (away(prior) < away(nearest)) nearest = prior;
  }
  return nearest;
}

// The patch of four pixels a side under a figure's centre.
Index patch_under(const world::Figure& figure) {
  const auto along = [](double centre) {
    return std::min<Index>(kSmallSide - 1, static_cast<Index>(centre / (world::kSide / double{kSmallSide})));
  };
  return along(figure.centre_y()) * kSmallSide + along(figure.centre_x());
}

// A row of an attention's maps, the mean over its heads, from key `first` on.
Matrix mean_row(const Trace& trace, const std::string& attention, Index row, Index first) {
  Matrix sum = Matrix::Zero(1, kSmallSide * kSmallSide);
  int heads = 0;
  while (const auto map = trace.find(attention + ".head." + std::to_string(heads) + ".weights")) {
    sum += trace.read(*map, row, first, 1, sum.cols());
    ++heads;
  }
  return Eigen::Map<const Matrix>(sum.data(), kSmallSide, kSmallSide) /
         static_cast<float>(std::max(1, heads));
}

std::vector<LaidMap> by_layer(const Trace& trace, Index row, Index first) {
  std::vector<LaidMap> maps;
  for (int layer = 0; trace.find("encoder." + std::to_string(layer) + ".self.output"); ++layer) {
    const std::string name = "encoder." + std::to_string(layer) + ".self";
    maps.push_back({name, mean_row(trace, name, row, first)});
  }
  return maps;
}

std::vector<LaidMap> of_queries(const Trace& trace) {
  std::vector<LaidMap> maps;
  for (const SeenObject& seen : said_by_detr(trace))
    maps.push_back(
        {"query." + std::to_string(seen.query), mean_row(trace, "decoder.2.cross", seen.query, 0)});
  return maps;
}

}  // namespace

SeenObject said_by_vit(const Trace& trace) {
  const Matrix shares = values_at(trace, "probabilities");
  const Index kind = largest_in(shares, 0);
  return {.kind = static_cast<int>(kind), .probability = double{shares(0, kind)}};
}

std::vector<SeenObject> said_by_detr(const Trace& trace) {
  const Matrix shares = values_at(trace, "probabilities");
  const Matrix boxes = values_at(trace, "decoder.2.boxes");
  std::vector<SeenObject> seen;
  for (Index query = 0; query < shares.rows(); ++query) {
    const Index kind = largest_in(shares, query);
    if (kind == kNoObject) continue;
    seen.push_back(
        {static_cast<int>(kind), double{shares(query, kind)}, boxes.row(query).cast<double>(), query});
  }
  return seen;
}

Matrix said_by_transunet(const Trace& trace) {
  const Matrix shares = values_at(trace, "probabilities");
  Matrix labels(world::kSide, world::kSide);
  for (Index pixel = 0; pixel < shares.rows(); ++pixel)
    labels(pixel / world::kSide, pixel % world::kSide) = static_cast<float>(largest_in(shares, pixel));
  return labels;
}

int said_by_context_transformer(const Trace& trace, const world::Scene& scene, size_t figure) {
  return static_cast<int>(largest_in(values_at(trace, "logits"), nearest_prior(scene.figures[figure])));
}

std::vector<LaidMap> laid_maps(const VisionSystem& system, const Trace& trace, const world::Scene& scene) {
  if (&system == &vit_system()) return by_layer(trace, 0, 1);
  if (&system == &detr_system()) return of_queries(trace);
  if (scene.figures.empty()) return {};
  if (&system == &transunet_system()) {
    const auto most = std::ranges::max_element(scene.figures, {}, &world::Figure::size);
    return by_layer(trace, patch_under(*most), 0);
  }
  const Matrix affinity = values_at(trace, "affinity").row(nearest_prior(scene.figures.front()));
  return {{"affinity", Eigen::Map<const Matrix>(affinity.data(), kSmallSide, kSmallSide)}};
}

}  // namespace engine
