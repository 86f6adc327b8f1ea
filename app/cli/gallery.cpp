// gallery.cpp: `headlight gallery`: what small vision systems say of a picture of shapes, and where they
// look.
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/gallery_answer.h"
#include "app/cli/scene_options.h"
#include "app/export/file.h"
#include "engine/core/number_text.h"
#include "engine/labs/gallery/system_weights.h"
#include "engine/training/systems/stored_system.h"

namespace app {
namespace {

using engine::Error;
using engine::Result;
using engine::VisionSystem;
using nlohmann::ordered_json;

constexpr std::array kGalleryOptions = {
    Option{"NAME", "", "help.gallery_name"},
    Option{"--list", "", "help.gallery_list"},
    kSceneOptions[0],
    kSceneOptions[1],
    kSceneOptions[2],
    Option{"--shots", "1|5|20", "help.gallery_shots"},
    Option{"--draw", "N", "help.gallery_draw"},
    Option{"--caption", "TEXT", "help.gallery_caption"},
    Option{"--sample-seed", "N", "help.gallery_sample_seed"},
    Option{"--sample-temperature", "T", "help.gallery_temperature"},
    Option{"--out", "DIR", "help.gallery_out"},
    Option{"--train", "", "help.gallery_train"},
    Option{"--json", "", "help.json"},
};

constexpr DrawingOptions kGalleryDrawing = {
    .caption = "--caption", .seed = "--sample-seed", .temperature = "--sample-temperature"};

// The systems that draw, "taming, dalle, ...".
std::string drawing_names() {
  std::string names;
  for (const VisionSystem* const system : engine::vision_systems()) {
    if (system->draws()) names.append(names.empty() ? "" : ", ").append(system->name());
  }
  return names;
}

std::string title_of(const VisionSystem& system, const Words& words) {
  return words("gallery.title." + std::string(system.name()));
}

std::string list_text(const ParsedOptions& given, const Words& words) {
  if (!given.has("--json")) {
    std::string text;
    for (const VisionSystem* const system : engine::vision_systems())
      text.append(system->name()).append("\t").append(title_of(*system, words)).append("\n");
    return text;
  }
  auto list = ordered_json::array();
  for (const VisionSystem* const system : engine::vision_systems())
    list.push_back({{"name", system->name()}, {"title", title_of(*system, words)}});
  return list.dump(2) + "\n";
}

Result<const VisionSystem*> named_system(const ParsedOptions& given) {
  std::vector<std::string> names;
  std::string listed;
  for (const VisionSystem* const system : engine::vision_systems()) {
    names.emplace_back(system->name());
    listed.append(listed.empty() ? "" : ", ").append(system->name());
  }
  const auto name = given.find("NAME");
  if (!name) return Error{"error.gallery_name", {{"choices", listed}}};
  if (const VisionSystem* const system = engine::find_vision_system(*name)) return system;
  return not_a_choice("gallery", *name, names);
}

// Listing and training ask no system anything: of this command's options they take only `others`.
std::optional<Error> check_alone(const ParsedOptions& given, std::string_view option,
                                 std::initializer_list<std::string_view> others) {
  for (const Option& each : kGalleryOptions) {
    if (each.name == option || std::ranges::count(others, each.name) > 0) continue;
    if (auto bad = exclusive(given, option, each.name)) return bad;
  }
  return std::nullopt;
}

// Few shots ask for the Context-Transformer, which alone learns from them.
std::optional<Error> read_visit_shots(const ParsedOptions& given, Visit& visit) {
  for (const char* const option : {"--shots", "--draw"}) {
    if (given.has(option) && !visit.is_context()) return without(option, "context-transformer");
  }
  return read_shots(given, {"--shots", "--draw"}, visit.shots);
}

// A caption asks for DALL·E; a seed and a temperature for any system that draws.
std::optional<Error> read_visit_drawing(const ParsedOptions& given, Visit& visit) {
  if (given.has(kGalleryDrawing.caption) && &visit.system != &engine::dalle_system())
    return without(kGalleryDrawing.caption, engine::dalle_system().name());
  for (const std::string_view option : {kGalleryDrawing.seed, kGalleryDrawing.temperature}) {
    if (given.has(option) && !visit.system.draws()) return without(option, drawing_names());
  }
  return read_drawing(given, kGalleryDrawing, visit.drawing);
}

// What has to be known to understand an answer: what became of an own picture, and where no shape is the
// largest.
void say_before(const Visit& visit, const Words& words, std::string& lines) {
  if (!visit.picture.done.empty())
    lines += words(visit.picture.done, {{"width", std::to_string(visit.picture.width)},
                                        {"height", std::to_string(visit.picture.height)}}) +
             "\n";
  if (visit.system.compares_sizes() && visit.scene && visit.scene->figures.size() > 1 &&
      !world::largest(*visit.scene))
    lines += words("gallery.no_largest") + "\n";
}

std::optional<Error> write_folder(const std::filesystem::path& folder, const Written& answer) {
  if (auto bad = exporter::make_folder(folder)) return bad;
  std::vector<exporter::FileBytes> written;
  written.reserve(answer.files.size());
  for (const auto& [name, bytes] : answer.files) written.push_back({folder / name, bytes});
  return exporter::write_files(written);
}

// --- training

// How far a long training has come.
void print_mark(const engine::CourseMark& mark) {
  std::string line = std::to_string(mark.step) + "\t" + engine::significant_digits(mark.loss);
  for (const engine::SystemFigure& figure : mark.figures)
    line.append("\t").append(figure.name).append(" ").append(engine::significant_digits(figure.value));
  std::fprintf(stderr, "%s\n", line.c_str());
}

Printed train_and_write(const VisionSystem& system, const std::filesystem::path& folder) {
  const auto trained = engine::train_system(system, print_mark);
  if (!trained) return Error{"error.gallery_train", {{"system", std::string(system.name())}}};
  if (auto bad = exporter::make_folder(folder)) return *bad;
  const std::string bytes = engine::system_bytes(*trained->parameters);
  const std::string record = engine::system_record(system, *trained);
  const std::array<exporter::FileBytes, 2> files = {
      {{folder / R"(model.safetensors)", bytes}, {folder / R"(training.json)", record}}};
  if (auto bad = exporter::write_files(files)) return *bad;
  return record;
}

}  // namespace

std::span<const Option> gallery_options() {
  return kGalleryOptions;
}

// The scene is the lab's. What is only trained, or listed, needs none, nor what was learned before.
void prepare_gallery(ParsedOptions& given) {
  given.rename("--image", kSceneImage);
  if (given.has("--train") || given.has("--list")) return;
  given.set("--lab", {"gallery"});
}

Printed run_gallery(const Request& request) {
  const ParsedOptions& given = request.given;
  if (auto bad = check_alone(given, "--list", {"--json"})) return *std::move(bad);
  if (auto bad = check_alone(given, "--train", {"NAME", "--out"})) return *std::move(bad);
  if (given.has("--list")) return list_text(given, request.words);
  const auto system = named_system(given);
  if (!system) return system.error();
  if (given.has("--train")) {
    if (!given.has("--out")) return without("--train", "--out");
    return train_and_write(**system, given.get("--out", ""));
  }
  auto picture = read_scene(given);
  if (!picture) return picture.error();
  Visit visit{.system = **system, .picture = *std::move(picture)};
  if (auto bad = read_visit_shots(given, visit)) return *bad;
  if (auto bad = read_visit_drawing(given, visit)) return *bad;
  const auto parameters = engine::system_weights(visit.system, true);
  if (!parameters) return parameters.error();
  const auto answer = answer_of(visit, *parameters, request.words);
  if (!answer) return answer.error();
  if (const auto folder = given.find("--out")) {
    if (auto bad = write_folder(*folder, *answer)) return *bad;
  }
  if (given.has("--json")) return answer->json;
  std::string lines;
  say_before(visit, request.words, lines);
  return lines + answer->lines;
}

}  // namespace app
