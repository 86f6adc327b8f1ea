// transgan_measure.cpp: what drawn pictures are nearest to, among every shape of every size in every place.
#include <algorithm>
#include <array>
#include <utility>

#include "engine/training/systems/adversarial_run.h"
#include "engine/vision/run.h"
#include "engine/vision/transgan.h"
#include "engine/world/checker.h"
#include "engine/world/nearest.h"

namespace engine {
namespace {

Matrix drawing_of(const SystemParameters& parameters, uint64_t seed, int kind) {
  SystemSettings settings;
  settings.drawn.latent = asked_of(latent_of(seed), kind);
  const auto trace = run_system(transgan_system(), parameters.source(),
                                Matrix::Zero(kPicture.pixels(), kPictureChannels), settings);
  return transgan_system().answer(SystemTrace(*trace), {}).drawing.value();
}

}  // namespace

std::vector<SystemFigure> measure_transgan(const SystemParameters& parameters, int count) {
  int near = 0;
  int exact = 0;
  double overlap = 0;
  std::array<bool, world::kKinds> drawn_right{};
  for (int i = 0; i < count; ++i) {
    const int kind = i % world::kKinds;
    const Matrix palette = drawing_of(parameters, kUnseenSeed + static_cast<uint64_t>(i), kind);
    const auto nearest = world::nearest_shape(palette);
    if (nearest) overlap += nearest->overlap;
    if (nearest && world::kind_of(nearest->figure) == kind) {
      ++near;
      drawn_right.at(static_cast<size_t>(kind)) = true;
    }
    const world::Reading reading = world::read_picture(palette);
    if (reading.is_legal() && reading.scene.figures.size() == 1 &&
        world::kind_of(reading.scene.figures.front()) == kind)
      ++exact;
  }
  return {{"nearest_kind", static_cast<double>(near) / count},
          {"mean_iou", overlap / count},
          {"exact", static_cast<double>(exact) / count},
          {"kinds_drawn", static_cast<double>(std::ranges::count(drawn_right, true))}};
}

std::vector<Matrix> drawings_of_kinds(const SystemParameters& parameters) {
  std::vector<Matrix> drawings;
  drawings.reserve(static_cast<size_t>(world::kKinds));
  for (int kind = 0; kind < world::kKinds; ++kind)
    drawings.push_back(drawing_of(parameters, kUnseenSeed + static_cast<uint64_t>(kind), kind));
  return drawings;
}

}  // namespace engine
