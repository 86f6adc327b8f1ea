// diagram_block.cpp: one block of the diagram: its name, its shape, small real pictures of its stage; a click
// opens it.
#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/model/diagram.h"
#include "engine/core/address.h"

namespace views {
namespace {

constexpr int kMostMaps = 8;
// From this map size up, one head represents all: maps are read and uploaded only for this picture.
constexpr engine::Index kLargeMap = 1 << 20;

// A button over (a part of) a block, which opens the stage at `address`. Returns whether the mouse is on it.
bool opens(const DiagramScene& scene, const std::string& label, const std::string& address, const Box& box) {
  const Frame& frame = scene.frame;
  const auto stage = scene.find(address);
  if (!stage) return false;
  ImGui::SetCursorScreenPos(box.low);
  ImGui::SetNextItemAllowOverlap();
  if (ImGui::InvisibleButton(label.c_str(), box.size())) scene.open(address);
  const engine::Stage& drawn = frame.trace().stage(*stage);
  ui::tip(frame.style, look::stage_title(frame.tr, drawn) + " · " + shape_words(drawn.rows, drawn.columns) +
                           " · " + drawn.address);
  return ImGui::IsItemHovered();
}

// The heads whose weights are drawn side by side.
struct BlockMaps {
  int first = 0;
  int count = 0;
  float side = 0;
  float name = 0;  // the width of a head's name before its map; 0: without
};

std::string head_name(const DiagramScene& scene, int head) {
  return scene.frame.tr("head.name", {{"head", scene.frame.tr.nth(head)}});
}

// The heads starting at `first`, so that the focused one is among them.
BlockMaps choose(const DiagramScene& scene, int count, float side) {
  const auto heads = static_cast<int>(scene.config.n_heads);
  return {std::clamp(scene.frame.session.focused_head() - count / 2, 0, heads - count), count, side};
}

// Next to `words` (pixels), as large as the block allows for four heads; otherwise small ones, as many as
// leave the name two lines. `room`: for both.
BlockMaps maps_that_fit(const DiagramScene& scene, const std::string& name, float words, ImVec2 room,
                        bool large) {
  const auto& style = scene.frame.style;
  const float gap = style.px(3);
  const float space = style.px(14);
  const int heads = large ? 1 : std::min(static_cast<int>(scene.config.n_heads), kMostMaps);
  const int usual = std::min(heads, 4);
  const float least = std::min(room.y, style.px(36));
  const float left = std::max(room.x - words - space, 0.0f);
  const float side = std::floor(std::clamp(left / static_cast<float>(usual) - gap, least, room.y));
  const int beside = static_cast<int>(left / (side + gap));
  if (beside >= usual) {
    BlockMaps maps = choose(scene, std::min(beside, heads), side);
    const float name_width = ui::text_size(head_name(scene, maps.first), style.small()).x + style.px(14);
    if (heads > 1 && left >= static_cast<float>(maps.count) * (side + gap + name_width))
      maps.name = name_width;
    return maps;
  }
  for (int count = usual; count > 0; --count) {
    const float width = room.x - (least + gap) * static_cast<float>(count) - style.px(8);
    if (width > 0 && ui::wrap_text(name, width, style.strong()).size() <= 2)
      return choose(scene, count, least);
  }
  return {};
}

// The map of a head that a block shows: where one is at another step from scores to weights, that.
std::string map_address(const DiagramScene& scene, const DiagramBlock& block, int head) {
  engine::StageAddress place = engine::parse_address(engine::in_head(block.address, head));
  if (const auto step = map_step(scene, block)) place.step = *step;
  return engine::address_of(place);
}

// Before its map, ending at `right`.
void draw_head_name(const DiagramScene& scene, const DiagramBlock& block, int head, float right) {
  const auto& style = scene.frame.style;
  const bool here = engine::head_of(scene.here) == head && block.holds(scene.here);
  const ui::TextStyle type = here ? style.small_strong() : style.small();
  const float y = std::floor(block.box.centre().y - ui::text_size("A", type).y / 2);
  ui::draw_text_right(*ImGui::GetWindowDrawList(), {right, y}, head_name(scene, head), type);
}

// The maps, right-aligned at `right`; each links to its head. Returns their width.
float draw_maps(const DiagramScene& scene, const DiagramBlock& block, float right, const BlockMaps& maps) {
  const auto& style = scene.frame.style;
  const float step = maps.side + style.px(3) + maps.name;
  const float top = std::floor(block.box.centre().y - maps.side / 2);
  const float left = right + style.px(3) - step * static_cast<float>(maps.count);
  for (int i = 0; i < maps.count; ++i) {
    const int head = maps.first + i;
    const std::string address = map_address(scene, block, head);
    const float x = left + step * static_cast<float>(i) + maps.name;
    if (maps.name > 0) draw_head_name(scene, block, head, x - style.px(6));
    const Box box{{x, top}, {x + maps.side, top + maps.side}};
    const bool hovered = opens(scene, "map " + address, address, box);
    if (const auto stage = scene.find(address)) draw_block_picture(scene, *stage, box);
    const bool here = engine::head_of(scene.here) == head && block.holds(scene.here);
    if (!here && !hovered) continue;
    ImGui::GetWindowDrawList()->AddRect({box.low.x - 1, box.low.y - 1}, {box.high.x + 1, box.high.y + 1},
                                        here ? style.colours.ink : style.colours.muted, 0, 0, style.px(1.5f));
  }
  return right - left;
}

// The switch of a sub-layer or a norm: a full dot, or a ring and the word.
void draw_dot(const DiagramScene& scene, const DiagramBlock& block, ImVec2 centre) {
  const auto& style = scene.frame.style;
  const float half = style.px(10);
  ImGui::SetCursorScreenPos({centre.x - half, centre.y - half});
  if (ImGui::InvisibleButton(("dot " + block.switch_address).c_str(), {2 * half, 2 * half}))
    scene.toggle(block.switch_address);
  const bool off = scene.is_off(block.switch_address);
  const std::string key =
      engine::ends_in(block.switch_address, "norm") ? "diagram.tip.norm" : "diagram.tip.sublayer";
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

// In its own box or inside a block.
void draw_sum(const DiagramScene& scene, const std::string& address, const Box& box, bool hovered) {
  const float radius = std::min({box.size().x / 2, box.size().y / 2, scene.frame.style.px(11)});
  draw_sum_sign(scene.frame.style, box.centre(), radius, {scene.here == address, hovered});
}

// A separate sum, and next to it what it would predict, or its shape.
void draw_sum_block(const DiagramScene& scene, const DiagramBlock& block) {
  const auto& style = scene.frame.style;
  const bool hovered = opens(scene, "block " + block.address, block.address, block.box);
  const bool here = scene.here == block.address;
  draw_sum(scene, block.address, block.box, hovered);
  const float gap = style.px(10);
  const Box beside = block.outer_left
                         ? Box{{block.box.high.x + gap, block.box.low.y}, {block.across.y, block.box.high.y}}
                         : Box{{block.across.x, block.box.low.y}, {block.box.low.x - gap, block.box.high.y}};
  if (draw_lens(scene, block, beside)) return;
  const ui::TextStyle type = here ? style.small_strong() : style.small();
  const std::string words = diagram_details(scene, block).front();
  const ImVec2 size = ui::text_size(words, type);
  const float x = block.outer_left ? beside.low.x : beside.high.x - size.x;
  ui::draw_text(*ImGui::GetWindowDrawList(), {x, std::floor(block.box.centre().y - size.y / 2)}, words, type);
}

// The space for a block's text, before its dot and its pictures take theirs: clear of its sum.
Box inside_of(const DiagramScene& scene, const DiagramBlock& block) {
  const auto& style = scene.frame.style;
  const Box& box = block.box;
  Box inside{{box.low.x + style.px(16), box.low.y}, {box.high.x - style.px(16), box.high.y}};
  if (block.sum.empty()) return inside;
  if (block.outer_left) {
    inside.low.x = block.sum_box.high.x + style.px(8);
  } else {
    inside.high.x = block.sum_box.low.x - style.px(8);
  }
  return inside;
}

// With the space beside them, pixels at 100 %.
constexpr float kDot = 18;
constexpr float kOpener = 24;

// Whether a block without a dot or a button keeps their places, so that the pictures of a column end below
// each other.
bool keeps_places(const DiagramScene& scene, const DiagramBlock& block) {
  return scene.config.has_layers() && block.kind != BlockKind::kPositions;
}

// On the right; takes its space from `inside`.
void draw_switch(const DiagramScene& scene, const DiagramBlock& block, bool off, Box& inside) {
  const auto& style = scene.frame.style;
  const float y = block.box.centre().y;
  draw_dot(scene, block, {inside.high.x - style.px(4), y});
  inside.high.x -= style.px(kDot);
  if (!off) return;
  const float half = ui::text_size(scene.frame.tr("diagram.off"), style.small()).x / 2 + style.px(4);
  draw_off_tag(scene, {inside.high.x - half, y});
  inside.high.x -= 2 * half + style.px(8);
}

// The button that opens an attention into its steps; takes its space from `inside`.
void draw_opener(const DiagramScene& scene, const DiagramBlock& block, Box& inside) {
  const auto& style = scene.frame.style;
  const std::string sublayer = engine::sublayer_of(block.address);
  const float half = style.px(10);
  const ImVec2 centre(inside.high.x - half + style.px(4), block.box.centre().y);
  inside.high.x -= style.px(kOpener);
  ImGui::SetCursorScreenPos({centre.x - half, centre.y - half});
  if (ImGui::InvisibleButton(("open " + sublayer).c_str(), {2 * half, 2 * half}))
    scene.frame.requests.arrange([sublayer](app::Desk& desk) { desk.opened_attention = sublayer; });
  ui::tip(style, scene.frame.tr("diagram.tip.open"));
  draw_opener_sign(style, centre, ImGui::IsItemHovered());
}

// Above and below a picture in a block of this height; both in pixels at 100 %.
float picture_inset(float height) {
  return height > 40 ? 7 : height > 28 ? 5 : 3;
}

constexpr float kRowHeight = 16;  // pixels at 100 %

// Pictures are equally wide: as that of the highest block that is no map, or a part of a wide block.
float widest_picture(const DiagramScene& scene) {
  constexpr float kUsual = 2.6f;  // of its height
  constexpr float kWidest = 4.5f;
  constexpr float kShare = 0.36f;  // of the block
  const auto& style = scene.frame.style;
  ImVec2 size;  // of the block with the highest picture
  for (const DiagramBlock& block : scene.diagram->blocks) {
    const float own = block.box.size().y;
    const float height = own - 2 * style.px(picture_inset(own / style.scale));
    if (block.kind == BlockKind::kFeedForward && height > size.y) size = {block.box.size().x, height};
  }
  return std::max(std::clamp(kShare * size.x, kUsual * size.y, kWidest * size.y), style.px(96));
}

// On the right; takes its space from `inside`, if that leaves enough for the name.
// Where not every head has a picture, the text says how many have.
void draw_pictures(const DiagramScene& scene, const DiagramBlock& block, DiagramText& text, Box& inside) {
  const auto stage = scene.find(block.address);
  if (!stage || adds_nothing(scene, block)) return;
  const auto& style = scene.frame.style;
  const float inset = style.px(picture_inset(block.box.size().y / style.scale));
  const float height = block.box.size().y - 2 * inset;
  const float name = ui::text_size(text.name, style.strong()).x;
  if (block.kind == BlockKind::kAttention) {
    const engine::Stage& drawn = scene.frame.trace().stage(*stage);
    const float words = std::max(name, ui::text_size(text.details.front(), style.small()).x);
    const BlockMaps maps = maps_that_fit(scene, text.name, words, {inside.size().x, height},
                                         drawn.rows * drawn.columns > kLargeMap);
    const auto heads = scene.config.n_heads;
    if (maps.count > 0 && maps.count < heads)
      text.details.front() = scene.frame.tr(
          "diagram.some_heads", {{"shown", std::to_string(maps.count)}, {"count", std::to_string(heads)}});
    if (maps.count > 0) inside.high.x -= draw_maps(scene, block, inside.high.x, maps) + style.px(8);
    return;
  }
  const bool is_wide = block.kind == BlockKind::kFeedForward;
  const float most = widest_picture(scene);
  // What is behind the name keeps its place.
  const auto row = explained_row(scene, *stage);
  const float pointer = row ? style.px(10) : 0;
  const float shape =
      is_wide ? 0 : ui::text_size(text.details.front(), style.small()).x + style.px(10) + pointer;
  const float room = inside.size().x - name - style.px(12);
  const float width = std::floor(std::min(std::max(room - shape, std::min(room, style.px(30))), most));
  if (width < style.px(26)) return;
  // One row is as high as in a block of one line.
  const float high = row ? std::min(height, style.px(kRowHeight)) : height;
  const float top = std::floor(block.box.centre().y - high / 2);
  const Box picture{{inside.high.x - width, top}, {inside.high.x, top + high}};
  if (row) {
    draw_block_row(scene, *stage, *row, picture, room - shape - width);
  } else {
    draw_block_picture(scene, *stage, picture);
  }
  inside.high.x -= width + style.px(10);
}

}  // namespace

void draw_sum_sign(const ui::Style& style, ImVec2 centre, float radius, const BlockLook& look) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ui::Colours& colours = style.colours;
  list.AddCircleFilled(centre, radius, look.here ? colours.ink : look.hovered ? colours.chip : colours.panel);
  list.AddCircle(centre, radius, look.here || look.hovered ? colours.ink : colours.muted, 0, style.px(1.5f));
  const float arm = std::floor(radius * 0.5f);
  const ImU32 colour = look.here ? colours.panel : colours.ink;
  list.AddLine({centre.x - arm, centre.y}, {centre.x + arm, centre.y}, colour, style.px(1.5f));
  list.AddLine({centre.x, centre.y - arm}, {centre.x, centre.y + arm}, colour, style.px(1.5f));
}

void draw_opener_sign(const ui::Style& style, ImVec2 centre, bool hovered) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 colour = hovered ? style.colours.ink : style.colours.muted;
  const float side = style.px(8);
  list.AddRectFilled({centre.x - side, centre.y - side}, {centre.x + side, centre.y + side},
                     hovered ? style.colours.chip : style.colours.panel, style.px(5));
  list.AddRect({centre.x - side, centre.y - side}, {centre.x + side, centre.y + side}, colour, style.px(5));
  // An arrowhead to the right: a plus is a sum's.
  const ImVec2 arm(style.px(2), style.px(4));
  const ImVec2 tip(centre.x + arm.x, centre.y);
  list.AddLine({centre.x - arm.x, centre.y - arm.y}, tip, colour, style.px(1.5f));
  list.AddLine({centre.x - arm.x, centre.y + arm.y}, tip, colour, style.px(1.5f));
}

