// gallery_options.cpp: the options of the gallery.
#include <algorithm>

#include "app/cli/labs/lab_option_rows.h"
#include "app/cli/scene_options.h"
#include "engine/labs/gallery/gallery_lab.h"

namespace app {
namespace {

using engine::Error;

// Only where one is asked for: a session has its own.
std::optional<Error> read_gallery_picture(const ParsedOptions& given, engine::GalleryLab& lab) {
  const bool has_scene = given.has("--scene") || given.has("--scene-seed") || given.has(kSceneImage);
  if (!has_scene) return std::nullopt;
  const auto picture = read_scene(given);
  if (!picture) return picture.error();
  lab.picture = picture->picture;
  return std::nullopt;
}

}  // namespace

std::optional<Error> read_gallery_options(const ParsedOptions& given, engine::Config& config) {
  engine::GalleryLab& lab = engine::gallery_lab_of(config);
  lab.system = given.get("--gallery", lab.system);
  if (auto bad = read_gallery_picture(given, lab)) return bad;
  if (given.has("--untrained")) lab.is_trained = false;
  if (given.has("--part-off")) {
    lab.off = given.list("--part-off");
    std::ranges::sort(lab.off);
  }
  if (auto bad = read_shots(given, {"--gallery-shots", "--gallery-draw"}, lab.shots)) return bad;
  return engine::check(lab);
}

}  // namespace app
