// learning_names.cpp: how the runs are told apart.
#include "app/views/learning/learning_parts.h"

namespace views {

std::string run_name(const Frame& frame, const LearningScene& scene, size_t run) {
  (void)scene;
  return frame.tr("learning.run", {{"number", std::to_string(run + 1)}});
}

}  // namespace views
