// score_settings.h: what is done to the scores of every head, beside its mask and what distance adds.
#pragma once

namespace engine {

struct ScoreSettings {
  bool scale = true;       // they are divided by sqrt(d_k)
  double temperature = 1;  // and by this

  bool operator==(const ScoreSettings&) const = default;
};

}  // namespace engine
