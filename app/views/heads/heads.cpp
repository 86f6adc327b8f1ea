// heads.cpp: every head's picture of the same stage, large and side by side, on one colour scale.
#include "app/views/heads/heads.h"

#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/core/merged_frame.h"
#include "app/views/core/outline.h"
#include "app/views/core/page_heading.h"
#include "app/views/heads/head_patterns.h"
#include "app/views/heads/heads_parts.h"
#include "app/views/stage/matrix_view.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

constexpr float kBesideCaption = 12;  // pixels at 100 % to the next caption

// How every head's picture is placed: labels are shared, left of each line of pictures and above the first.
struct HeadsPlan {
  int columns = 1;
  ImVec2 map;         // size of one picture
  ImVec2 each;        // from one picture to the next
  float labels = 0;   // width left of a line
  float above = 0;    // height of the labels above the first line
  float caption = 0;  // height of a picture's name and of what it does
  size_t lines = 1;   // of what it does; 0: beside its name
  float size() const { return map.x * map.y; }
  // Of the last picture of a full line.
  float right_edge() const { return labels + each.x * static_cast<float>(columns - 1) + map.x; }
};

float caption_line(const Frame& frame) {
  return std::round(frame.style.small().size * 1.35f);
}

constexpr float kBetweenMaps = 16;                                 // pixels at 100 %
constexpr CellShapes kShapes = {.widest = 2.1f, .tallest = 1.6f};  // few maps fill their page

// `beyond`: what the last slanted label needs behind its map.
HeadsPlan plan_columns(const Frame& frame, const engine::Stage& stage, int count, int columns, ImVec2 room,
                       bool flat, float beyond) {
  const auto& style = frame.style;
  HeadsPlan plan;
  plan.columns = columns;
  plan.labels = row_label_width(frame, stage.rows_are(), stage.rows);
  plan.above =
      flat ? flat_label_height(frame) : column_label_height(frame, stage.columns_are(), stage.columns);
  // Of anything but weights a line says what is drawn, and one what the weights do.
  const bool is_low = is_low_page(frame);
  plan.lines = is_low ? 0 : stage.kind == engine::StageKind::kWeights ? 1 : 2;
  plan.caption = style.px(is_low ? 26 : 44) + (plan.lines > 1 ? caption_line(frame) : 0);
  const auto across = static_cast<float>(columns);
  const int full = (count + columns - 1) / columns;
  const auto lines = static_cast<float>(full);
  const float between = style.px(kBetweenMaps);
  plan.each = {(room.x - plan.labels - beyond + between) / across, (room.y - plan.above) / lines};
  plan.map = {std::max(plan.each.x - between, 8.0f),
              std::max(plan.each.y - plan.caption - style.px(10), 8.0f)};
  if (!is_map(stage)) return plan;
  plan.map = map_size(plan.map, static_cast<float>(stage.rows), static_cast<float>(stage.columns), kShapes);
  // What the pictures leave stays together at the end, but captions have room.
  plan.each.x = std::min(plan.each.x, std::max(plan.map.x + style.px(28), style.px(180)));
  plan.each.y = std::min(plan.each.y, plan.map.y + plan.caption + style.px(18));
  return plan;
}

// What a head mostly does; its habit is one of its weights, which other stages say.
std::string habit_of(const Frame& frame, int stage) {
  std::string habit = head_pattern_sentence(frame, stage);
  const bool is_weights = frame.trace().stage(stage).kind == engine::StageKind::kWeights;
  if (habit.empty() || is_weights) return habit;
  return frame.tr("habit.after_softmax", {{"habit", habit}});
}

// What a picture of anything but weights shows: "from −30 to 128".
std::string range_of(const Frame& frame, int stage) {
  if (frame.trace().stage(stage).kind == engine::StageKind::kWeights) return "";
  const engine::Summary* const summary = frame.facts.summary(stage);
  if (summary == nullptr || summary->finite == 0) return "";
  const std::string low = engine::short_number(static_cast<double>(summary->smallest));
  const std::string high = engine::short_number(static_cast<double>(summary->largest));
  if (low != high) return frame.tr("strip.range", {{"low", low}, {"high", high}});
  return summary->hidden > 0 ? "" : frame.tr("strip.constant", {{"value", low}});
}

// The words of a head's caption, in lines as wide as there is from one picture to the next.
std::vector<std::string> caption_lines(const Frame& frame, int stage, const HeadsPlan& plan) {
  const float width = plan.each.x - frame.style.px(kBesideCaption);
  std::vector<std::string> lines;
  for (const std::string& words : {range_of(frame, stage), habit_of(frame, stage)}) {
    if (words.empty()) continue;
    for (std::string& line : ui::wrap_text(words, width, frame.style.small()))
      lines.push_back(std::move(line));
  }
  return lines;
}

