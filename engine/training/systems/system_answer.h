// system_answer.h: what a system says of one picture, read off its stages.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/core/trace.h"
#include "engine/vision/system.h"
#include "engine/world/targets.h"

namespace engine {

// Something that a system sees: a kind of world::kind_name(), and how sure it is.
struct SeenObject {
  int kind = 0;
  double probability = 0;
  Eigen::RowVector4d box = Eigen::RowVector4d::Zero();  // cx, cy, w, h from 0 to 1, of DETR
  Index query = -1;                                     // of DETR
};

// Of ViT: the one kind.
SeenObject said_by_vit(const Trace& trace);
// Of DETR: every query that does not say "none", in order.
std::vector<SeenObject> said_by_detr(const Trace& trace);
// Of TransUNet: (16, 16), the number of world::PixelClass of each pixel.
Matrix said_by_transunet(const Trace& trace);
// Of the Context-Transformer: the novel class of the scene's figure `figure`, by the box nearest to it.
int said_by_context_transformer(const Trace& trace, const world::Scene& scene, size_t figure);

// A map that a system's attention lays over the picture: (4, 4), and what it is that of.
struct LaidMap {
  std::string name;
  Matrix weights;
};
// The mean over heads: of ViT's class token layer by layer, of DETR's queries with an object, of TransUNet's
// patch under the largest figure, of the box on the first figure.
std::vector<LaidMap> laid_maps(const VisionSystem& system, const Trace& trace, const world::Scene& scene);

}  // namespace engine
