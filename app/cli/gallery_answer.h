// gallery_answer.h: what a system says of a picture, or draws, as `headlight gallery` writes it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/scene_options.h"
#include "app/text/tr.h"
#include "engine/vision/parameters.h"
#include "engine/vision/system.h"

namespace app {

// What is asked of a system, and what it reads.
struct Visit {
  const engine::VisionSystem& system;
  GivenPicture picture;
  engine::Matrix pixels = world::pixels_of(picture.picture);
  std::optional<world::Scene> scene = world::scene_of(picture.picture);
  engine::ShotChoice shots = {};
  engine::DrawingChoice drawing = {};

  bool is_context() const { return &system == &engine::context_transformer_system(); }
};

// An answer as JSON, as lines, and as files of a folder: their names and bytes.
struct Written {
  std::string json, lines;
  std::vector<std::pair<std::string_view, std::string>> files;
};

// Error error.gallery_no_figure.
engine::Result<Written> answer_of(const Visit& visit,
                                  const std::shared_ptr<const engine::SystemParameters>& parameters,
                                  const Words& words);

}  // namespace app
