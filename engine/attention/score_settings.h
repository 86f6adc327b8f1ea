// score_settings.h: what is done to the scores of every head, beside its mask and what distance adds.
#pragma once

namespace engine {

struct ScoreSettings {
  bool scale = true;       // they are divided by sqrt(d_k)
  double temperature = 1;  // and by this
  double cap = 0;          // then C tanh(s / C) of them; 0: none. Gemma 2 (2408.00118), sec. 2

  // Maps that a head makes besides its raw, scaled and masked scores, the mask and the weights.
  int more_maps() const { return cap > 0 ? 1 : 0; }

  bool operator==(const ScoreSettings&) const = default;
};

}  // namespace engine
