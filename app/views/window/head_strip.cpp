// head_strip.cpp: the same stage in every head, and after a hairline in every layer, or in every head of a
// small model; all on one colour scale, each with its measured head pattern, or with the range of its values.
#include "app/views/window/head_strip.h"

#include <algorithm>
#include <cmath>

#include "app/ui/widgets.h"
#include "app/views/core/outline.h"
#include "app/views/core/scroll_into_view.h"
#include "app/views/core/view.h"
#include "app/views/heads/head_patterns.h"
#include "app/views/heads/head_switch.h"
#include "engine/core/address.h"
#include "engine/core/formula.h"

namespace views {
namespace {

void picture(const Frame& frame, int stage, ImVec2 at, float side) {
  const engine::Stage& drawn = frame.trace().stage(stage);
  ui::MatrixFrame matrix;
  matrix.stage = stage;
  matrix.rows = static_cast<double>(drawn.rows);
  matrix.columns = static_cast<double>(drawn.columns);
  matrix.corner = at;
  matrix.size = {side, side};
  const look::ColourScale& scale = frame.facts.scale_of_layers(stage);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  frame.heatmaps.draw(list, frame.trace_pointer(), matrix, scale, frame.style, frame.derived_name);
  list.AddRect(at, {at.x + side, at.y + side}, frame.style.colours.hairline);
}

// "from −3 to 5".
std::string range_caption(const Frame& frame, int stage) {
  const engine::Summary* const summary = frame.facts.summary(stage);
  if (summary == nullptr) return frame.tr("map.measuring");
  if (summary->finite == 0) return "";
  const std::string low = engine::number_markup(static_cast<double>(summary->smallest));
  const std::string high = engine::number_markup(static_cast<double>(summary->largest));
  if (summary->smallest == summary->largest)
    return frame.tr(summary->hidden > 0 ? "strip.constant_visible" : "strip.constant", {{"value", high}});
  return frame.tr("strip.range", {{"low", low}, {"high", high}});
}

// "−3 … 5": for a narrow place.
std::string narrow_range(const Frame& frame, int stage) {
  const engine::Summary* const summary = frame.facts.summary(stage);
  if (summary == nullptr || summary->finite == 0) return "";
  const std::string low = engine::short_number(static_cast<double>(summary->smallest));
  const std::string high = engine::short_number(static_cast<double>(summary->largest));
  return summary->smallest == summary->largest ? low : low + " … " + high;
}

// The captions of a picture, from the longest: its head's pattern; beside anything but weights with the
// remark that this is after softmax, or without room for that the range of its values.
std::vector<std::string> captions(const Frame& frame, int stage) {
  const std::string& address = frame.trace().stage(stage).address;
  if (!engine::head_of(address) || engine::is_gradient(address)) return {range_caption(frame, stage)};
  const std::string habit = head_pattern_sentence(frame, stage);
  const std::string brief = brief_head_pattern(frame, stage);
  if (frame.trace().stage(stage).kind == engine::StageKind::kWeights || !frame.facts.is_measured(stage))
    return {habit, brief};
  const auto after_softmax = [&](const std::string& words) {
    return frame.tr("habit.after_softmax", {{"habit", words}});
  };
  return {after_softmax(habit), after_softmax(brief), range_caption(frame, stage),
          narrow_range(frame, stage)};
}

// The longest caption that fits; the last visible line ends in an ellipsis if more would follow.
void draw_caption(const Frame& frame, int stage, ImVec2 at, float width, float bottom) {
  const ui::TextStyle type = frame.style.small();
  const float line = type.size * 1.35f;
  const auto room = static_cast<size_t>(std::max(1.0f, (bottom - at.y) / line));
  std::vector<std::string> lines;
  for (const std::string& caption : captions(frame, stage)) {
    lines = ui::wrap_text(caption, width, type);
    if (lines.size() <= room) break;
  }
  const bool cut = lines.size() > room;
  if (cut) lines.resize(room);
  for (size_t i = 0; i < lines.size(); ++i) {
    const bool ends_cut = cut && i + 1 == lines.size();
    const std::string text = ends_cut ? ui::ellipsise(lines[i] + " …", width, type) : lines[i];
    ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + line * static_cast<float>(i)}, text, type);
  }
}