// Captions go on in lines of their own as far as the pictures leave height.
void lengthen_captions(const Frame& frame, const engine::Stage& shape, const std::vector<int>& stages,
                       float height, HeadsPlan& plan) {
  if (plan.lines == 0) return;
  size_t wanted = 1;
  for (const int stage : stages) wanted = std::max(wanted, caption_lines(frame, stage, plan).size());
  const size_t full =
      (stages.size() + static_cast<size_t>(plan.columns) - 1) / static_cast<size_t>(plan.columns);
  const auto rows = static_cast<float>(full);
  const float line = caption_line(frame);
  const auto cells = static_cast<float>(shape.rows);
  const float square = plan.map.x / static_cast<float>(shape.columns) * cells;
  while (plan.lines < wanted) {
    const bool has_room = plan.above + rows * (plan.each.y + line) <= height;
    // High cells give way.
    if (!has_room && plan.map.y - line < square) return;
    if (has_room) plan.each.y += line;
    if (!has_room) plan.map.y = std::floor((plan.map.y - line) / cells) * cells;
    ++plan.lines;
    plan.caption += line;
  }
}

HeadsPlan plan_heads(const Frame& frame, const engine::Stage& stage, int count, ImVec2 room) {
  HeadsPlan best;
  for (int columns = 1; columns <= count; ++columns) {
    const float outline = frame.style.px(4);
    const HeadsPlan flat = plan_columns(frame, stage, count, columns, room, true, outline);
    const float cell = std::floor(flat.map.x) / static_cast<float>(stage.columns);
    const bool lies_flat = labels_lie_flat(frame, stage.columns_are(), stage.columns, cell);
    const float beyond = column_label_overhang(frame, stage.columns_are(), stage.columns, cell);
    const HeadsPlan plan =
        lies_flat ? flat : plan_columns(frame, stage, count, columns, room, false, std::max(outline, beyond));
    if (plan.size() > best.size()) best = plan;
  }
  return best;
}

// As large as the room allows, but not so small that nothing can be seen: then they scroll.
HeadsPlan plan_heads_in(const Frame& frame, const engine::Stage& stage, int count, ImVec2& room) {
  const float least = frame.style.px(64);
  HeadsPlan plan = plan_heads(frame, stage, count, room);
  const float most = room.y + least * 2 * static_cast<float>(count);
  while (plan.map.y < least && room.y < most) {
    room.y += frame.style.px(24);
    plan = plan_heads(frame, stage, count, room);
  }
  return plan;
}

// A head's name, and on lines of its own what it mostly does.
void draw_head_caption(const Frame& frame, int stage, int head, ImVec2 at, const HeadsPlan& plan) {
  const auto& style = frame.style;
  const float width = plan.each.x - style.px(kBesideCaption);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::string name = frame.tr("head.name", {{"head", frame.tr.nth(head)}});
  ui::draw_text(list, at, ui::ellipsise(name, width, style.strong()), style.strong());
  if (plan.lines == 0) {
    const float left = ui::text_size(name, style.strong()).x + style.px(8);
    const ImVec2 beside(at.x + left, at.y + ui::baseline(style.strong().font, style.strong().size) -
                                         ui::baseline(style.small().font, style.small().size));
    const std::string range = range_of(frame, stage);
    const std::string words = range.empty() ? habit_of(frame, stage) : range;
    if (left < width)
      ui::draw_text(list, beside, ui::ellipsise(words, width - left, style.small()), style.small());
    return;
  }
  std::vector<std::string> lines = caption_lines(frame, stage, plan);
  const bool is_cut = lines.size() > plan.lines;
  if (is_cut) lines.resize(plan.lines);
  at.y += style.px(21);
  for (size_t i = 0; i < lines.size(); ++i, at.y += caption_line(frame)) {
    const bool goes_on = is_cut && i + 1 == lines.size();
    ui::draw_text(list, at, ui::ellipsise(lines[i] + (goes_on ? " …" : ""), width, style.small()),
                  style.small());
  }
}

// The row of the explained cell, if one of these maps has it: it is outlined in all, to be compared.
std::optional<engine::Index> compared_row(const Frame& maps, const std::vector<int>& stages) {
  const engine::Cell cell = maps.explained_cell();
  if (maps.derived || std::ranges::find(stages, cell.stage) == stages.end()) return std::nullopt;
  return cell.row;
}

// `at`: the picture's own corner; `maps`: the frame itself, or that of the same maps between words.
void draw_one(const Frame& frame, const Frame& maps, int of, int head, std::optional<engine::Index> row,
              ImVec2 at, const HeadsPlan& plan) {
  const auto& style = frame.style;
  const int stage = maps.trace().find(frame.trace().stage(of).address).value_or(of);
  const engine::Stage& drawn = maps.trace().stage(stage);
  ui::MatrixFrame matrix;
  matrix.stage = stage;
  matrix.rows = static_cast<double>(drawn.rows);
  matrix.columns = static_cast<double>(drawn.columns);
  matrix.corner = {std::round(at.x), std::round(at.y)};
  matrix.size = {std::floor(plan.map.x), std::floor(plan.map.y)};
  if (head == frame.session.focused_head() && engine::head_of(frame.here())) {
    ImGui::GetWindowDrawList()->AddRect(
        {matrix.corner.x - 3, matrix.corner.y - 3},
        {matrix.corner.x + matrix.size.x + 3, matrix.corner.y + matrix.size.y + 3}, style.colours.ink,
        style.px(3), 0, style.px(2));
  }
  std::vector<LitBlock> lit = lit_blocks(maps);
  if (row) lit.push_back({{stage, *row, 0}, {stage, *row, drawn.columns - 1}, style.colours.accent});
  draw_matrix(maps, matrix, frame.facts.scale(of), lit);
  if (head % plan.columns == 0) draw_row_labels(maps, matrix, lit_in(maps, stage));
  if (head < plan.columns) draw_column_labels(maps, matrix, lit_in(maps, stage));
  ImGui::SetCursorScreenPos(matrix.corner);
  if (ImGui::InvisibleButton(("map " + std::to_string(head + 1)).c_str(), matrix.size)) {
    frame.requests.edit("", [address = drawn.address](app::State& state) {
      app::focus_on(state, address);
      state.document.focus.view = "stage";
    });
  }
  const auto cell = matrix.cell_at(ImGui::GetIO().MousePos);
  if (cell && ImGui::IsItemHovered()) maps.hover(*cell);
}

