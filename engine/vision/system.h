// system.h: vision systems with attention, each built small and true to its core: one file each.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/vision/answer.h"
#include "engine/vision/network.h"

namespace engine {

// What of a system is switched off: "skip.0", "query.3"; ascending.
struct SystemSettings {
  std::vector<std::string> off;

  bool is_off(std::string_view part) const { return std::ranges::find(off, part) != off.end(); }
  bool operator==(const SystemSettings&) const = default;
};

class VisionSystem {
 public:
  virtual ~VisionSystem() = default;

  virtual std::string_view name() const = 0;  // as typed: "detr"
  // The standard deviation of tables of vectors before training.
  virtual double table_size() const { return 0.02; }
  // The parts that can be switched off.
  virtual std::span<const std::string_view> parts() const { return {}; }

  // From the pixels (256, 3) to what the system says of the picture. The stages are named in the system's
  // file.
  virtual void add_stages(Network& network, const PictureMap& picture,
                          const SystemSettings& settings) const = 0;

  // What those stages say of a picture, and where the system looked. `scene`: what is in it, where that is
  // known; else empty.
  virtual SystemAnswer answer(const SystemTrace& trace, const world::Scene& scene) const = 0;
  // Whether what it says depends on which figure is the largest.
  virtual bool compares_sizes() const { return false; }
};

// In the order that they are listed in.
std::span<const VisionSystem* const> vision_systems();

// The system of that name; null if there is none.
const VisionSystem* find_vision_system(std::string_view name);

const VisionSystem& vit_system();
const VisionSystem& detr_system();
const VisionSystem& transunet_system();
const VisionSystem& context_transformer_system();

}  // namespace engine
