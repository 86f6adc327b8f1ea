// depth_page.h: the open page of the depth lab, and what it shows.
#pragma once

#include <string>

#include "engine/core/matrix.h"

namespace app {

struct DepthPage {
  std::string shown = "rank";  // rank, paths, gradients or signal
  std::string mode = "pure";   // whose rows are drawn layer by layer: a name of engine::kDepthModes
  bool is_cubed = false;       // log(−log r) instead of r
  // Of what is measured over draws:
  std::string stack = "encoder-decoder";  // encoder, decoder or encoder-decoder
  engine::Index layers = 6;
  engine::Index draws = 3;

  bool operator==(const DepthPage&) const = default;
};

}  // namespace app
