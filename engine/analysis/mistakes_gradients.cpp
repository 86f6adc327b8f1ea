// mistakes_gradients.cpp: mistakes on the way back: the softmax's row sum, the scale.
#include "engine/analysis/mistakes_parts.h"

namespace engine {

Guesses guess_gradient(const Subject& subject) {
  Guesses all;
  if (subject.made_by("softmax_gradient"))
    all.push_back({"mistake.gradient_no_row_sum", subject.input(0).cwiseProduct(subject.input(1))});
  if (subject.made_by("scale")) all.push_back({"mistake.gradient_no_scale", subject.input(0)});
  return all;
}

}  // namespace engine
