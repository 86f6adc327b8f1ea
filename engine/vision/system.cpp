// system.cpp: the table of systems.
#include "engine/vision/system.h"

#include <array>

namespace engine {

std::span<const VisionSystem* const> vision_systems() {
  static const std::array kSystems = {
      &vit_system(),    &detr_system(),  &transunet_system(), &context_transformer_system(),
      &taming_system(), &dalle_system(), &imagegpt_system(),  &transgan_system()};
  return kSystems;
}

const VisionSystem* find_vision_system(std::string_view name) {
  for (const VisionSystem* const system : vision_systems()) {
    if (system->name() == name) return system;
  }
  return nullptr;
}

}  // namespace engine
