// drawing_choice.h: what somebody asks of a system that draws.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/world/caption.h"

namespace engine {

inline constexpr double kHottest = 4;    // the largest temperature
inline constexpr float kMostLatent = 4;  // of a latent number that somebody sets

// A symbol that somebody put in the place of the one that was drawn: a code, or a pixel's colour.
struct Overruled {
  int place = 0;  // of the grid, the top row first
  int symbol = 0;

  bool operator==(const Overruled&) const = default;
};

// The kind and the latent numbers of a picture that is drawn all at once.
struct LatentChoice {
  std::optional<int> kind;                   // none: that of the scene's largest figure
  std::vector<std::pair<int, float>> moved;  // numbers that somebody set, ascending
  uint64_t other = 1;                        // the seed that a walk leads to
  double walked = 0;                         // how far, 0 to 1

  bool operator==(const LatentChoice&) const = default;
};

struct DrawingChoice {
  uint64_t seed = 0;
  double temperature = 1;                 // 0: always the most probable
  std::optional<world::Caption> caption;  // none: the scene's
  std::optional<int> kept;           // symbols of the picture that stand; none: as many as the system likes
  std::vector<Overruled> overruled;  // ascending by place
  LatentChoice latent;
  // The place of a picture of 16 x 16 codes, drawn through a window, whose window is shown.
  std::optional<int> window;

  bool operator==(const DrawingChoice&) const = default;
};

}  // namespace engine
