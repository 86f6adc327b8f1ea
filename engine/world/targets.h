// targets.h: what a system should say of a scene: boxes, kinds, masks, boxes of a fixed grid.
#pragma once

#include <optional>
#include <vector>

#include "engine/world/scene.h"

namespace world {

// (figures, 4): the boxes as cx, cy, w, h, as parts of the picture's side.
Matrix boxes_of(const Scene& scene);
// The shared area of two boxes over the area of both, 0 to 1; as rows cx, cy, w, h.
double overlap(const Eigen::RowVector4d& one, const Eigen::RowVector4d& other);

// What a pixel belongs to: the ground, the largest figure by its outline, or another one.
enum class PixelClass { kGround, kCircle, kSquare, kTriangle, kSmaller };
inline constexpr int kPixelClasses = 5;
// (256, 1): the class of each pixel, later figures above earlier ones.
Matrix pixel_classes(const Scene& scene);

// The boxes of a fixed grid that a detector judges: 8 x 8 of 5.5 pixels, their centres two pixels apart.
inline constexpr int kPriorsAcross = 8;
inline constexpr int kPriors = kPriorsAcross * kPriorsAcross;
inline constexpr double kPriorSide = 5.5;
// The centre of a prior, in pixels.
double prior_centre_x(int prior);
double prior_centre_y(int prior);

// The prior whose centre is nearest to a figure's, the first of equals.
int nearest_prior(const Figure& figure);

// A prior answers for a figure where its centre lies within 1.6 pixels of the figure's, or nearest to it.
// Later figures take a prior from earlier ones.
struct Priors {
  std::vector<int> kinds;    // of each; -1: the ground
  std::vector<int> figures;  // the number of the figure in the scene; -1: none
  Matrix offsets;  // (64, 4): centre by the side, logarithm of the size by it; 0 where there is none
};
Priors priors_of(const Scene& scene);

// Six classes that no detector knows: a red circle, a yellow triangle or a blue circle, in a picture with a
// blue square or a green triangle: two times the first plus the second.
inline constexpr int kNovelClasses = 6;
// Two or three figures; the first is the one that is asked for, the second decides, the third means nothing.
struct NovelScene {
  Scene scene;
  int novel_class = 0;
};
NovelScene draw_novel(uint64_t seed, uint64_t index);
// The class of a scene's figure, by what else is in the picture; none where it has none, or two.
std::optional<int> novel_class(const Scene& scene, size_t figure);

}  // namespace world
