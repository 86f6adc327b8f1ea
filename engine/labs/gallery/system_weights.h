// system_weights.h: what the gallery's systems have learned: read, or learned from a few examples, once.
#pragma once

#include <memory>

#include "engine/core/result.h"
#include "engine/labs/gallery/shot_choice.h"
#include "engine/training/systems/few_shots.h"

namespace engine {

// The box's parameters of a system, or those that training begins with. They stay in memory. Thread-safe.
// Errors: those of system_of_box().
Result<std::shared_ptr<const SystemParameters>> system_weights(const VisionSystem& system, bool is_trained);

// The labelled scenes of a choice, in the order in which they were drawn.
std::vector<world::NovelScene> labelled_shots(const ShotChoice& choice);

// What few examples teach, and the part of unseen boxes that then get the right class.
struct LearnedShots {
  FewShots learned;
  double accuracy = 0;
};
// Learned at the first call, which takes up to half a second; then from memory. `detector`: of
// system_weights(). Thread-safe.
std::shared_ptr<const LearnedShots> learned_shots(const std::shared_ptr<const SystemParameters>& detector,
                                                  const ShotChoice& choice, bool has_context);
// Whether that call would return at once.
bool are_learned(const SystemParameters& detector, const ShotChoice& choice, bool has_context);

}  // namespace engine
