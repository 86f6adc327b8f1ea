// gallery.cpp: the gallery's settings and its picture as fields of one object.
#include "app/document/labs/gallery.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/document/labs/fields.h"
#include "engine/labs/gallery/gallery_lab.h"

namespace app {
namespace {

using nlohmann::ordered_json;
using world::Picture;

constexpr char kNotDrawn = '.';
constexpr std::string_view kPaletteLetters = "krgby";  // the ground and the colours, in the palette's order
constexpr size_t kMostParts = 64;                      // that are off

ordered_json figures_json(const world::Scene& scene) {
  auto list = ordered_json::array();
  for (const world::Figure& figure : scene.figures)
    list.push_back({{"kind", world::kind_name(world::kind_of(figure))},
                    {"size", figure.size},
                    {"x", figure.x},
                    {"y", figure.y}});
  return list;
}

// A letter a pixel.
std::string drawn_text(const Picture& picture) {
  if (picture.drawn.empty()) return {};
  std::string text(world::kPixels, kNotDrawn);
  for (const world::DrawnPixel& drawn : picture.drawn)
    text[static_cast<size_t>(drawn.pixel)] = kPaletteLetters[static_cast<size_t>(drawn.colour)];
  return text;
}

ordered_json picture_json(const Picture& picture) {
  const Picture usual = world::first_picture();
  ordered_json object = ordered_json::object();
  if (picture.scene != usual.scene) object["figures"] = figures_json(picture.scene);
  write_field(object, "drawn", drawn_text(picture), std::string());
  if (picture.cover) object["cover"] = {picture.cover->x, picture.cover->y, picture.cover->side};
  write_field(object, "noise", picture.noise, usual.noise);
  write_field(object, "noise_seed", picture.noise_seed, usual.noise_seed);
  return object;
}

std::optional<int> kind_named(const std::string& name) {
  for (int kind = 0; kind < world::kKinds; ++kind) {
    if (world::kind_name(kind) == name) return kind;
  }
  return std::nullopt;
}

std::optional<world::Figure> figure_of(const json& item) {
  if (!item.is_object()) return std::nullopt;
  world::Figure figure;
  Reader fields(item);
  std::string name;
  fields.read("kind", name);
  fields.read("size", figure.size, world::kSmallest, world::kLargest);
  fields.read("x", figure.x, 0, world::kSide - 1);
  fields.read("y", figure.y, 0, world::kSide - 1);
  const auto kind = kind_named(name);
  if (fields.is_wrong() || !kind) return std::nullopt;
  figure.colour = static_cast<world::Colour>(*kind / world::kOutlines);
  figure.outline = static_cast<world::Outline>(*kind % world::kOutlines);
  return figure;
}

void read_figures(Reader& reader, world::Scene& scene) {
  const json* const list = reader.list("figures");
  if (list == nullptr) return;
  scene.figures.clear();
  for (const json& item : *list) {
    const auto figure = figure_of(item);
    if (!figure) return reader.mark("figures");
    scene.figures.push_back(*figure);
  }
  if (!world::is_possible(scene)) reader.mark("figures");
}

void read_drawn(Reader& reader, Picture& picture) {
  std::string text;
  reader.read("drawn", text);
  if (text.empty()) return;
  if (text.size() != world::kPixels) return reader.mark("drawn");
  picture.drawn.clear();
  for (int pixel = 0; pixel < world::kPixels; ++pixel) {
    const char letter = text[static_cast<size_t>(pixel)];
    if (letter == kNotDrawn) continue;
    const size_t colour = kPaletteLetters.find(letter);
    if (colour == std::string_view::npos) return reader.mark("drawn");
    picture.drawn.push_back({pixel, static_cast<int>(colour)});
  }
}

// A list of that many whole numbers from 0 on.
std::optional<std::vector<int>> numbers_in(const json& list, size_t count, engine::Index largest) {
  const bool are_numbers = list.is_array() && list.size() == count &&
                           std::ranges::all_of(list, [&](const json& item) { return fits(item, largest); });
  if (!are_numbers) return std::nullopt;
  return list.get<std::vector<int>>();
}

void read_cover(Reader& reader, Picture& picture) {
  const json* const list = reader.list("cover");
  if (list == nullptr) return;
  const auto numbers = numbers_in(*list, 3, world::kSide);
  if (!numbers) return reader.mark("cover");
  picture.cover = {.x = (*numbers)[0], .y = (*numbers)[1], .side = (*numbers)[2]};
  if (!world::is_possible(picture)) reader.mark("cover");
}

void read_picture(Reader& reader, Picture& picture) {
  read_figures(reader, picture.scene);
  read_drawn(reader, picture);
  if (!reader.bad()) read_cover(reader, picture);
  reader.read("noise", picture.noise);
  if (!(picture.noise >= 0 && picture.noise <= world::kMostNoise)) reader.mark("noise");
  reader.read("noise_seed", picture.noise_seed);
}

ordered_json shots_json(const engine::ShotChoice& shots) {
  const engine::ShotChoice usual;
  ordered_json object = ordered_json::object();
  write_field(object, "count", shots.count, usual.count);
  write_field(object, "draw", shots.draw, usual.draw);
  if (!shots.relabelled.empty()) {
    auto list = ordered_json::array();
    for (const auto& [number, novel] : shots.relabelled) list.push_back({number, novel});
    object["relabelled"] = std::move(list);
  }
  return object;
}

void read_relabelled(Reader& reader, engine::ShotChoice& shots) {
  const json* const list = reader.list("relabelled");
  if (list == nullptr) return;
  const int examples = shots.count * world::kNovelClasses;
  shots.relabelled.clear();
  for (const json& item : *list) {
    const auto numbers = numbers_in(item, 2, examples - 1);
    const bool is_after =
        numbers && (shots.relabelled.empty() || shots.relabelled.back().first < numbers->front());
    if (!is_after || numbers->back() >= world::kNovelClasses) return reader.mark("relabelled");
    shots.relabelled.emplace_back(numbers->front(), numbers->back());
  }
}

void read_shots(Reader& reader, engine::ShotChoice& shots) {
  const json* const object = reader.object("shots");
  if (object == nullptr) return;
  Reader fields(*object);
  fields.read("count", shots.count, 1, engine::kShotCounts.back());
  if (std::ranges::find(engine::kShotCounts, shots.count) == engine::kShotCounts.end()) fields.mark("count");
  fields.read("draw", shots.draw, 0, engine::kLastDraw);
  if (!fields.bad()) read_relabelled(fields, shots);
  if (fields.is_wrong()) reader.mark("shots");
}

ordered_json pairs_json(const std::vector<engine::Overruled>& overruled) {
  auto list = ordered_json::array();
  for (const engine::Overruled& one : overruled) list.push_back({one.place, one.symbol});
  return list;
}

ordered_json latent_json(const engine::LatentChoice& latent) {
  const engine::LatentChoice usual;
  ordered_json object = ordered_json::object();
  if (latent.kind) object["kind"] = world::kind_name(*latent.kind);
  if (!latent.moved.empty()) {
    auto list = ordered_json::array();
    for (const auto& [number, value] : latent.moved) list.push_back({number, value});
    object["moved"] = std::move(list);
  }
  write_field(object, "other", latent.other, usual.other);
  write_field(object, "walked", latent.walked, usual.walked);
  return object;
}

ordered_json drawing_json(const engine::DrawingChoice& drawing) {
  const engine::DrawingChoice usual;
  ordered_json object = ordered_json::object();
  write_field(object, "seed", drawing.seed, usual.seed);
  write_field(object, "temperature", drawing.temperature, usual.temperature);
  if (drawing.caption) object["caption"] = world::text_of(*drawing.caption);
  if (drawing.kept) object["kept"] = *drawing.kept;
  if (!drawing.overruled.empty()) object["overruled"] = pairs_json(drawing.overruled);
  if (auto latent = latent_json(drawing.latent); !latent.empty()) object["latent"] = std::move(latent);
  if (drawing.window) object["window"] = *drawing.window;
  return object;
}

void read_overruled(Reader& reader, engine::DrawingChoice& drawing) {
  const json* const list = reader.list("overruled");
  if (list == nullptr) return;
  drawing.overruled.clear();
  for (const json& item : *list) {
    const auto numbers = numbers_in(item, 2, world::kPixels);
    if (!numbers) return reader.mark("overruled");
    drawing.overruled.push_back({.place = numbers->front(), .symbol = numbers->back()});
  }
}

void read_moved(Reader& reader, engine::LatentChoice& latent) {
  const json* const list = reader.list("moved");
  if (list == nullptr) return;
  latent.moved.clear();
  for (const json& item : *list) {
    const bool is_pair =
        item.is_array() && item.size() == 2 && fits(item[0], world::kPixels) && item[1].is_number();
    if (!is_pair) return reader.mark("moved");
    latent.moved.emplace_back(item[0].get<int>(), item[1].get<float>());
  }
}

void read_latent(Reader& reader, engine::LatentChoice& latent) {
  const json* const object = reader.object("latent");
  if (object == nullptr) return;
  Reader fields(*object);
  std::string name;
  fields.read("kind", name);
  if (!name.empty()) latent.kind = kind_named(name);
  if (!name.empty() && !latent.kind) fields.mark("kind");
  read_moved(fields, latent);
  fields.read("other", latent.other);
  fields.read("walked", latent.walked);
  if (fields.is_wrong()) reader.mark("latent");
}

// A whole number from 0 on, if it is there.
std::optional<int> number_field(Reader& reader, const char* name, int largest) {
  if (!reader.has(name)) return std::nullopt;
  int number = 0;
  reader.read(name, number, 0, largest);
  return number;
}

bool read_drawing(const json& object, engine::DrawingChoice& drawing) {
  Reader fields(object);
  fields.read("seed", drawing.seed);
  fields.read("temperature", drawing.temperature);
  std::string caption;
  fields.read("caption", caption);
  if (!caption.empty()) {
    const auto parsed = world::parse_caption(caption);
    if (!parsed) return false;
    drawing.caption = *parsed;
  }
  drawing.kept = number_field(fields, "kept", world::kPixels);
  read_overruled(fields, drawing);
  read_latent(fields, drawing.latent);
  drawing.window = number_field(fields, "window", world::kPixels);
  return !fields.is_wrong();
}

void read_drawings(Reader& reader, engine::GalleryLab& lab) {
  const json* const object = reader.object("drawings");
  if (object == nullptr) return;
  lab.drawings.clear();
  for (const auto& [system, drawing] : object->items()) {
    engine::DrawingChoice choice;
    if (!drawing.is_object() || !read_drawing(drawing, choice)) return reader.mark("drawings");
    if (choice != engine::DrawingChoice{}) lab.drawings.insert_or_assign(system, std::move(choice));
  }
}

}  // namespace

ordered_json gallery_lab_json(const Document& document) {
  const engine::GalleryLab& lab = engine::gallery_lab_of(document.config);
  const engine::GalleryLab usual;
  ordered_json object = ordered_json::object();
  write_field(object, "on", lab.is_on, usual.is_on);
  write_field(object, "system", lab.system, usual.system);
  write_field(object, "trained", lab.is_trained, usual.is_trained);
  object.update(picture_json(lab.picture));
  write_field(object, "off", lab.off, usual.off);
  if (auto shots = shots_json(lab.shots); !shots.empty()) object["shots"] = std::move(shots);
  for (const auto& [system, drawing] : lab.drawings) {
    if (auto own = drawing_json(drawing); !own.empty()) object["drawings"][system] = std::move(own);
  }
  return object;
}

void read_gallery_lab(Reader& reader, Document& document) {
  engine::GalleryLab& lab = engine::gallery_lab_of(document.config);
  reader.read("on", lab.is_on);
  reader.read("system", lab.system);
  reader.read("trained", lab.is_trained);
  read_picture(reader, lab.picture);
  reader.read("off", lab.off, kMostParts);
  std::ranges::sort(lab.off);
  read_shots(reader, lab.shots);
  read_drawings(reader, lab);
  engine::GalleryLab named = lab;
  named.is_on = false;  // whether its weights are there is asked when it runs
  if (!reader.bad() && engine::check(named)) reader.mark("system");
}

}  // namespace app
