// score_settings.h: what is applied to the scores of every head besides its mask and a bias by distance.
#pragma once

namespace engine {

struct ScoreSettings {
  bool scale = true;       // divide them by sqrt(d_k)
  double temperature = 1;  // and by this
  double cap = 0;          // then apply C tanh(s / C); 0: no cap. Gemma 2 (2408.00118), sec. 2

  // The number of maps that a head adds to its raw, scaled and masked scores, mask and weights.
  int more_maps() const { return cap > 0 ? 1 : 0; }

  bool operator==(const ScoreSettings&) const = default;
};

}  // namespace engine