void draw_all(const Frame& frame, const Frame& maps, const std::vector<int>& stages, const HeadsPlan& plan,
              ImVec2 start) {
  const std::optional<engine::Index> row = compared_row(maps, stages);
  for (int head = 0; head < static_cast<int>(stages.size()); ++head) {
    const int line = head / plan.columns;
    const int column = head % plan.columns;
    const int stage = stages[static_cast<size_t>(head)];
    const float x = start.x + plan.labels + plan.each.x * static_cast<float>(column);
    const float y = start.y + plan.each.y * static_cast<float>(line);
    // The labels of the first line stand between its captions and its pictures.
    draw_head_caption(frame, stage, head, {x, y + (line > 0 ? plan.above : 0)}, plan);
    draw_one(frame, maps, stage, head, row, {x, y + plan.above + plan.caption}, plan);
  }
}

// If the focus is in no head: the attention nearest to it.
std::string whose_heads(const Frame& frame, const engine::Stage& stage) {
  const engine::StageAddress place = engine::parse_address(stage.address);
  if (!frame.facts.has_layers() || place.layer < 0 || engine::head_of(frame.here())) return "";
  return layer_name(frame, place) + " › " + sublayer_name(frame, place) + " · ";
}

// The title and what is drawn, with room for the colour bar; large text in a low window leaves its height to
// the maps.
BarRoom draw_heads_heading(const Frame& frame, int like) {
  const engine::Stage& stage = frame.trace().stage(like);
  const auto& style = frame.style;
  const std::string title = frame.tr("heads.title", {{"stage", look::stage_name(frame.tr, stage)}});
  const std::string axes = look::axis_title(frame.tr, stage, frame.style.predicted_rows);
  const std::string why = axes + "   ·   " + frame.tr("heads.why");
  const look::ColourScale scale = frame.facts.scale(like);
  if (is_low_page(frame)) return draw_low_title(frame, title, why, scale);
  const bool presents = frame.session.desk().presenting.is_on;
  ui::label(title, style.title());
  const BarRoom bar = draw_sentence_by_bar(frame, presents ? axes : why, scale);
  if (!presents)
    ui::paragraph(whose_heads(frame, stage) + memory_sentence(frame, stage), ImGui::GetContentRegionAvail().x,
                  style.small());
  ImGui::Dummy({0, style.px(6)});
  return bar;
}

}  // namespace

void draw_heads(const Frame& frame) {
  const int focused = frame.session.focused_stage();
  if (focused < 0) return;
  const auto& style = frame.style;
  const std::string near = frame.facts.attention_near(frame.trace().stage(focused).address);
  const int like = frame.trace().find(near).value_or(focused);
  const engine::Stage& stage = frame.trace().stage(like);
  const BarRoom bar = draw_heads_heading(frame, like);
  const auto stages = app::across_heads(frame.trace(), like);
  const auto merged = merged_frame(frame, stages);
  if (merged) ui::paragraph(frame.tr("merged.why"), ImGui::GetContentRegionAvail().x, style.small());
  ImVec2 room = ImGui::GetContentRegionAvail();
  const Frame& maps = merged ? *merged : frame;
  const int like_map = maps.trace().find(stage.address).value_or(like);
  const ImVec2 seen = room;
  const engine::Stage& shape = maps.trace().stage(like_map);
  HeadsPlan plan = plan_heads_in(maps, shape, static_cast<int>(stages.size()), room);
  lengthen_captions(frame, shape, stages, room.y, plan);
  draw_bar_in(frame, frame.facts.scale(like), bar, ImGui::GetCursorScreenPos().x + plan.right_edge());
  if (ImGui::BeginChild("heads", {seen.x, std::max(seen.y, style.px(80))}, 0,
                        ImGuiWindowFlags_NoBackground)) {
    draw_all(frame, maps, stages, plan, ImGui::GetCursorScreenPos());
    // What is drawn takes its height, so that it can be scrolled to.
    ImGui::SetCursorPos({0, std::max(room.y - 1, 0.0f)});
    ImGui::Dummy({1, 1});
  }
  ImGui::EndChild();
}

}  // namespace views
