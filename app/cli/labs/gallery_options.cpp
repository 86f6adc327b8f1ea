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

constexpr DrawingOptions kLabDrawing = {
    .caption = "--gallery-caption", .seed = "--gallery-seed", .temperature = "--gallery-temperature"};
constexpr std::string_view kKept = "--gallery-kept";

// What is asked of every system that is shown, and draws.
std::optional<Error> read_lab_drawings(const ParsedOptions& given, engine::GalleryLab& lab) {
  for (const engine::VisionSystem* const system : engine::vision_systems()) {
    if (!system->draws() || !engine::shows_system(lab, *system)) continue;
    engine::DrawingChoice drawing = engine::choice_of(lab, *system);
    if (auto bad = read_drawing(given, kLabDrawing, drawing)) return bad;
    const auto places = static_cast<uint64_t>(system->symbols().rows);
    if (given.has(kKept) && places > 0) {
      const auto kept = whole_number(given, kKept, 0, places, 0);
      if (!kept) return kept.error();
      drawing.kept = static_cast<int>(*kept);
    }
    engine::set_choice(lab, *system, drawing);
  }
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
  if (auto bad = read_lab_drawings(given, lab)) return bad;
  return engine::check(lab);
}

}  // namespace app
