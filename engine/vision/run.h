// run.h: a system reads one picture, with every step a stage.
#pragma once

#include <memory>
#include <string>

#include "engine/core/trace.h"
#include "engine/vision/system.h"

namespace engine {

inline constexpr Grid kPicture = {16, 16};
inline constexpr Index kPictureChannels = 3;

// Adds "pixels" (256, 3), red, green and blue from −1 to 1, to a network.
PictureMap add_picture(Network& network, const Matrix& pixels);

// All stages of a system, from the pixels on. Their addresses begin with `prefix`. A system that draws, and
// whose settings hold no drawing, draws one first.
void add_system(TraceBuilder& builder, const VisionSystem& system, const Network::Source& source,
                const Matrix& pixels, const SystemSettings& settings = {}, const std::string& prefix = "");

// The same as a trace of its own.
std::shared_ptr<const Trace> run_system(const VisionSystem& system, const Network::Source& source,
                                        const Matrix& pixels, const SystemSettings& settings = {},
                                        std::shared_ptr<const Trace> earlier = nullptr);

}  // namespace engine