// One picture of the head strip: a head of the layer one is in, or of another, or a layer.
enum class TileOf { kHead, kHeadElsewhere, kLayer };
struct Tile {
  int stage = -1;
  TileOf of = TileOf::kHead;
  int number = 0;  // index of the head or layer, from 0
  bool here = false;
  std::string id;
  bool is_apart = false;     // after a hairline
  bool names_layer = false;  // where its name has room for that
};

// Whether the window names the layer of the stage: its pictures do.
bool is_on_the_stage(const Frame& frame) {
  const View& view = shown_view(frame);
  return view.chosen == ChosenWhere::kAsPicture || view.name == "stage";
}

// "Layer 2", "Head 3"; for an attention elsewhere, or beside another page, with its layer: "D2 · Head 3".
std::string tile_name(const Frame& frame, const Tile& tile) {
  const std::string number = frame.tr.nth(tile.number);
  if (tile.of == TileOf::kLayer) return frame.tr("path.layer", {{"layer", number}});
  const engine::StageAddress place = engine::parse_address(frame.trace().stage(tile.stage).address);
  const bool elsewhere =
      frame.facts.has_layers() && place.layer >= 0 &&
      (tile.of == TileOf::kHeadElsewhere || !engine::head_of(frame.here()) || !is_on_the_stage(frame));
  return (elsewhere ? short_layer_name(frame, place) + " · " : "") +
         frame.tr("head.name", {{"head", number}});
}

// "Layer 2, head 1" where that fits into `width`: it is one head's picture.
std::string whole_tile_name(const Frame& frame, const Tile& tile, float width) {
  const std::string& address = frame.trace().stage(tile.stage).address;
  const auto head = engine::head_of(address);
  if (!tile.names_layer || !head) return tile_name(frame, tile);
  const std::string layer =
      frame.tr("path.layer", {{"layer", frame.tr.nth(engine::parse_address(address).layer)}});
  std::string name = frame.tr("strip.layer_head", {{"layer", layer}, {"head", frame.tr.nth(*head)}});
  std::string widest = name;  // whichever way it is counted
  std::ranges::replace_if(
      widest, [](char letter) { return letter >= '0' && letter <= '9'; }, '0');
  return ui::text_size(widest, frame.style.strong()).x <= width ? name : tile_name(frame, tile);
}

// Flat: the name next to the picture; compact: above it, both without a caption.
enum class TileForm { kWhole, kCompact, kFlat };

void draw_tile(const Frame& frame, const Tile& tile, ImVec2 size, TileForm form) {
  const auto& style = frame.style;
  const std::string& address = frame.trace().stage(tile.stage).address;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::SetNextItemAllowOverlap();
  if (ImGui::InvisibleButton(tile.id.c_str(), size)) {
    frame.requests.edit("walk", [address](app::State& state) { app::focus_on(state, address); });
  }
  const bool hovered = ImGui::IsItemHovered();
  ui::tip(style, frame.tr(tile.of == TileOf::kLayer ? "strip.layer.tip" : "strip.head.tip"));
  if (tile.here && form != TileForm::kCompact) keep_in_sight("here", address);
  if (!ImGui::IsRectVisible(at, {at.x + size.x, at.y + size.y})) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end(at.x + size.x, at.y + size.y);
  list.AddRectFilled(at, end, hovered && !tile.here ? style.colours.chip : style.colours.panel, style.px(10));
  list.AddRect({at.x + 1, at.y + 1}, {end.x - 1, end.y - 1},
               tile.here ? style.colours.ink : style.colours.hairline, style.px(10), 0,
               tile.here ? style.px(2) : 1.0f);
  std::string name = tile_name(frame, tile);
  const ui::TextStyle type = tile.here ? style.small_strong() : style.small_ink();
  if (form == TileForm::kFlat) {
    const float side = size.y - style.px(14);
    picture(frame, tile.stage, {at.x + style.px(7), at.y + style.px(7)}, side);
    const ImVec2 text(at.x + style.px(16) + side, at.y + (size.y - ui::text_size(name, type).y) / 2);
    ui::draw_text(list, text, ui::ellipsise(name, end.x - text.x - style.px(4), type), type);
    return;
  }
  if (form == TileForm::kCompact) {
    ui::draw_text(list, {at.x + style.px(10), at.y + style.px(6)}, name, type);
    picture(frame, tile.stage, {at.x + style.px(10), at.y + style.px(26)}, size.y - style.px(36));
    return;
  }
  const float side = size.y - style.px(24);
  picture(frame, tile.stage, {at.x + style.px(12), at.y + style.px(12)}, side);
  const float text_x = at.x + style.px(24) + side;
  const float text_width = end.x - text_x - style.px(10);
  // The head's switch is next to its name, or below its caption if it does not fit.
  const bool has_switch = tile.of == TileOf::kHead;
  const float switch_width = has_switch ? head_switch_width(frame) + style.px(6) : 0;
  name = whole_tile_name(frame, tile, text_width - switch_width);
  const bool beside = ui::text_size(name, style.strong()).x + switch_width <= text_width;
  if (!beside) name = whole_tile_name(frame, tile, text_width);
  const float name_width = beside ? text_width - switch_width : text_width;
  ui::draw_text(list, {text_x, at.y + style.px(10)}, ui::ellipsise(name, name_width, style.strong()),
                style.strong());
  const float foot = !has_switch || beside ? 0 : style.px(26);
  draw_caption(frame, tile.stage, {text_x, at.y + style.px(32)}, text_width, end.y - style.px(6) - foot);
  if (has_switch)
    draw_head_switch(frame, address,
                     {end.x - style.px(10), beside ? at.y + style.px(9) : end.y - style.px(30)});
}

