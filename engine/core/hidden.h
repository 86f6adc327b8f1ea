// hidden.h: which numbers of a stage are those of hidden keys.
#pragma once

namespace engine {

// Whether a score, or a number of a mask, is that of a hidden key: -inf, or about -1e9 where the mask is
// finite.
inline bool is_hidden(float value) {
  return value < -5e8F;
}

}  // namespace engine
