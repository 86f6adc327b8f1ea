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

// Beside or below the name, in grey: the shape of what comes out, or the step that is looked at.
std::string block_detail(const DiagramScene& scene, const DiagramBlock& block, bool here) {
  const Frame& frame = scene.frame;
  if (here) return exporter::stage_title(frame.tr, scene.here);
  app::Place place = app::place_of(block.address);
  const bool attends = block.kind == BlockKind::kAttention;
  if (attends) {
    place.head = -1;
    place.step = "output";
  }
  const engine::Stage& stage = frame.trace().stage(scene.find(app::address_of(place)).value_or(0));
  const std::string shape = shape_words(stage.rows, stage.columns);
  if (attends) {
    const auto heads = scene.config.n_heads;
    return frame.tr(heads == 1 ? "diagram.one_head" : "diagram.heads", {{"count", std::to_string(heads)}}) +
           " · " + shape;
  }
  if (block.kind != BlockKind::kFeedForward) return shape;
  const std::string width = std::to_string(stage.columns);
  return shape_words(stage.rows, stage.columns) + " → " + std::to_string(scene.config.d_ff) + " → " + width;
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
  const float step = side + style.px(4);
  for (int head = 0; head < count; ++head) {
    const std::string address = app::in_head(block.address, head);
    const float x = high.x - step * static_cast<float>(count - head) + style.px(4);
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
  const float step = side + style.px(4);
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

// The name over at most two lines, and the detail below it, or behind it where it fits there; or not at all.
void draw_words(const Box& room, const std::string& name, const std::string& detail,
                const ui::TextStyle& strong, const ui::TextStyle& grey, float space) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float width = room.size().x;
  const float height = room.size().y;
  const float line = ui::text_size(name, strong).y;
  const ImVec2 detail_size = ui::text_size(detail, grey);
  std::vector<std::string> lines = {name};
  if (ui::text_size(name, strong).x > width && height >= 2 * line) lines = ui::wrap_text(name, width, strong);
  if (lines.size() > 2) lines = {name};
  for (std::string& text : lines) text = ui::ellipsise(text, width, strong);
  const float last = ui::text_size(lines.back(), strong).x + space;
  const float names = line * static_cast<float>(lines.size());
  const bool below = names + detail_size.y <= height;
  const bool behind = !below && last + detail_size.x <= width;
  float y = std::floor(room.low.y + (height - names - (below ? detail_size.y : 0)) / 2);
  for (const std::string& text : lines) {
    ui::draw_text(list, {room.low.x, y}, text, strong);
    y += line;
  }
  if (below) ui::draw_text(list, {room.low.x, y}, ui::ellipsise(detail, width, grey), grey);
  if (behind)
    ui::draw_text(list, {room.low.x + last, y - line + std::floor((line - detail_size.y) / 2)}, detail, grey);
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
  const std::string words = block_detail(scene, block, here);
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

// Where a block's words stand: what its sum, its dot and its pictures leave.
Box inside_of(const DiagramScene& scene, const DiagramBlock& block) {
  const auto& style = scene.frame.style;
  Box inside = block.box;
  inside.low.x += style.px(12);
  inside.high.x -= style.px(12);
  if (!block.sum.empty() && block.outer_left) inside.low.x = block.sum_box.high.x + style.px(4);
  if (!block.sum.empty() && !block.outer_left) inside.high.x = block.sum_box.low.x - style.px(4);
  return inside;
}

// At the right end; takes its room from `inside`.
void draw_switch(const DiagramScene& scene, const DiagramBlock& block, bool off, Box& inside) {
  const auto& style = scene.frame.style;
  const float y = block.box.centre().y;
  draw_dot(scene, block, {inside.high.x - style.px(5), y});
  inside.high.x -= style.px(20);
  if (!off) return;
  const float half = ui::text_size(scene.frame.tr("diagram.off"), style.small()).x / 2 + style.px(4);
  draw_off_tag(scene, {inside.high.x - half, y});
  inside.high.x -= 2 * half + style.px(8);
}

// At the right end; takes its room from `inside`, where that leaves the name its own.
void draw_pictures(const DiagramScene& scene, const DiagramBlock& block, const std::string& name,
                   Box& inside) {
  const auto& style = scene.frame.style;
  const float height = block.box.size().y - 2 * style.px(7);
  if (block.kind == BlockKind::kAttention) {
    const int maps = maps_that_fit(scene, name, inside.size().x, height);
    const ImVec2 corner(inside.high.x, std::floor(block.box.centre().y + height / 2));
    if (maps > 0) inside.high.x -= draw_maps(scene, block, corner, height, maps) + style.px(4);
    return;
  }
  const auto stage = scene.find(block.address);
  const float width = std::floor(block.kind == BlockKind::kFeedForward ? height * 2 : style.px(30));
  const float words = ui::text_size(name, style.strong()).x + style.px(10);
  if (!stage || inside.size().x < words + width) return;
  draw_picture(scene, *stage,
               {{inside.high.x - width, block.box.low.y + style.px(7)},
                {inside.high.x, block.box.low.y + style.px(7) + height}});
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
  if (!block.sum.empty())
    draw_sum(scene, block.sum, block.sum_box, opens(scene, "block " + block.sum, block.sum, block.sum_box));
  Box inside = inside_of(scene, block);
  const std::string name = block_name(scene, block);
  if (!block.switch_address.empty()) draw_switch(scene, block, look.off, inside);
  draw_pictures(scene, block, name, inside);
  ui::TextStyle strong = style.strong();
  if (look.off) strong.colour = style.colours.muted;
  draw_words(inside, name, block_detail(scene, block, look.here), strong,
             look.here ? style.small_ink() : style.small(), style.px(10));
}

}  // namespace views