// The heads of the stage, or of the attention nearest to a stage outside any layer.
std::vector<Tile> head_tiles(const Frame& frame) {
  const std::string& focus = frame.here();
  const bool in_head = engine::head_of(focus).has_value();
  std::vector<Tile> tiles;
  if (frame.facts.has_layers() && !in_head && engine::parse_address(focus).layer >= 0) return tiles;
  const auto near = frame.trace().find(frame.facts.attention_near(focus));
  if (!near || !engine::head_of(frame.trace().stage(*near).address)) return tiles;
  for (const int stage : app::across_heads(frame.trace(), *near)) {
    const auto head = static_cast<int>(tiles.size());
    const bool here = in_head && head == frame.session.focused_head();
    tiles.push_back({stage, TileOf::kHead, head, here, "head " + frame.tr.nth(head)});
  }
  return tiles;
}

std::vector<Tile> layer_tiles(const Frame& frame, bool alone) {
  std::vector<Tile> tiles;
  const int here = engine::parse_address(frame.here()).layer;
  if (!frame.facts.has_layers() || here < 0) return tiles;
  for (const int stage : app::across_layers(frame.trace(), frame.session.focused_stage())) {
    const auto layer = static_cast<int>(tiles.size());
    tiles.push_back(
        {stage, TileOf::kLayer, layer, layer == here, "layer " + frame.tr.nth(layer), layer == 0 && !alone});
  }
  // A single layer needs no picture next to its heads.
  if (tiles.size() == 1 && !alone) tiles.clear();
  return tiles;
}

// Every head of every layer where these are few, layer by layer: no picture is there twice. Empty for others.
std::vector<Tile> tiles_of_whole_model(const Frame& frame) {
  constexpr size_t kFewHeads = 6;
  const std::string& focus = frame.here();
  const int here = engine::parse_address(focus).layer;
  std::vector<Tile> tiles;
  if (!frame.facts.has_layers() || here < 0 || !engine::head_of(focus)) return tiles;
  const std::vector<int> stages = app::across_all(frame.trace(), frame.session.focused_stage());
  if (stages.size() > kFewHeads) return tiles;
  for (const int stage : stages) {
    const std::string& address = frame.trace().stage(stage).address;
    const int layer = engine::parse_address(address).layer;
    const int head = engine::head_of(address).value_or(0);
    const bool is_elsewhere = layer != here;
    const std::string in_layer = "head " + frame.tr.nth(head);
    tiles.push_back({stage, is_elsewhere ? TileOf::kHeadElsewhere : TileOf::kHead, head,
                     stage == frame.session.focused_stage(),
                     is_elsewhere ? "layer " + frame.tr.nth(layer) + " " + in_layer : in_layer});
    tiles.back().is_apart = layer > 0 && head == 0;
    tiles.back().names_layer = true;
  }
  return tiles;
}

// Sizes in pixels: heads share the space that the layers leave; if that is too little, the head strip
// scrolls.
struct StripPlan {
  bool compact = false;  // layers beside heads have no caption
  bool flat = false;     // too low for text in two lines
  bool scrolls = false;
  float gap = 0, width = 0, compact_width = 0, height = 0;
};

