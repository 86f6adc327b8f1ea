// gallery.cpp: `headlight gallery`: what small vision systems say of a picture of shapes, and where they
// look.
#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/scene_options.h"
#include "app/export/file.h"
#include "app/export/system_picture.h"
#include "engine/core/number_text.h"
#include "engine/labs/gallery/system_weights.h"
#include "engine/training/systems/stored_system.h"
#include "engine/vision/run.h"

namespace app {
namespace {

using engine::Error;
using engine::Matrix;
using engine::Result;
using engine::SystemParameters;
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
    Option{"--out", "DIR", "help.gallery_out"},
    Option{"--train", "", "help.gallery_train"},
    Option{"--json", "", "help.json"},
};
constexpr int kMeasuredPictures = 500;

using Shared = std::shared_ptr<const SystemParameters>;

// What is asked of a system, and what it reads.
struct Visit {
  const VisionSystem& system;
  GivenPicture picture;
  engine::Matrix pixels = world::pixels_of(picture.picture);
  std::optional<world::Scene> scene = world::scene_of(picture.picture);
  engine::ShotChoice shots = {};

  bool is_context() const { return &system == &engine::context_transformer_system(); }
};

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

// Few shots ask for the Context-Transformer, which alone learns from them.
std::optional<Error> read_visit_shots(const ParsedOptions& given, Visit& visit) {
  for (const char* const option : {"--shots", "--draw"}) {
    if (given.has(option) && !visit.is_context()) return without(option, "context-transformer");
  }
  return read_shots(given, {"--shots", "--draw"}, visit.shots);
}

// --- what is said

ordered_json scene_json(const world::Scene& scene) {
  auto list = ordered_json::array();
  for (const world::Figure& figure : scene.figures)
    list.push_back({{"kind", world::kind_name(world::kind_of(figure))},
                    {"size", figure.size},
                    {"x", figure.x},
                    {"y", figure.y}});
  return list;
}

ordered_json seen_json(const engine::SeenKind& seen) {
  return {{"kind", world::kind_name(seen.kind)}, {"probability", seen.probability}};
}

ordered_json objects_json(const std::vector<engine::FoundObject>& objects) {
  auto list = ordered_json::array();
  for (const engine::FoundObject& object : objects) {
    ordered_json& one = list.emplace_back(seen_json(object.seen));
    one["box"] = {object.box[0], object.box[1], object.box[2], object.box[3]};
  }
  return list;
}

ordered_json labels_json(const Matrix& labels) {
  auto rows = ordered_json::array();
  for (engine::Index row = 0; row < labels.rows(); ++row) {
    auto line = ordered_json::array();
    for (engine::Index column = 0; column < labels.cols(); ++column)
      line.push_back(static_cast<int>(labels(row, column)));
    rows.push_back(std::move(line));
  }
  return rows;
}

// An answer as JSON, as lines, and as pictures.
struct Written {
  std::string json, lines;
  exporter::Picture result, attention;
};

std::string percent(double share) {
  return engine::significant_digits(100 * share) + " %";
}

// "red circle" in the user's language.
std::string kind_words(int kind, const Words& words) {
  return words(
      "world.kind",
      {{"colour",
        words("world." + std::string(world::name_of(static_cast<world::Colour>(kind / world::kOutlines))))},
       {"outline", words("world." + std::string(world::name_of(
                                        static_cast<world::Outline>(kind % world::kOutlines))))}});
}

std::string seen_line(const engine::SeenKind& seen, const Words& words) {
  return words("gallery.seen",
               {{"kind", kind_words(seen.kind, words)}, {"share", percent(seen.probability)}}) +
         "\n";
}

std::string labels_lines(const Matrix& labels) {
  std::string lines;
  for (engine::Index row = 0; row < labels.rows(); ++row) {
    for (engine::Index column = 0; column < labels.cols(); ++column)
      lines += ".CSTo"[static_cast<size_t>(labels(row, column))];
    lines += "\n";
  }
  return lines;
}

// What a system that has learned all that it knows says.
void write_said(const engine::SystemAnswer& said, const Words& words, ordered_json& json,
                std::string& lines) {
  if (said.largest) {
    json.update(seen_json(*said.largest));
    lines += seen_line(*said.largest, words);
  }
  if (said.objects) {
    json["objects"] = objects_json(*said.objects);
    for (const engine::FoundObject& object : *said.objects) lines += seen_line(object.seen, words);
    if (said.objects->empty()) lines += words("gallery.nothing_seen") + "\n";
  }
  if (said.classes) {
    json["labels"] = labels_json(*said.classes);
    lines += words("gallery.classes") + "\n" + labels_lines(*said.classes);
  }
}

// What a few examples teach: with a look around, and without.
struct Learned {
  engine::SystemAnswer said;
  int without_context = 0;
};

Learned learn_shots(const Visit& visit, const Shared& detector, const world::Scene& scene) {
  const auto ask = [&](bool has_context) {
    const auto shots = engine::learned_shots(detector, visit.shots, has_context);
    const auto trace = engine::run_system(visit.system, shots->learned.parameters().source(), visit.pixels,
                                          shots->learned.settings());
    return visit.system.answer(*trace, scene);
  };
  return {ask(true), ask(false).novel_class.value()};
}

void write_learned(const Learned& learned, const Words& words, ordered_json& json, std::string& lines) {
  const auto say = [&](const char* key, int novel) {
    lines += words(key, {{"class", words("gallery.class." + std::to_string(novel))}}) + "\n";
  };
  json["class"] = learned.said.novel_class.value();
  json["without_context"] = learned.without_context;
  say("gallery.with_context", learned.said.novel_class.value());
  say("gallery.without_context", learned.without_context);
}

Result<Written> answer_of(const Visit& visit, const Shared& parameters, const Words& words) {
  const world::Scene scene = visit.scene.value_or(world::Scene{});
  if (visit.is_context() && scene.figures.empty()) return Error{"error.gallery_no_figure", {}};
  Written written;
  ordered_json json;
  if (visit.scene) json["scene"] = scene_json(scene);
  engine::SystemAnswer said;
  if (visit.is_context()) {
    Learned learned = learn_shots(visit, parameters, scene);
    write_learned(learned, words, json, written.lines);
    said = std::move(learned.said);
  } else {
    const auto trace = engine::run_system(visit.system, parameters->source(), visit.pixels);
    said = visit.system.answer(*trace, scene);
    write_said(said, words, json, written.lines);
  }
  const std::vector<engine::FoundObject> none;
  written.json = json.dump(2) + "\n";
  written.result = said.classes ? exporter::picture_of_classes(*said.classes)
                                : exporter::picture_of_objects(visit.pixels, said.objects.value_or(none));
  written.attention = exporter::picture_of_maps(visit.pixels, said.maps);
  return written;
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

std::optional<Error> write_folder(const std::filesystem::path& folder, const Visit& visit,
                                  const Written& answer) {
  if (auto bad = exporter::make_folder(folder)) return bad;
  // Raw strings: in plain quotation marks the names would look like keys of texts on the screen.
  const std::array<std::pair<std::string_view, std::string>, 4> files = {
      {{R"(scene.png)", exporter::encode_png(exporter::picture_of_pixels(visit.pixels))},
       {R"(result.png)", exporter::encode_png(answer.result)},
       {R"(attention.png)", exporter::encode_png(answer.attention)},
       {R"(result.json)", answer.json}}};
  std::vector<exporter::FileBytes> written;
  written.reserve(files.size());
  for (const auto& [name, bytes] : files) written.push_back({folder / name, bytes});
  return exporter::write_files(written);
}

// --- training

Printed train_system(const VisionSystem& system, const std::filesystem::path& folder) {
  const engine::SystemTask* const task = engine::find_system_task(system.name());
  if (task == nullptr) return Error{"error.gallery_train", {{"system", std::string(system.name())}}};
  engine::SystemRun run(*task, task->recipe());
  double loss = 0;
  while (!run.is_done()) loss = run.advance();
  run.take_statistics();
  const auto figures = task->measure(run.parameters(), kMeasuredPictures);
  if (auto bad = exporter::make_folder(folder)) return *bad;
  const std::string bytes = engine::system_bytes(run.parameters());
  const std::string record = engine::system_record(run, loss, figures);
  const std::array<exporter::FileBytes, 2> files = {
      {{folder / R"(model.safetensors)", bytes}, {folder / R"(training.json)", record}}};
  if (auto bad = exporter::write_files(files)) return *bad;
  return record;
}

}  // namespace

std::span<const Option> gallery_options() {
  return kGalleryOptions;
}

// The scene is the lab's.
void prepare_gallery(ParsedOptions& given) {
  given.rename("--image", kSceneImage);
  given.set("--lab", {"gallery"});
}

Printed run_gallery(const Request& request) {
  const ParsedOptions& given = request.given;
  if (given.has("--list")) return list_text(given, request.words);
  const auto system = named_system(given);
  if (!system) return system.error();
  if (given.has("--train")) {
    if (!given.has("--out")) return without("--train", "--out");
    return train_system(**system, given.get("--out", ""));
  }
  auto picture = read_scene(given);
  if (!picture) return picture.error();
  Visit visit{.system = **system, .picture = *std::move(picture)};
  if (auto bad = read_visit_shots(given, visit)) return *bad;
  const auto parameters = engine::system_weights(visit.system, true);
  if (!parameters) return parameters.error();
  const auto answer = answer_of(visit, *parameters, request.words);
  if (!answer) return answer.error();
  if (const auto folder = given.find("--out")) {
    if (auto bad = write_folder(*folder, visit, *answer)) return *bad;
  }
  if (given.has("--json")) return answer->json;
  std::string lines;
  say_before(visit, request.words, lines);
  return lines + answer->lines;
}

}  // namespace app
