// gallery_answer.cpp: what is said and drawn, as JSON, lines and pictures.
#include "app/cli/gallery_answer.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/export/numbers.h"
#include "app/export/system_picture.h"
#include "engine/core/number_text.h"
#include "engine/labs/gallery/drawings.h"
#include "engine/labs/gallery/system_weights.h"
#include "engine/vision/autoencoder.h"
#include "engine/vision/run.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using engine::Matrix;
using engine::Result;
using nlohmann::ordered_json;

using Shared = std::shared_ptr<const engine::SystemParameters>;

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

// "legal: red circle (size 5), blue square (size 4); right".
std::string drawing_lines(const world::Reading& reading, std::optional<bool> is_right, const Words& words) {
  std::string lines;
  for (const world::Figure& figure : reading.scene.figures)
    lines += words("gallery.figure", {{"kind", kind_words(world::kind_of(figure), words)},
                                      {"size", std::to_string(figure.size)}}) +
             "\n";
  if (reading.parts_unread > 0)
    lines += words("gallery.parts_unread", {{"parts", std::to_string(reading.parts_unread)}}) + "\n";
  lines += words(reading.is_legal() ? "gallery.legal" : "gallery.illegal") + "\n";
  if (is_right) lines += words(*is_right ? "gallery.right" : "gallery.wrong") + "\n";
  return lines;
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

// A drawing: what was asked, and what the checker says of it.
void write_drawing(const Visit& visit, const engine::DrawingChoice& asked, const engine::SystemAnswer& said,
                   const Words& words, Written& written, ordered_json& json) {
  const world::Reading reading = world::read_picture(*said.drawing);
  const auto is_right = visit.system.is_right(*said.drawing, asked, visit.scene ? &*visit.scene : nullptr);
  if (&visit.system == &engine::dalle_system()) {
    const std::string caption = world::text_of(asked.caption.value_or(world::Caption{}));
    json["caption"] = caption;
    written.lines += words("gallery.caption_drawn", {{"caption", caption}}) + "\n";
  }
  json["seed"] = asked.seed;
  json["legal"] = reading.is_legal();
  json["shapes"] = scene_json(reading.scene);
  if (is_right) json["right"] = *is_right;
  written.lines += drawing_lines(reading, is_right, words);
}

// A system that draws, as it draws this picture.
Written drawing_of(const Visit& visit, const Shared& parameters, const Words& words) {
  const world::Scene scene = visit.scene.value_or(world::Scene{});
  const engine::DrawingChoice asked = engine::resolved(visit.drawing, scene);
  engine::SystemSettings settings;
  settings.drawn = visit.system.draw(parameters->source(), visit.pixels, asked);
  const auto trace = engine::run_system(visit.system, parameters->source(), visit.pixels, settings);
  const engine::SystemAnswer said = visit.system.answer(engine::SystemTrace(*trace), scene);
  Written written;
  ordered_json json;
  if (visit.scene) json["scene"] = scene_json(*visit.scene);
  write_drawing(visit, asked, said, words, written, json);
  written.json = json.dump(2) + "\n";
  written.files = {{R"(result.png)", exporter::encode_png(exporter::picture_of_drawing(*said.drawing))}};
  if (!said.codes.empty()) {
    const auto side = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(said.codes.size()))));
    const Matrix codes = engine::column_of(said.codes).reshaped<Eigen::RowMajor>(side, side);
    written.files.emplace_back(R"(codes.npy)", exporter::to_npy(codes));
  }
  return written;
}

// A system that looks.
Result<Written> reading_of(const Visit& visit, const Shared& parameters, const Words& words) {
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
    said = visit.system.answer(engine::SystemTrace(*trace), scene);
    write_said(said, words, json, written.lines);
  }
  const std::vector<engine::FoundObject> none;
  written.json = json.dump(2) + "\n";
  const exporter::Picture result =
      said.classes ? exporter::picture_of_classes(*said.classes)
                   : exporter::picture_of_objects(visit.pixels, said.objects.value_or(none));
  written.files = {
      {R"(result.png)", exporter::encode_png(result)},
      {R"(attention.png)", exporter::encode_png(exporter::picture_of_maps(visit.pixels, said.maps))}};
  return written;
}

}  // namespace

// Raw strings: in plain quotation marks the files' names would look like keys of texts on the screen.
Result<Written> answer_of(const Visit& visit, const Shared& parameters, const Words& words) {
  auto written = visit.system.draws() ? Result<Written>(drawing_of(visit, parameters, words))
                                      : reading_of(visit, parameters, words);
  if (!written) return written;
  Written answer = *std::move(written);
  answer.files.emplace_back(R"(scene.png)", exporter::encode_png(exporter::picture_of_pixels(visit.pixels)));
  answer.files.emplace_back(R"(result.json)", answer.json);
  return answer;
}

}  // namespace app
