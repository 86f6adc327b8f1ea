// diagram_block.cpp: one block of the diagram: its name, its shape, small true pictures of its stage; a click
// opens it.
#include <algorithm>
#include <cmath>

#include "app/export/labels.h"
#include "app/ui/widgets.h"
#include "app/views/diagram.h"

namespace views {
namespace {

constexpr int kMostMaps = 8;

// A button over (a part of) a block, which opens the stage at `address`. Returns whether the mouse is on it.
bool opens(const DiagramScene& scene, const std::string& label, const std::string& address, const Box& box) {
  const Frame& frame = scene.frame;
  const auto stage = scene.find(address);
  if (!stage) return false;
  ImGui::SetCursorScreenPos(box.low);
  ImGui::SetNextItemAllowOverlap();
  if (ImGui::InvisibleButton(label.c_str(), box.size())) scene.open(address);
  const engine::Stage& drawn = frame.trace().stage(*stage);
  ui::tip(frame.style, exporter::stage_title(frame.tr, drawn.address) + " · " +
                           shape_words(drawn.rows, drawn.columns) + " · " + drawn.address);
  return ImGui::IsItemHovered();
}

std::string block_name(const DiagramScene& scene, const DiagramBlock& block) {
  const app::Words& tr = scene.frame.tr;
  const app::Place place = app::place_of(block.address);
  const bool decodes = place.stack == app::Stack::kDecoder;
  switch (block.kind) {
    case BlockKind::kEmbedding:
      return tr("stage.embedding");
    case BlockKind::kPositions:
      return tr("stage.position");
    case BlockKind::kAdd:
      return tr("diagram.add");
    case BlockKind::kAttention:
      if (place.sublayer == app::Sublayer::kCross) return tr("diagram.cross");
      return tr(decodes || scene.config.causal ? "diagram.masked" : "diagram.attention");
    case BlockKind::kFeedForward:
      return tr("diagram.ffn");
    case BlockKind::kNorm:
      return tr("diagram.norm");
    case BlockKind::kAddNorm:
      return tr("diagram.add_norm");
    case BlockKind::kStackOutput:
      return tr(decodes ? "diagram.decoder_output" : "diagram.encoder_output");
    case BlockKind::kLinear:
      return tr("diagram.linear");
    case BlockKind::kSoftmax:
      break;
  }
  return tr("diagram.softmax");
}

// Beside or below the name, in grey: the shape of what comes out, or the step that is looked at; the first
// that fits.
std::vector<std::string> block_details(const DiagramScene& scene, const DiagramBlock& block, bool here) {
  const app::Words& tr = scene.frame.tr;
  if (here) return {exporter::stage_title(tr, scene.here), exporter::stage_name(tr, scene.here)};
  app::Place place = app::place_of(block.address);
  const bool attends = block.kind == BlockKind::kAttention;
  if (attends) {
    place.head = -1;
    place.step = "output";
  }
  const engine::Stage& stage = scene.frame.trace().stage(scene.find(app::address_of(place)).value_or(0));
  const std::string shape = shape_words(stage.rows, stage.columns);
  if (attends) {
    const auto heads = scene.config.n_heads;
    const std::string count = std::to_string(heads);
    return {tr(heads == 1 ? "diagram.one_head" : "diagram.heads", {{"count", count}}) + " · " + shape, shape};
  }
  if (block.kind != BlockKind::kFeedForward) return {shape};
  const std::string back = " → " + std::to_string(stage.columns);
  return {shape + " → " + std::to_string(scene.config.d_ff) + back, shape};
}

void draw_picture(const DiagramScene& scene, int stage, const Box& box) {
  const Frame& frame = scene.frame;
  const engine::Stage& drawn = frame.trace().stage(stage);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::MatrixFrame matrix;
  matrix.corner = box.low;
  matrix.size = box.size();
  matrix.stage = stage;
  matrix.rows = static_cast<double>(drawn.rows);
  matrix.columns = static_cast<double>(drawn.columns);
  frame.heatmaps.draw(list, frame.session.trace(), matrix, frame.facts.scale(stage), frame.style);
  list.AddRect(box.low, box.high, frame.style.colours.hairline);
}

// The weights of the heads side by side, ending at `high`; each opens its head. Returns the width that they
// take.
float draw_maps(const DiagramScene& scene, const DiagramBlock& block, ImVec2 high, float side, int count) {
  const auto& style = scene.frame.style;
  const float step = side + style.px(3);
  for (int head = 0; head < count; ++head) {
    const std::string address = app::in_head(block.address, head);
    const float x = high.x - step * static_cast<float>(count - head) + style.px(3);
    const Box box{{x, high.y - side}, {x + side, high.y}};
    const bool hovered = opens(scene, "map " + address, address, box);
    if (const auto stage = scene.find(address)) draw_picture(scene, *stage, box);
    const bool here = app::head_of(scene.here) == head && block.holds(scene.here);
    if (!here && !hovered) continue;
    ImGui::GetWindowDrawList()->AddRect({box.low.x - 1, box.low.y - 1}, {box.high.x + 1, box.high.y + 1},
                                        here ? style.colours.ink : style.colours.muted, 0, 0, style.px(1.5f));
  }
  return step * static_cast<float>(count);
}

// As many heads as leave the name its room, at least two lines of it.
int maps_that_fit(const DiagramScene& scene, const std::string& name, float room, float side) {
  const auto& style = scene.frame.style;
  const float step = side + style.px(3);
  const int heads = std::min(static_cast<int>(scene.config.n_heads), kMostMaps);
  const auto fitting = [&](float width) {
    return static_cast<int>(std::max(room - width - style.px(8), 0.0f) / step);
  };
  const int beside = fitting(ui::text_size(name, style.strong()).x);
  if (beside >= std::min(heads, 4)) return std::min(beside, heads);
  for (int count = std::min(heads, 4); count > 0; --count) {
    const float width = room - step * static_cast<float>(count) - style.px(8);
    if (width <= 0) continue;
    const auto lines = ui::wrap_text(name, width, style.strong());
    if (lines.size() <= 2) return count;
  }
  return 0;
}

// The name in one line, or two where it must.
std::vector<std::string> name_lines(const std::string& name, ImVec2 room, const ui::TextStyle& type) {
  const ImVec2 size = ui::text_size(name, type);
  if (size.x <= room.x || room.y < 2 * size.y) return {ui::ellipsise(name, room.x, type)};
  std::vector<std::string> lines = ui::wrap_text(name, room.x, type);
  if (lines.size() > 2) return {ui::ellipsise(name, room.x, type)};
  for (std::string& line : lines) line = ui::ellipsise(line, room.x, type);
  return lines;
}

// The name, and the first of the details that fits below it, else behind it; or none.
void draw_words(const Box& room, const std::string& name, const std::vector<std::string>& details,
                const ui::TextStyle& strong, const ui::TextStyle& grey, float space) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::vector<std::string> lines = name_lines(name, room.size(), strong);
  const float line = ui::text_size(name, strong).y;
  const float names = line * static_cast<float>(lines.size());
  const float grey_line = ui::text_size(name, grey).y;
  const bool below = names + grey_line <= room.size().y;
  const float last = ui::text_size(lines.back(), strong).x + space;
  const float width = room.size().x - (below ? 0 : last);
  const auto fitting = std::find_if(details.begin(), details.end(), [&](const std::string& detail) {
    return ui::text_size(detail, grey).x <= width;
  });
  const bool shown = fitting != details.end();
  float y = std::floor(room.low.y + (room.size().y - names - (below && shown ? grey_line : 0)) / 2);
  for (const std::string& text : lines) {
    ui::draw_text(list, {room.low.x, y}, text, strong);
    y += line;
  }
  if (!shown) return;
  const ImVec2 behind(room.low.x + last, y - line + std::floor((line - grey_line) * 0.7f));
  ui::draw_text(list, below ? ImVec2(room.low.x, y) : behind, *fitting, grey);
}

// What switches a sub-layer or a norm off and on: a full dot, or a ring and the word.
void draw_dot(const DiagramScene& scene, const DiagramBlock& block, ImVec2 centre) {
  const auto& style = scene.frame.style;
  const float half = style.px(10);
  ImGui::SetCursorScreenPos({centre.x - half, centre.y - half});
  if (ImGui::InvisibleButton(("dot " + block.switch_address).c_str(), {2 * half, 2 * half}))
    scene.toggle(block.switch_address);
  const bool off = scene.is_off(block.switch_address);
  const std::string key =
      block.switch_address.ends_with(".norm") ? "diagram.tip.norm" : "diagram.tip.sublayer";
  ui::tip(style, scene.frame.tr(off ? key + "_off" : key, {{"address", block.switch_address}}));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 colour = ImGui::IsItemHovered() ? style.colours.ink : style.colours.muted;
  const float radius = style.px(ImGui::IsItemHovered() ? 5.0f : 4.0f);
  if (off) {
    list.AddCircle(centre, radius, colour, 0, style.px(1.5f));
    return;
  }
  list.AddCircleFilled(centre, radius, colour);
}

// ⊕, in a box of its own or at the end of a block.
void draw_sum(const DiagramScene& scene, const std::string& address, const Box& box, bool hovered) {
  const auto& style = scene.frame.style;
  const bool here = scene.here == address;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 centre = box.centre();
  const float radius = std::min({box.size().x / 2, box.size().y / 2, style.px(11)});
  const ui::Colours& colours = style.colours;
  list.AddCircleFilled(centre, radius, here ? colours.ink : hovered ? colours.chip : colours.panel);
  list.AddCircle(centre, radius, here || hovered ? colours.ink : colours.muted, 0, style.px(1.5f));
  const float arm = std::floor(radius * 0.5f);
  const ImU32 colour = here ? colours.panel : colours.ink;
  list.AddLine({centre.x - arm, centre.y}, {centre.x + arm, centre.y}, colour, style.px(1.5f));
  list.AddLine({centre.x, centre.y - arm}, {centre.x, centre.y + arm}, colour, style.px(1.5f));
}

// A sum that stands alone, with its shape beside it.
void draw_sum_block(const DiagramScene& scene, const DiagramBlock& block) {
  const auto& style = scene.frame.style;
  const bool hovered = opens(scene, "block " + block.address, block.address, block.box);
  const bool here = scene.here == block.address;
  draw_sum(scene, block.address, block.box, hovered);
  const ui::TextStyle type = here ? style.small_strong() : style.small();
  const std::string words = block_details(scene, block, here).front();
  const ImVec2 size = ui::text_size(words, type);
  const float y = std::floor(block.box.centre().y - size.y / 2);
  const float x =
      block.outer_left ? block.box.high.x + style.px(10) : block.box.low.x - style.px(10) - size.x;
  ui::draw_text(*ImGui::GetWindowDrawList(), {x, y}, words, type);
}

struct BlockLook {
  bool here = false;
  bool hovered = false;
  bool off = false;
};

void draw_face(const DiagramScene& scene, const Box& box, const BlockLook& look) {
  const auto& style = scene.frame.style;
  const ui::Colours& colours = style.colours;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float round = style.px(8);
  list.AddRectFilled(box.low, box.high,
                     look.here      ? colours.selected
                     : look.hovered ? colours.chip
                                    : colours.panel,
                     round);
  list.AddRect(box.low, box.high,
               look.here      ? colours.ink
               : look.hovered ? colours.muted
                              : colours.hairline,
               round, 0, look.here ? style.px(2) : 1.0f);
}

// Where a block's words stand, before its dot and its pictures take their room: clear of a sum on its edge.
Box inside_of(const DiagramScene& scene, const Box& box) {
  const float pad = scene.frame.style.px(16);
  return {{box.low.x + pad, box.low.y}, {box.high.x - pad, box.high.y}};
}

// At the right end; takes its room from `inside`.
void draw_switch(const DiagramScene& scene, const DiagramBlock& block, bool off, Box& inside) {
  const auto& style = scene.frame.style;
  const float y = block.box.centre().y;
  draw_dot(scene, block, {inside.high.x - style.px(4), y});
  inside.high.x -= style.px(18);
  if (!off) return;
  const float half = ui::text_size(scene.frame.tr("diagram.off"), style.small()).x / 2 + style.px(4);
  draw_off_tag(scene, {inside.high.x - half, y});
  inside.high.x -= 2 * half + style.px(8);
}

// At the right end; takes its room from `inside`, where that leaves the name its own.
void draw_pictures(const DiagramScene& scene, const DiagramBlock& block, const std::string& name,
                   Box& inside) {
  const auto& style = scene.frame.style;
  const float inset = style.px(block.box.size().y > style.px(40) ? 7 : 5);
  const float height = block.box.size().y - 2 * inset;
  if (block.kind == BlockKind::kAttention) {
    const float side = std::min(height, style.px(36));
    const int maps = maps_that_fit(scene, name, inside.size().x, side);
    const ImVec2 corner(inside.high.x, std::floor(block.box.centre().y + side / 2));
    if (maps > 0) inside.high.x -= draw_maps(scene, block, corner, side, maps) + style.px(5);
    return;
  }
  const auto stage = scene.find(block.address);
  const float width = std::floor(block.kind == BlockKind::kFeedForward ? height * 2 : style.px(30));
  const float words = ui::text_size(name, style.strong()).x + style.px(8);
  if (!stage || inside.size().x < words + width) return;
  draw_picture(
      scene, *stage,
      {{inside.high.x - width, block.box.low.y + inset}, {inside.high.x, block.box.low.y + inset + height}});
  inside.high.x -= width + style.px(10);
}

}  // namespace

