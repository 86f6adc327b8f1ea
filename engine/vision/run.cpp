// run.cpp: a picture, a network, and the system's own stages.
#include "engine/vision/run.h"

#include <utility>

namespace engine {
namespace {

constexpr const char* kTrainedNote = "note.trained";

}  // namespace

PictureMap add_picture(Network& network, const Matrix& pixels) {
  return {network.given_pixels("pixels", pixels, network.pixels_of(kPicture)), kPicture};
}

void add_system(TraceBuilder& builder, const VisionSystem& system, const Network::Source& source,
                const Matrix& pixels, const SystemSettings& settings, const std::string& prefix) {
  Network network(builder, prefix, source, kTrainedNote);
  if (!system.draws() || !settings.drawn.is_empty()) {
    system.add_stages(network, add_picture(network, pixels), settings);
    return;
  }
  SystemSettings drawing = settings;
  drawing.drawn = system.draw(source, pixels, {});
  system.add_stages(network, add_picture(network, pixels), drawing);
}

std::shared_ptr<const Trace> run_system(const VisionSystem& system, const Network::Source& source,
                                        const Matrix& pixels, const SystemSettings& settings,
                                        std::shared_ptr<const Trace> earlier) {
  TraceBuilder builder({}, {}, std::move(earlier));
  add_system(builder, system, source, pixels, settings);
  return std::move(builder).build();
}

}  // namespace engine