void draw_block_face(const DiagramScene& scene, const Box& box, const BlockLook& look) {
  const auto& style = scene.frame.style;
  const ui::Colours& colours = style.colours;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float round = std::min(style.px(8), std::floor(box.size().y / 4));
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

void draw_diagram_block(const DiagramScene& scene, const DiagramBlock& block) {
  if (!ImGui::IsRectVisible(block.box.low, block.box.high)) return;
  if (block.kind == BlockKind::kAdd) {
    draw_sum_block(scene, block);
    return;
  }
  const auto& style = scene.frame.style;
  const std::string opened = engine::in_head(block.address, scene.frame.session.focused_head());
  BlockLook look;
  look.here = block.holds(scene.here);
  look.hovered = opens(scene, "block " + block.address, opened, block.box);
  look.off = scene.is_off(block.switch_address);
  draw_block_face(scene, block.box, look);
  Box inside = inside_of(scene, block);
  DiagramText text{diagram_name(scene, block), diagram_details(scene, block)};
  if (!block.switch_address.empty()) {
    draw_switch(scene, block, look.off, inside);
  } else if (keeps_places(scene, block)) {
    inside.high.x -= style.px(kDot);
  }
  if (block.kind == BlockKind::kAttention) {
    draw_opener(scene, block, inside);
  } else if (keeps_places(scene, block)) {
    inside.high.x -= style.px(kOpener);
  }
  draw_pictures(scene, block, text, inside);
  ui::TextStyle strong = style.strong();
  if (look.off) strong.colour = style.colours.muted;
  // That its maps are no weights is not to be missed.
  const auto step = map_step(scene, block);
  const bool is_other_map = step && *step != "weights";
  draw_diagram_words(style, inside, text, strong,
                     is_other_map ? style.small_strong()
                     : look.here  ? style.small_ink()
                                  : style.small());
  if (block.sum.empty()) return;
  const bool hovered = opens(scene, "block " + block.sum, block.sum, block.sum_box);
  draw_sum(scene, block.sum, block.sum_box, hovered);
}

}  // namespace views
