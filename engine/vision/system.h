// system.h: vision systems with attention, each built small and true to its core: one file each.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/vision/answer.h"
#include "engine/vision/drawing_choice.h"
#include "engine/vision/network.h"

namespace engine {

// What a system that draws has drawn: the symbols in front, and of each place; or the numbers that the whole
// picture is made of.
struct DrawnPicture {
  std::vector<int> front, places;
  Matrix latent;          // (1, n)
  std::vector<int> wide;  // of a larger picture
  int window = 0;         // its place whose window is shown

  bool is_empty() const { return places.empty() && latent.size() == 0; }
  bool operator==(const DrawnPicture&) const = default;
};

// What of a system is switched off: "skip.0", "query.3", ascending; and of one that draws, its drawing.
struct SystemSettings {
  std::vector<std::string> off;
  DrawnPicture drawn;

  bool is_off(std::string_view part) const { return std::ranges::find(off, part) != off.end(); }
  bool operator==(const SystemSettings&) const = default;
};

class VisionSystem {
 public:
  virtual ~VisionSystem() = default;

  virtual std::string_view name() const = 0;  // as typed: "detr"
  // The standard deviation of a table of vectors before training.
  virtual double table_size(const ParameterName& /*table*/) const { return 0.02; }
  // The parts that can be switched off.
  virtual std::span<const std::string_view> parts() const { return {}; }

  // Whether it draws pictures.
  virtual bool draws() const { return false; }
  // The places that it draws symbol by symbol, and the symbols that each can have; 0: all at once.
  virtual Shape symbols() const { return {}; }
  // Draws one: from what is asked, and from what it keeps of the picture's pixels (256, 3).
  virtual DrawnPicture draw(const Network::Source& /*source*/, const Matrix& /*pixels*/,
                            const DrawingChoice& /*choice*/) const {
    return {};
  }

  // From the pixels (256, 3) to what the system says of the picture. The stages are named in the system's
  // file.
  virtual void add_stages(Network& network, const PictureMap& picture,
                          const SystemSettings& settings) const = 0;

  // What those stages say of a picture, and where the system looked. `scene`: what is in it, where that is
  // known; else empty.
  virtual SystemAnswer answer(const SystemTrace& trace, const world::Scene& scene) const = 0;
  // Whether a drawing is what was asked for; none where nothing was. `scene`: what is in the picture, if that
  // is known.
  virtual std::optional<bool> is_right(const Matrix& /*drawing*/, const DrawingChoice& /*choice*/,
                                       const world::Scene* /*scene*/) const {
    return std::nullopt;
  }
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
const VisionSystem& taming_system();
const VisionSystem& dalle_system();
const VisionSystem& imagegpt_system();
const VisionSystem& transgan_system();

}  // namespace engine
