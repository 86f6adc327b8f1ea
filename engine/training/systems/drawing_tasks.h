// drawing_tasks.h: what the systems that draw learn. Those that draw codes learn them first, by a task of its
// own.
#pragma once

#include <memory>
#include <vector>

#include "engine/training/systems/system_task.h"
#include "engine/vision/autoencoder.h"

namespace engine {

// A task of a system that draws.
class DrawingTask : public SystemTask {
 public:
  // A few pictures, (16, 16) of numbers in kPalette, always of the same seeds.
  virtual std::vector<Matrix> drawings(const SystemParameters& parameters) const = 0;
};
inline constexpr int kShownDrawings = 8;

// "codes_exact": pictures that come back to the pixel.
const SystemTask& autoencoder_task();

// The streams: of codes that an autoencoder makes, or of pixels.
std::unique_ptr<DrawingTask> taming_task(std::shared_ptr<const SystemParameters> autoencoder);
std::unique_ptr<DrawingTask> dalle_task(std::shared_ptr<const SystemParameters> autoencoder);
std::unique_ptr<DrawingTask> imagegpt_task();

// The parameters of both, the first ones first.
SystemParameters joined(const SystemParameters& one, const SystemParameters& other);

}  // namespace engine
