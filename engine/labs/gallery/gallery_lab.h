// gallery_lab.h: the lab Gallery: small vision systems that read the same picture of shapes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/labs/gallery/shot_choice.h"
#include "engine/vision/system.h"
#include "engine/world/checker.h"
#include "engine/world/picture.h"

namespace engine {

struct Config;
class Trace;
class TraceBuilder;

inline constexpr std::string_view kAllSystems = "all";
// Its settings, which are independent of the model.
struct GalleryLab {
  bool is_on = false;               // whether its stages are in the trace
  std::string system{kAllSystems};  // whose stages: a name of vision_systems(), or kAllSystems
  bool is_trained = true;           // with what the box has learned; else with what training begins with
  world::Picture picture = world::first_picture();
  std::vector<std::string> off;  // parts that are switched off, of any system; ascending
  ShotChoice shots;
  std::map<std::string, DrawingChoice> drawings;  // of systems that draw, where it is not the usual one

  bool operator==(const GalleryLab&) const = default;
};

// Errors: error.gallery_system (value, choices), error.gallery_part (value, choices), error.gallery_picture,
// error.gallery_shots (value), error.gallery_drawing (system), those of system_of_box().
std::optional<Error> check(const GalleryLab& lab);

// Whether a system's stages are wanted, and what of it is off.
bool shows_system(const GalleryLab& lab, const VisionSystem& system);
SystemSettings settings_of(const GalleryLab& lab, const VisionSystem& system);

// "lab.gallery.detr.": the start of a system's addresses.
std::string gallery_prefix(const VisionSystem& system);

// lab.gallery.SYSTEM. ..., as named in the system's file, of each that is wanted; and where it is known what
// is in the picture, lab.gallery.detr.objects.kinds (n, 1), .objects.boxes (n, 4) and .cost (5, n): what it
// would cost to let each query answer for each object.
void add_stages(TraceBuilder& builder, const GalleryLab& lab);

// What a system says of the gallery's picture, read off its stages, which the trace must have: without the
// queries that are off.
SystemAnswer answer_of(const Trace& trace, const GalleryLab& lab, const VisionSystem& system);

// What is asked of a system that draws; and asks something else.
DrawingChoice choice_of(const GalleryLab& lab, const VisionSystem& system);
void set_choice(GalleryLab& lab, const VisionSystem& system, DrawingChoice choice);

// The same with what the picture says; whether a system's drawing is that: none where nothing is asked.
DrawingChoice asked_drawing(const GalleryLab& lab, const VisionSystem& system);
struct DrawingVerdict {
  world::Reading reading;
  std::optional<bool> is_right;
};
DrawingVerdict verdict_of(const GalleryLab& lab, const VisionSystem& system, const Matrix& drawing);

// The number of values in these stages, and of multiply-adds; with those of learning from a few examples, if
// that is still to do.
double count_numbers(const GalleryLab& lab);
double count_operations(const GalleryLab& lab);

// A model's gallery, the default if none was set; and the same to modify. As labs_of() in labs.h, for code
// that needs no other lab.
const GalleryLab& gallery_lab_of(const Config& config);
GalleryLab& gallery_lab_of(Config& config);

}  // namespace engine