void draw_diagram_block(const DiagramScene& scene, const DiagramBlock& block) {
  if (!ImGui::IsRectVisible(block.box.low, block.box.high)) return;
  if (block.kind == BlockKind::kAdd) {
    draw_sum_block(scene, block);
    return;
  }
  const auto& style = scene.frame.style;
  const std::string opened = app::in_head(block.address, scene.frame.session.focused_head());
  BlockLook look;
  look.here = block.holds(scene.here);
  look.hovered = opens(scene, "block " + block.address, opened, block.box);
  look.off = scene.is_off(block.switch_address);
  draw_face(scene, block.box, look);
  Box inside = inside_of(scene, block.box);
  const std::string name = block_name(scene, block);
  if (!block.switch_address.empty()) draw_switch(scene, block, look.off, inside);
  draw_pictures(scene, block, name, inside);
  ui::TextStyle strong = style.strong();
  if (look.off) strong.colour = style.colours.muted;
  draw_words(inside, name, block_details(scene, block, look.here), strong,
             look.here ? style.small_ink() : style.small(), style.px(10));
  if (block.sum.empty()) return;
  const bool hovered = opens(scene, "block " + block.sum, block.sum, block.sum_box);
  draw_sum(scene, block.sum, block.sum_box, hovered);
}

}  // namespace views
