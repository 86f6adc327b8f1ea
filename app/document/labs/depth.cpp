// depth.cpp: the depth lab's settings and its page as fields of one object.
#include "app/document/labs/depth.h"

#include <algorithm>
#include <array>

#include "app/document/labs/fields.h"
#include "engine/gradients/depth.h"
#include "engine/labs/depth/depth_lab.h"

namespace app {
namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> kDepthPages = {"rank", "paths", "gradients", "signal"};
constexpr std::array<std::string_view, 3> kDepthStacks = {"encoder", "decoder", "encoder-decoder"};

template <class Names>
void read_name(Reader& reader, const char* field, const Names& names, std::string& value) {
  reader.read(field, value);
  if (std::find(names.begin(), names.end(), value) == names.end()) reader.mark(field);
}

void read_depth_page(Reader& reader, DepthPage& page) {
  std::array<std::string_view, engine::kDepthModes.size()> modes;
  for (size_t i = 0; i < modes.size(); ++i) modes[i] = engine::kDepthModes[i].name;
  read_name(reader, "page", kDepthPages, page.shown);
  read_name(reader, "mode", modes, page.mode);
  reader.read("cubed", page.is_cubed);
  read_name(reader, "stack", kDepthStacks, page.stack);
  reader.read("measured_layers", page.layers, engine::kDeepestStack);
  if (page.layers < 1) reader.mark("measured_layers");
  reader.read("draws", page.draws, engine::kMostDraws);
  if (page.draws < 1) reader.mark("draws");
}

}  // namespace

nlohmann::ordered_json depth_lab_json(const Document& document) {
  const engine::DepthLab& lab = engine::depth_lab_of(document.config);
  const DepthPage& page = document.labs.depth;
  const engine::DepthLab plain;
  const DepthPage usual;
  ordered_json object = ordered_json::object();
  write_field(object, "on", lab.is_on, plain.is_on);
  write_field(object, "layers", lab.layers, plain.layers);
  write_field(object, "heads", lab.heads, plain.heads);
  write_field(object, "window", lab.window, plain.window);
  write_field(object, "value_gain", lab.value_gain, plain.value_gain);
  write_field(object, "score_gain", lab.score_gain, plain.score_gain);
  write_field(object, "seed", lab.seed, plain.seed);
  write_field(object, "page", page.shown, usual.shown);
  write_field(object, "mode", page.mode, usual.mode);
  write_field(object, "cubed", page.is_cubed, usual.is_cubed);
  write_field(object, "stack", page.stack, usual.stack);
  write_field(object, "measured_layers", page.layers, usual.layers);
  write_field(object, "draws", page.draws, usual.draws);
  return object;
}

void read_depth_lab(Reader& reader, Document& document) {
  engine::DepthLab& lab = engine::depth_lab_of(document.config);
  reader.read("on", lab.is_on);
  reader.read("layers", lab.layers);
  reader.read("heads", lab.heads);
  reader.read("window", lab.window);
  reader.read("value_gain", lab.value_gain);
  reader.read("score_gain", lab.score_gain);
  reader.read("seed", lab.seed);
  read_depth_page(reader, document.labs.depth);
}

}  // namespace app
