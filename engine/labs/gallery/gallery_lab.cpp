// gallery_lab.cpp: the gallery's settings, its stages, and how much work they are.
#include "engine/labs/gallery/gallery_lab.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "engine/core/trace.h"
#include "engine/labs/gallery/drawings.h"
#include "engine/labs/gallery/system_weights.h"
#include "engine/ops/pictures.h"
#include "engine/vision/detr.h"
#include "engine/vision/run.h"
#include "engine/vision/taming.h"
#include "engine/vision/transgan.h"
#include "engine/world/targets.h"

namespace engine {
namespace {

constexpr std::string_view kContextPart = "context";
constexpr const char* kObjectsNote = "note.objects_there";
constexpr double kShotOperations = 2e9;  // to learn from a few examples, about

struct Work {
  double numbers = 0;
  double operations = 0;
};

// Each number of a stage reads a row of its first input, or less.
Work measured(const VisionSystem& system) {
  const SystemParameters parameters(system, 0);
  const auto trace =
      run_system(system, parameters.source(), Matrix::Zero(kPicture.pixels(), kPictureChannels));
  Work work;
  for (const Stage& stage : trace->stages()) {
    const double count = static_cast<double>(stage.rows) * static_cast<double>(stage.columns);
    work.numbers += count;
    for (const int input : stage.inputs) {
      const Stage& read = trace->stage(input);
      if (read.rows == stage.columns) work.operations += count * static_cast<double>(read.columns);
    }
  }
  return work;
}

const Work& work_of(const VisionSystem& system) {
  static const std::map<std::string_view, Work> kWork = [] {
    std::map<std::string_view, Work> all;
    for (const VisionSystem* const each : vision_systems()) all.emplace(each->name(), measured(*each));
    return all;
  }();
  return kWork.at(system.name());
}

bool learns_from_shots(const VisionSystem& system) {
  return &system == &context_transformer_system();
}

bool has_part(const VisionSystem& system, std::string_view part) {
  return std::ranges::find(system.parts(), part) != system.parts().end();
}

bool any_has_part(std::string_view part) {
  return std::ranges::any_of(vision_systems(),
                             [&](const VisionSystem* system) { return has_part(*system, part); });
}

template <class Names>
std::string listed(const Names& names) {
  std::string list;
  for (const std::string_view name : names) list.append(list.empty() ? "" : ", ").append(name);
  return list;
}

std::optional<Error> check_part(const std::string& part) {
  if (any_has_part(part)) return std::nullopt;
  std::vector<std::string_view> parts;
  for (const VisionSystem* const system : vision_systems())
    parts.insert(parts.end(), system->parts().begin(), system->parts().end());
  return Error{"error.gallery_part", {{"value", part}, {"choices", listed(parts)}}};
}

std::optional<Error> check_shots(const ShotChoice& shots) {
  if (std::ranges::find(kShotCounts, shots.count) == kShotCounts.end())
    return Error{"error.gallery_shots", {{"value", std::to_string(shots.count)}}};
  if (shots.draw < 0 || shots.draw > kLastDraw)
    return Error{"error.gallery_draw",
                 {{"value", std::to_string(shots.draw)}, {"largest", std::to_string(kLastDraw)}}};
  return std::nullopt;
}

bool are_places(const std::vector<Overruled>& overruled, const Shape& symbols) {
  int last = -1;
  return std::ranges::all_of(overruled, [&](const Overruled& one) {
    const bool is_place =
        one.place > last && one.place < symbols.rows && one.symbol >= 0 && one.symbol < symbols.columns;
    last = one.place;
    return is_place;
  });
}

bool are_latent(const LatentChoice& latent) {
  Index last = -1;
  const bool are_numbers = std::ranges::all_of(latent.moved, [&](const std::pair<int, float>& one) {
    const bool is_number =
        one.first > last && one.first < kLatentNumbers && std::abs(one.second) <= kMostLatent;
    last = one.first;
    return is_number;
  });
  const bool is_kind = !latent.kind || (*latent.kind >= 0 && *latent.kind < world::kKinds);
  return are_numbers && is_kind && latent.walked >= 0 && latent.walked <= 1;
}

bool is_possible(const DrawingChoice& drawing, const Shape& symbols) {
  const bool is_warm = drawing.temperature >= 0 && drawing.temperature <= kHottest;
  const bool is_kept = drawing.kept.value_or(0) >= 0 && drawing.kept.value_or(0) <= symbols.rows;
  const bool is_window = !drawing.window || (*drawing.window >= 0 && *drawing.window < kWideGrid.pixels());
  return is_warm && is_kept && is_window && are_places(drawing.overruled, symbols) &&
         are_latent(drawing.latent);
}

std::optional<Error> check_drawings(const GalleryLab& lab) {
  for (const auto& [name, drawing] : lab.drawings) {
    const VisionSystem* const system = find_vision_system(name);
    if (system == nullptr || !system->draws() || !is_possible(drawing, system->symbols()))
      return Error{"error.gallery_drawing", {{"system", name}}};
  }
  return std::nullopt;
}

bool shows_any(const GalleryLab& lab) {
  return lab.system == kAllSystems || find_vision_system(lab.system) != nullptr;
}

// What DETR's training compares: the last answers with what there is.
void add_cost(TraceBuilder& builder, const world::Picture& picture) {
  const auto scene = world::scene_of(picture);
  if (!scene || scene->figures.empty()) return;
  const auto count = static_cast<Index>(scene->figures.size());
  Matrix kinds(count, 1);
  std::vector<std::string> kind_names;
  kind_names.reserve(scene->figures.size());
  for (const world::Figure& figure : scene->figures) {
    kinds(static_cast<Index>(kind_names.size()), 0) = static_cast<float>(world::kind_of(figure));
    kind_names.push_back(world::kind_name(world::kind_of(figure)));
  }
  Network network(builder, gallery_prefix(detr_system()), {}, kObjectsNote);
  const int names = network.named(kind_names);
  const int probabilities = network.at("probabilities");
  const int objects = network.given_numbers("objects.kinds", kObjectsNote, std::move(kinds), names);
  const int boxes = network.given_numbers("objects.boxes", kObjectsNote, world::boxes_of(*scene), names);
  network.map("cost", matching_cost({}), {probabilities, network.at(detr_answer("boxes")), objects, boxes},
              probabilities, objects);
}

void add_system_of(TraceBuilder& builder, const GalleryLab& lab, const VisionSystem& system) {
  const auto weights = system_weights(system, lab.is_trained);
  if (!weights) return;  // check() has said so
  const Matrix pixels = pixels_of(lab.picture);
  SystemSettings settings = settings_of(lab, system);
  if (system.draws()) settings.drawn = drawing_of(system, *weights, pixels, asked_drawing(lab, system));
  if (!learns_from_shots(system) || !lab.is_trained) {
    add_system(builder, system, (*weights)->source(), pixels, settings, gallery_prefix(system));
    if (&system == &detr_system()) add_cost(builder, lab.picture);
    return;
  }
  const auto shots = learned_shots(*weights, lab.shots, !settings.is_off(kContextPart));
  add_system(builder, system, shots->learned.parameters().source(), pixels, settings, gallery_prefix(system));
}

}  // namespace

std::optional<Error> check(const GalleryLab& lab) {
  if (!shows_any(lab)) {
    std::vector<std::string_view> names = {kAllSystems};
    for (const VisionSystem* const system : vision_systems()) names.push_back(system->name());
    return Error{"error.gallery_system", {{"value", lab.system}, {"choices", listed(names)}}};
  }
  for (const std::string& part : lab.off) {
    if (auto bad = check_part(part)) return bad;
  }
  if (!world::is_possible(lab.picture)) return Error{"error.gallery_picture", {}};
  if (auto bad = check_shots(lab.shots)) return bad;
  if (auto bad = check_drawings(lab)) return bad;
  if (!lab.is_on) return std::nullopt;
  for (const VisionSystem* const system : vision_systems()) {
    if (!shows_system(lab, *system)) continue;
    if (const auto weights = system_weights(*system, lab.is_trained); !weights) return weights.error();
  }
  return std::nullopt;
}

bool shows_system(const GalleryLab& lab, const VisionSystem& system) {
  return lab.system == kAllSystems || lab.system == system.name();
}

SystemSettings settings_of(const GalleryLab& lab, const VisionSystem& system) {
  SystemSettings settings;
  std::ranges::copy_if(lab.off, std::back_inserter(settings.off),
                       [&](const std::string& part) { return has_part(system, part); });
  return settings;
}

std::string gallery_prefix(const VisionSystem& system) {
  return std::string("lab.").append("gallery.").append(system.name()).append(".");
}

void add_stages(TraceBuilder& builder, const GalleryLab& lab) {
  for (const VisionSystem* const system : vision_systems()) {
    if (shows_system(lab, *system)) add_system_of(builder, lab, *system);
  }
}

SystemAnswer answer_of(const Trace& trace, const GalleryLab& lab, const VisionSystem& system) {
  const world::Scene scene = world::scene_of(lab.picture).value_or(world::Scene{});
  SystemAnswer said = system.answer({trace, gallery_prefix(system)}, scene);
  if (!said.objects) return said;
  const SystemSettings settings = settings_of(lab, system);
  std::erase_if(*said.objects, [&](const FoundObject& object) {
    return settings.is_off("query." + std::to_string(object.query));
  });
  return said;
}

DrawingChoice choice_of(const GalleryLab& lab, const VisionSystem& system) {
  const auto found = lab.drawings.find(std::string(system.name()));
  return found == lab.drawings.end() ? DrawingChoice{} : found->second;
}

void set_choice(GalleryLab& lab, const VisionSystem& system, DrawingChoice choice) {
  const std::string name(system.name());
  if (choice == DrawingChoice{}) {
    lab.drawings.erase(name);
  } else {
    lab.drawings.insert_or_assign(name, std::move(choice));
  }
}

DrawingChoice asked_drawing(const GalleryLab& lab, const VisionSystem& system) {
  return resolved(choice_of(lab, system), world::scene_of(lab.picture).value_or(world::Scene{}));
}

DrawingVerdict verdict_of(const GalleryLab& lab, const VisionSystem& system, const Matrix& drawing) {
  const auto scene = world::scene_of(lab.picture);
  DrawingVerdict verdict{.reading = world::read_picture(drawing), .is_right = std::nullopt};
  verdict.is_right = system.is_right(drawing, asked_drawing(lab, system), scene ? &*scene : nullptr);
  return verdict;
}

double count_numbers(const GalleryLab& lab) {
  double numbers = 0;
  for (const VisionSystem* const system : vision_systems()) {
    if (shows_system(lab, *system)) numbers += work_of(*system).numbers;
  }
  return numbers;
}

double count_operations(const GalleryLab& lab) {
  double operations = 0;
  for (const VisionSystem* const system : vision_systems()) {
    if (!shows_system(lab, *system)) continue;
    operations += work_of(*system).operations;
    if (!learns_from_shots(*system) || !lab.is_trained) continue;
    const auto weights = system_weights(*system, true);
    const bool has_context = !settings_of(lab, *system).is_off(kContextPart);
    if (weights && !are_learned(**weights, lab.shots, has_context)) operations += kShotOperations;
  }
  return operations;
}

}  // namespace engine
