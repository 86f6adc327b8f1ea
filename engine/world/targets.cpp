// targets.cpp: read off the scene, from which the picture was drawn.
#include "engine/world/targets.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace world {
namespace {

constexpr double kReach = 1.6;  // pixels from a figure's centre within which a prior answers for it

constexpr int kind(Colour colour, Outline outline) {
  return static_cast<int>(colour) * kOutlines + static_cast<int>(outline);
}
constexpr std::array kAskedKinds = {kind(Colour::kRed, Outline::kCircle),
                                    kind(Colour::kYellow, Outline::kTriangle),
                                    kind(Colour::kBlue, Outline::kCircle)};
constexpr std::array kDecidingKinds = {kind(Colour::kBlue, Outline::kSquare),
                                       kind(Colour::kGreen, Outline::kTriangle)};

template <size_t size>
std::optional<int> place_in(const std::array<int, size>& kinds, int wanted) {
  const auto found = std::ranges::find(kinds, wanted);
  return found == kinds.end() ? std::nullopt : std::optional(static_cast<int>(found - kinds.begin()));
}

void set_kind(Figure& figure, int wanted) {
  figure.colour = static_cast<Colour>(wanted / kOutlines);
  figure.outline = static_cast<Outline>(wanted % kOutlines);
}

// A kind that neither asks nor decides.
int meaningless_kind(engine::Draw& choices) {
  while (true) {
    const auto drawn = static_cast<int>(choices.below(kKinds));
    if (!place_in(kAskedKinds, drawn) && !place_in(kDecidingKinds, drawn)) return drawn;
  }
}

// Of a side of two boxes, from its centre and length.
double shared_length(double centre, double length, double other_centre, double other_length) {
  const double low = std::max(centre - length / 2, other_centre - other_length / 2);
  const double high = std::min(centre + length / 2, other_centre + other_length / 2);
  return std::max(0.0, high - low);
}

double distance_of(int prior, const Figure& figure) {
  return std::max(std::abs(prior_centre_x(prior) - figure.centre_x()),
                  std::abs(prior_centre_y(prior) - figure.centre_y()));
}

void answer_for(Priors& priors, const Scene& scene, int number) {
  const Figure& figure = scene.figures[static_cast<size_t>(number)];
  const int nearest = nearest_prior(figure);
  for (int prior = 0; prior < kPriors; ++prior) {
    if (prior != nearest && distance_of(prior, figure) >= kReach) continue;
    const auto at = static_cast<size_t>(prior);
    priors.kinds[at] = kind_of(figure);
    priors.figures[at] = number;
    const double size = std::log(figure.size / kPriorSide);
    priors.offsets.row(prior) << static_cast<float>((figure.centre_x() - prior_centre_x(prior)) / kPriorSide),
        static_cast<float>((figure.centre_y() - prior_centre_y(prior)) / kPriorSide),
        static_cast<float>(size), static_cast<float>(size);
  }
}

}  // namespace

Matrix boxes_of(const Scene& scene) {
  Matrix boxes(static_cast<Index>(scene.figures.size()), 4);
  for (Index i = 0; i < boxes.rows(); ++i) {
    const Figure& figure = scene.figures[static_cast<size_t>(i)];
    const auto size = static_cast<float>(figure.size);
    boxes.row(i) << static_cast<float>(figure.centre_x()), static_cast<float>(figure.centre_y()), size, size;
  }
  return boxes / static_cast<float>(kSide);
}

double overlap(const Eigen::RowVector4d& one, const Eigen::RowVector4d& other) {
  const double shared =
      shared_length(one[0], one[2], other[0], other[2]) * shared_length(one[1], one[3], other[1], other[3]);
  const double all = one[2] * one[3] + other[2] * other[3] - shared;
  return all > 0 ? shared / all : 0;
}

Matrix pixel_classes(const Scene& scene) {
  const std::optional<size_t> first = largest(scene);
  Matrix classes = Matrix::Zero(Index{kSide} * kSide, 1);
  for (size_t i = 0; i < scene.figures.size(); ++i) {
    const Figure& figure = scene.figures[i];
    const PixelClass own =
        i == first ? static_cast<PixelClass>(1 + static_cast<int>(figure.outline)) : PixelClass::kSmaller;
    for (Index pixel = 0; pixel < classes.rows(); ++pixel) {
      if (covers(figure, static_cast<int>(pixel % kSide), static_cast<int>(pixel / kSide)))
        classes(pixel, 0) = static_cast<float>(own);
    }
  }
  return classes;
}

double prior_centre_x(int prior) {
  return prior % kPriorsAcross * 2 + 1;
}

double prior_centre_y(int prior) {
  const int row = prior / kPriorsAcross;
  return row * 2 + 1;
}

int nearest_prior(const Figure& figure) {
  int nearest = 0;
  for (int prior = 1; prior < kPriors; ++prior) {
    if (distance_of(prior, figure) < distance_of(nearest, figure)) nearest = prior;
  }
  return nearest;
}

Priors priors_of(const Scene& scene) {
  Priors priors{std::vector<int>(kPriors, -1), std::vector<int>(kPriors, -1), Matrix::Zero(kPriors, 4)};
  for (size_t i = 0; i < scene.figures.size(); ++i) answer_for(priors, scene, static_cast<int>(i));
  return priors;
}

NovelScene draw_novel(uint64_t seed, uint64_t index) {
  const engine::RandomStream stream(seed, "novel");
  engine::Draw choices(stream, index);
  const auto count = static_cast<size_t>(2 + choices.below(2));
  const auto asked = static_cast<size_t>(choices.below(kAskedKinds.size()));
  const auto deciding = static_cast<size_t>(choices.below(kDecidingKinds.size()));
  NovelScene novel;
  while (novel.scene.figures.size() != count) novel.scene = draw_scene(choices);
  set_kind(novel.scene.figures[0], kAskedKinds[asked]);
  set_kind(novel.scene.figures[1], kDecidingKinds[deciding]);
  if (count == 3) set_kind(novel.scene.figures[2], meaningless_kind(choices));
  novel.novel_class = static_cast<int>(asked * kDecidingKinds.size() + deciding);
  return novel;
}

std::optional<int> novel_class(const Scene& scene, size_t figure) {
  const std::optional<int> asked = place_in(kAskedKinds, kind_of(scene.figures[figure]));
  std::optional<int> deciding;
  for (const Figure& other : scene.figures) {
    const std::optional<int> found = place_in(kDecidingKinds, kind_of(other));
    if (!found) continue;
    if (deciding && deciding != found) return std::nullopt;
    deciding = found;
  }
  if (!asked || !deciding) return std::nullopt;
  return *asked * static_cast<int>(kDecidingKinds.size()) + *deciding;
}

}  // namespace world
