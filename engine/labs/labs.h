// labs.h: experiments that run alongside a model: each lab that is on adds its own stages to the trace,
// "lab.NAME. ...", after those of the model.
#pragma once

#include "engine/labs/depth/depth_lab.h"
#include "engine/labs/gallery/gallery_lab.h"
#include "engine/labs/positions/positions_lab.h"
#include "engine/labs/relatives/relatives_lab.h"

namespace engine {

struct Config;

// The settings of every lab, and which of them are on.
struct Labs {
  PositionsLab positions;
  RelativesLab relatives;
  DepthLab depth;
  GalleryLab gallery;

  bool operator==(const Labs&) const = default;
};

// The labs of a model; the defaults if none were set.
const Labs& labs_of(const Config& config);
// The same, to modify.
Labs& labs_of(Config& config);

}  // namespace engine
