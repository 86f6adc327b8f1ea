// hidden.h: tells which values of a stage belong to hidden keys.
#pragma once

namespace engine {

// Whether a score or a mask value belongs to a hidden key: -inf, or about -1e9 if the mask is finite.
inline bool is_hidden(float value) {
  return value < -5e8F;
}

}  // namespace engine
