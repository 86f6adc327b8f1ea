// diagram_words.cpp: the text in a block of the diagram: its name, its shape or the focused step.
#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/views/model/diagram.h"

namespace views {
namespace {

// The name in one line, or two if necessary.
std::vector<std::string> name_lines(const std::string& name, ImVec2 room, const ui::TextStyle& type) {
  const ImVec2 size = ui::text_size(name, type);
  if (size.x <= room.x || room.y < 2 * size.y) return {ui::ellipsise(name, room.x, type)};
  std::vector<std::string> lines = ui::wrap_text(name, room.x, type);
  if (lines.size() > 2) return {ui::ellipsise(name, room.x, type)};
  for (std::string& line : lines) line = ui::ellipsise(line, room.x, type);
  return lines;
}

}  // namespace

std::optional<std::string> map_step(const DiagramScene& scene, const DiagramBlock& block) {
  const auto here = scene.find(scene.here);
  if (!here || block.kind != BlockKind::kAttention || !block.holds(scene.here)) return std::nullopt;
  const bool is_map =
      engine::head_of(scene.here) && scene.frame.trace().stage(*here).column_axis == engine::Axis::kKeys;
  return is_map ? std::optional(engine::parse_address(scene.here).step) : std::nullopt;
}

bool adds_nothing(const DiagramScene& scene, const DiagramBlock& block) {
  return block.kind == BlockKind::kPositions &&
         engine::info_of(scene.config.positions).place != engine::PositionPlace::kInput;
}

std::string diagram_name(const DiagramScene& scene, const DiagramBlock& block) {
  const app::Words& tr = scene.frame.tr;
  const engine::StageAddress place = engine::parse_address(block.address);
  const bool decodes = place.stack == engine::Stack::kDecoder;
  switch (block.kind) {
    case BlockKind::kEmbedding:
      return tr(place.step == "input" ? "stage.input_given" : "stage.embedding");
    case BlockKind::kPositions:
      return tr("stage.position");
    case BlockKind::kAdd:
      return tr("diagram.add");
    case BlockKind::kAttention:
      if (place.sublayer == engine::Sublayer::kCross) return tr("diagram.cross");
      return tr((decodes ? scene.config.decoder_causal : scene.config.causal) ? "diagram.masked"
                                                                              : "diagram.attention");
    case BlockKind::kFeedForward:
      return tr("diagram.ffn");
    case BlockKind::kNorm:
      return tr("diagram.norm");
    case BlockKind::kAddNorm:
      return tr("diagram.add_norm");
    case BlockKind::kStackOutput: {
      const std::string output = tr(decodes ? "diagram.decoder_output" : "diagram.encoder_output");
      // Of layers that normalise what they read, the last sum is normalised once more.
      const bool is_normed = scene.find(block.address + ".weight").has_value();
      return is_normed ? tr("diagram.final_norm", {{"output", output}}) : output;
    }
    case BlockKind::kLinear:
      return tr("diagram.linear");
    case BlockKind::kSoftmax:
      break;
  }
  return tr("diagram.softmax");
}

std::vector<std::string> diagram_details(const DiagramScene& scene, const DiagramBlock& block) {
  const app::Words& tr = scene.frame.tr;
  engine::StageAddress place = engine::parse_address(block.address);
  const bool attends = block.kind == BlockKind::kAttention;
  if (attends) {
    place.head = -1;
    place.step = "output";
  }
  const engine::Stage& stage = scene.frame.trace().stage(scene.find(engine::address_of(place)).value_or(0));
  const std::string shape = shape_words(stage.rows, stage.columns);
  if (adds_nothing(scene, block))
    return {tr(std::string(engine::info_of(scene.config.positions).words) + ".short"), shape};
  if (attends) {
    const auto heads = scene.config.n_heads;
    const std::string count = std::to_string(heads);
    const auto step = map_step(scene, block);
    if (step && *step != "weights") {
      const engine::Stage& map = scene.frame.trace().stage(scene.find(scene.here).value());
      return {tr(heads == 1 ? "diagram.maps_one" : "diagram.maps",
                 {{"map", look::stage_name(tr, map)}, {"count", count}}),
              shape};
    }
    return {tr(heads == 1 ? "diagram.weights_one" : "diagram.weights", {{"count", count}}),
            tr(heads == 1 ? "diagram.one_head" : "diagram.heads", {{"count", count}}), shape};
  }
  if (block.kind != BlockKind::kFeedForward) return {shape};
  const std::string back = " → " + std::to_string(stage.columns);
  return {shape + " → " + std::to_string(scene.config.d_ff) + back, shape};
}

void draw_diagram_words(const ui::Style& style, const Box& room, const DiagramText& text,
                        const ui::TextStyle& strong, const ui::TextStyle& grey) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::vector<std::string> lines = name_lines(text.name, room.size(), strong);
  const float line = ui::text_size(text.name, strong).y;
  const float names = line * static_cast<float>(lines.size());
  const float grey_line = ui::text_size(text.name, grey).y;
  const bool below = room.size().y >= 2.5f * line && names + grey_line <= room.size().y;
  const float last = ui::text_size(lines.back(), strong).x + style.px(10);
  const float width = room.size().x - (below ? 0 : last);
  const auto fitting = std::find_if(text.details.begin(), text.details.end(), [&](const std::string& detail) {
    return ui::text_size(detail, grey).x <= width;
  });
  const bool shown = fitting != text.details.end();
  float y = std::floor(room.low.y + (room.size().y - names - (below && shown ? grey_line : 0)) / 2);
  for (const std::string& words : lines) {
    ui::draw_text(list, {room.low.x, y}, words, strong);
    y += line;
  }
  if (!shown) return;
  const ImVec2 behind(room.low.x + last, y - line + std::floor((line - grey_line) * 0.7f));
  ui::draw_text(list, below ? ImVec2(room.low.x, y) : behind, *fitting, grey);
}

}  // namespace views