// The width of a tile, `least` or more, with which the strip's edge cuts none: as many whole ones as fit
// share the room.
float whole_tiles(const StripPlan& plan, float room, float least, size_t wide, size_t all) {
  float used = -plan.gap;
  size_t shown = 0;
  for (; shown < all; ++shown) {
    const float next = (shown < wide ? least : plan.compact_width) + plan.gap;
    if (shown > 0 && used + next + (shown == wide ? plan.gap : 0) > room) break;
    used += next + (shown == wide ? plan.gap : 0);
  }
  return least + std::max(room - used, 0.0f) / static_cast<float>(std::max<size_t>(std::min(shown, wide), 1));
}

// `heads`: how many of all the tiles keep their captions where the others give theirs up.
StripPlan plan_strip(const Frame& frame, const std::vector<Tile>& tiles, size_t heads) {
  const auto& style = frame.style;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const size_t all = tiles.size();
  const auto hairlines = static_cast<float>(std::ranges::count(tiles, true, &Tile::is_apart));
  StripPlan plan;
  const bool divided = heads > 0 && heads < all;
  plan.gap = style.px(12);
  plan.height = room.y;
  // By the whole height: the presence of a scroll bar must not affect whether one is needed.
  const float whole = ImGui::GetWindowHeight();
  const float usual = (room.x - plan.gap * static_cast<float>(all - 1)) / static_cast<float>(all);
  const bool flat = whole < style.px(60) || (whole < style.px(110) && usual < whole + style.px(112));
  plan.flat = flat;
  const bool all_have_captions = divided && !flat && usual - plan.gap >= whole + style.px(112);
  plan.compact = divided && !all_have_captions;
  plan.compact_width = flat ? whole + style.px(64) : std::max(room.y - style.px(16), style.px(76));
  const auto layers = static_cast<float>(plan.compact ? all - heads : 0);
  const auto others = static_cast<float>(plan.compact ? heads : all);
  const float taken = plan.compact ? layers * (plan.compact_width + plan.gap) + plan.gap : 0;
  const float least = whole + style.px(flat ? 50 : plan.compact ? 70 : 112);
  const float divide = plan.compact ? 0 : plan.gap * hairlines;
  const float even = (room.x - taken - divide - plan.gap * (others - 1)) / others;
  plan.scrolls = even < least;
  plan.width = std::floor(plan.scrolls ? whole_tiles(plan, room.x, least, heads > 0 ? heads : all, all)
                                       : std::min(even, style.px(360)));
  if (plan.scrolls) plan.height -= ImGui::GetStyle().ScrollbarSize;
  return plan;
}

}  // namespace

void draw_head_strip(const Frame& frame) {
  if (!frame.session.trace()) return;
  const auto& style = frame.style;
  std::vector<Tile> tiles = tiles_of_whole_model(frame);
  size_t heads = tiles.size();
  StripPlan plan;
  if (!tiles.empty()) plan = plan_strip(frame, tiles, heads);
  if (tiles.empty() || plan.flat || plan.scrolls) {
    tiles = head_tiles(frame);
    heads = tiles.size();
    for (const Tile& tile : layer_tiles(frame, tiles.empty())) tiles.push_back(tile);
    if (tiles.empty()) return;
    plan = plan_strip(frame, tiles, heads);
  }
  for (size_t i = 0; i < tiles.size(); ++i) {
    const bool compact = plan.compact && i >= heads;
    if (i > 0) ImGui::SameLine(0, tiles[i].is_apart ? 2 * plan.gap : plan.gap);
    if (tiles[i].is_apart) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      ImGui::GetWindowDrawList()->AddLine({at.x - plan.gap, at.y + style.px(8)},
                                          {at.x - plan.gap, at.y + plan.height - style.px(8)},
                                          style.colours.hairline);
    }
    const TileForm form = plan.flat ? TileForm::kFlat : compact ? TileForm::kCompact : TileForm::kWhole;
    // A group, so that the next tile is placed next to this one and not next to its switch.
    ImGui::BeginGroup();
    draw_tile(frame, tiles[i], {compact ? plan.compact_width : plan.width, plan.height}, form);
    ImGui::EndGroup();
  }
}

}  // namespace views
