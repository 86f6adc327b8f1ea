// heads.cpp: every head's picture of the same stage, large and side by side, on one colour scale.
#include "app/views/heads/heads.h"

#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/text/sentence.h"
#include "app/ui/widgets.h"
#include "app/views/core/merged_frame.h"
#include "app/views/core/outline.h"
#include "app/views/core/page_heading.h"
#include "app/views/heads/head_captions.h"
#include "app/views/heads/head_patterns.h"
#include "app/views/heads/heads_parts.h"
#include "app/views/heads/layer_choice.h"
#include "app/views/heads/row_bars.h"
#include "app/views/stage/matrix_view.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

constexpr float kBesideCaption = 12;  // pixels at 100 % to the next caption
constexpr float kOutline = 7;         // around the head in focus

// How every head's picture is placed: labels are shared, left of each line of pictures and above the first.
struct HeadsPlan {
  int columns = 1;
  ImVec2 map;         // size of one picture
  ImVec2 each;        // from one picture to the next
  float labels = 0;   // width left of a line, or of each picture
  float above = 0;    // height of the labels above the first line
  float caption = 0;  // height of a picture's name and of what it does
  size_t lines = 1;   // of what it does; 0: beside its name
  bool labels_each = false;
  float size() const { return map.x * map.y; }
  // Of the last picture of a full line.
  float right_edge() const { return labels + each.x * static_cast<float>(columns - 1) + map.x; }
  // Down to the end of the last picture.
  float height(int count) const {
    const int before = (count - 1) / columns;
    return above + each.y * static_cast<float>(before) + caption + map.y;
  }
};

float caption_width(const Frame& frame, const HeadsPlan& plan) {
  return plan.each.x - (plan.labels_each ? plan.labels : 0) - frame.style.px(kBesideCaption);
}

float caption_line(const Frame& frame) {
  return std::round(frame.style.small().size * 1.35f);
}

constexpr float kBetweenMaps = 16;                                 // pixels at 100 %
constexpr CellShapes kShapes = {.widest = 2.1f, .tallest = 1.6f};  // few maps fill their page

// How the labels of a plan lie, and which pictures have those of rows.
struct LabelForm {
  bool flat = false;
  float beyond = 0;  // what the last slanted label needs behind its map
  bool each = false;
};

HeadsPlan plan_columns(const Frame& frame, const engine::Stage& stage, int count, int columns, ImVec2 room,
                       const LabelForm& form) {
  const auto& style = frame.style;
  HeadsPlan plan;
  plan.labels_each = form.each;
  plan.columns = columns;
  plan.labels = row_label_width(frame, stage.rows_are(), stage.rows);
  plan.above =
      form.flat ? flat_label_height(frame) : column_label_height(frame, stage.columns_are(), stage.columns);
  // Of anything but weights a line says what is drawn, and one what the weights do.
  const bool is_low = is_low_page(frame);
  plan.lines = is_low ? 0 : stage.kind == engine::StageKind::kWeights ? 1 : 2;
  plan.caption = style.px(is_low ? 26 : 44) + (plan.lines > 1 ? caption_line(frame) : 0);
  const auto across = static_cast<float>(columns);
  const int full = (count + columns - 1) / columns;
  const auto lines = static_cast<float>(full);
  const float between = style.px(kBetweenMaps) + (form.each ? plan.labels : 0);
  plan.each = {(room.x - plan.labels - form.beyond + between) / across, (room.y - plan.above) / lines};
  plan.map = {std::max(plan.each.x - between, 8.0f),
              std::max(plan.each.y - plan.caption - style.px(10), 8.0f)};
  if (!is_map(stage)) return plan;
  plan.map = map_size(plan.map, static_cast<float>(stage.rows), static_cast<float>(stage.columns), kShapes);
  // What the pictures leave stays together at the end, but captions have room.
  const float apart = style.px(28) + (form.each ? plan.labels : 0);
  plan.each.x = std::min(plan.each.x, std::max(plan.map.x + apart, style.px(180)));
  plan.each.y = std::min(plan.each.y, plan.map.y + plan.caption + style.px(18));
  return plan;
}

// Captions go on in lines of their own as far as the pictures leave height.
void lengthen_captions(const Frame& frame, const engine::Stage& shape, const std::vector<int>& stages,
                       float height, HeadsPlan& plan) {
  if (plan.lines == 0) return;
  size_t wanted = 1;
  for (const int stage : stages)
    wanted = std::max(wanted, caption_lines(frame, stage, caption_width(frame, plan), false).size());
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

// The size of the type in the cells; kNoLimit where they have no numbers.
float numbers_in(const Frame& frame, const engine::Stage& stage, const HeadsPlan& plan) {
  ui::MatrixFrame matrix;
  matrix.stage = frame.trace().find(stage.address).value_or(0);
  matrix.rows = static_cast<double>(stage.rows);
  matrix.columns = static_cast<double>(stage.columns);
  matrix.size = {std::floor(plan.map.x), std::floor(plan.map.y)};
  return number_size(frame, matrix);
}

HeadsPlan plan_in(const Frame& frame, const engine::Stage& stage, int count, int columns, ImVec2 room,
                  bool labels_each) {
  const float outline = frame.style.px(kOutline);
  const HeadsPlan flat = plan_columns(frame, stage, count, columns, room, {true, outline, labels_each});
  const float cell = std::floor(flat.map.x) / static_cast<float>(stage.columns);
  if (labels_lie_flat(frame, stage.columns_are(), stage.columns, cell)) return flat;
  const float beyond = column_label_overhang(frame, stage.columns_are(), stage.columns, cell);
  return plan_columns(frame, stage, count, columns, room, {false, std::max(outline, beyond), labels_each});
}

HeadsPlan plan_heads(const Frame& frame, const engine::Stage& stage, int count, ImVec2 room) {
  HeadsPlan best;
  for (int columns = 1; columns <= count; ++columns) {
    const HeadsPlan plan = plan_in(frame, stage, count, columns, room, false);
    if (plan.size() > best.size()) best = plan;
  }
  // Every picture has labels where its cells stay large.
  constexpr float kLargeCell = 28;  // pixels at 100 %
  if (best.columns == 1 || !is_map(stage)) return best;
  const HeadsPlan named = plan_in(frame, stage, count, best.columns, room, true);
  const bool is_large = named.map.x >= frame.style.px(kLargeCell) * static_cast<float>(stage.columns);
  const bool keeps_numbers =
      numbers_in(frame, stage, best) >= kNoLimit || numbers_in(frame, stage, named) < kNoLimit;
  return is_large && keeps_numbers ? named : best;
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
  const float width = caption_width(frame, plan);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::string name = frame.tr("head.name", {{"head", frame.tr.nth(head)}});
  ui::draw_text(list, at, ui::ellipsise(name, width, style.strong()), style.strong());
  if (plan.lines == 0) {
    const float left = ui::text_size(name, style.strong()).x + style.px(8);
    const ImVec2 beside(at.x + left, at.y + ui::baseline(style.strong().font, style.strong().size) -
                                         ui::baseline(style.small().font, style.small().size));
    if (left < width)
      ui::draw_text(list, beside,
                    ui::ellipsise(first_of_caption(frame, stage, width - left), width - left, style.small()),
                    style.small());
    return;
  }
  std::vector<std::string> lines = caption_lines(frame, stage, width, false);
  if (lines.size() > plan.lines) lines = caption_lines(frame, stage, width, true);
  const bool is_cut = lines.size() > plan.lines;
  if (is_cut) lines.resize(plan.lines);
  at.y += style.px(21);
  for (size_t i = 0; i < lines.size(); ++i, at.y += caption_line(frame)) {
    const bool goes_on = is_cut && i + 1 == lines.size();
    ui::draw_text(list, at, ui::ellipsise(lines[i] + (goes_on ? " …" : ""), width, style.small()),
                  style.small());
  }
}

// The explained cell, if one of these maps has it: its row is outlined in all, and in it the cell itself; and
// if that is the pinned query's row, the cell in which the heads differ most.
struct ComparedCell {
  engine::Index row = 0;
  engine::Index column = 0;
  std::optional<engine::Index> differing;  // column
};

std::optional<ComparedCell> compared_cell(const Frame& maps, const std::vector<int>& stages) {
  const engine::Cell cell = maps.explained_cell();
  if (maps.derived || std::ranges::find(stages, cell.stage) == stages.end()) return std::nullopt;
  ComparedCell compared{.row = cell.row, .column = cell.column};
  const bool are_weights = maps.trace().stage(cell.stage).kind == engine::StageKind::kWeights;
  const auto rows = are_weights ? read_by_query(maps, stages) : std::nullopt;
  if (rows && rows->query == cell.row) compared.differing = differing_key(*rows);
  return compared;
}

// `at`: the picture's own corner; `maps`: the frame itself, or that of the same maps between words.
void draw_one(const Frame& frame, const Frame& maps, int of, int head,
              const std::optional<ComparedCell>& compared, ImVec2 at, const HeadsPlan& plan) {
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
    // Outside the outline of a row.
    const float beside = 2 + style.px(3);
    ImGui::GetWindowDrawList()->AddRect(
        {matrix.corner.x - beside, matrix.corner.y - beside},
        {matrix.corner.x + matrix.size.x + beside, matrix.corner.y + matrix.size.y + beside},
        style.colours.ink, style.px(4), 0, style.px(2));
  }
  std::vector<LitBlock> lit = lit_blocks(maps);
  if (compared) {
    const engine::Index row = compared->row;
    const engine::Cell cell{stage, row, compared->column};
    lit.push_back({{stage, row, 0}, {stage, row, drawn.columns - 1}, style.colours.query});
    if (compared->differing && compared->differing != compared->column) {
      const engine::Cell differing{stage, row, *compared->differing};
      lit.push_back({differing, differing, style.colours.key});
    }
    lit.push_back({cell, cell, style.colours.ink});
  }
  draw_matrix(maps, matrix, frame.facts.scale(of), lit);
  const Frame labelled = maps.in(style);
  if (head % plan.columns == 0 || plan.labels_each) draw_row_labels(labelled, matrix, lit_in(maps, stage));
  if (head < plan.columns) draw_column_labels(labelled, matrix, lit_in(maps, stage));
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
  const std::optional<ComparedCell> compared = compared_cell(maps, stages);
  for (int head = 0; head < static_cast<int>(stages.size()); ++head) {
    const int line = head / plan.columns;
    const int column = head % plan.columns;
    const int stage = stages[static_cast<size_t>(head)];
    const float x = start.x + plan.labels + plan.each.x * static_cast<float>(column);
    const float y = start.y + plan.each.y * static_cast<float>(line);
    // The labels of the first line stand between its captions and its pictures.
    draw_head_caption(frame, stage, head, {x, y + (line > 0 ? plan.above : 0)}, plan);
    draw_one(frame, maps, stage, head, compared, {x, y + plan.above + plan.caption}, plan);
  }
}

// "Encoder 1: attention weights in every head", or in both; of a decoder's attentions also which.
std::string heads_title(const Frame& frame, const engine::Stage& stage) {
  const std::string name = look::stage_name(frame.tr, stage);
  const engine::StageAddress place = engine::parse_address(stage.address);
  const std::string two = frame.facts.head_count() == 2 ? ".two" : "";
  if (!frame.facts.has_layers() || place.layer < 0) return frame.tr("heads.title" + two, {{"stage", name}});
  std::string layer = layer_name(frame, place);
  if (place.stack == engine::Stack::kDecoder) layer += " › " + sublayer_name(frame, place);
  return frame.tr("heads.title.of_layer" + two, {{"layer", layer}, {"stage", app::inside_sentence(name)}});
}

// The style of names and captions: no smaller than the numbers in the cells, which they leave their room.
ui::Style style_of_names(const Frame& maps, const engine::Stage& stage, int count, ImVec2 room) {
  constexpr float kLargest = 1.35f;
  const float numbers = numbers_in(maps, stage, plan_heads(maps, stage, count, room));
  if (numbers >= kNoLimit) return maps.style;
  ui::Style larger = maps.style;
  larger.scale *= std::clamp(numbers / larger.small().size, 1.0f, kLargest);
  const HeadsPlan plan = plan_heads(maps.in(larger), stage, count, room);
  return numbers_in(maps, stage, plan) < kNoLimit ? larger : maps.style;
}

// Bars of the row that is asked for, below the maps where these keep high rows; returns their height.
float make_room_for_bars(const Frame& frame, const Frame& named, const engine::Stage& shape,
                         const std::vector<int>& stages, HeadsPlan& plan, ImVec2& room) {
  constexpr float kHighRow = 24;  // pixels at 100 %
  if (shape.kind != engine::StageKind::kWeights) return 0;
  const float bars = row_bars_height(frame, stages, plan.right_edge() - plan.labels);
  if (bars <= 0 || room.y <= bars) return 0;
  const HeadsPlan lower = plan_heads(named, shape, static_cast<int>(stages.size()), {room.x, room.y - bars});
  if (lower.map.y < frame.style.px(kHighRow) * static_cast<float>(shape.rows)) return 0;
  plan = lower;
  room.y -= bars;
  return bars;
}

// The title and what is drawn, with room for the colour bar; large text in a low window leaves its height to
// the maps.
BarRoom draw_heads_heading(const Frame& frame, int like) {
  const engine::Stage& stage = frame.trace().stage(like);
  const auto& style = frame.style;
  const std::string title = heads_title(frame, stage);
  const std::string axes = look::axis_title(frame.tr, stage, frame.style.predicted_rows);
  const std::string why = axes + "   ·   " + frame.tr("heads.why");
  const look::ColourScale scale = frame.facts.scale(like);
  if (is_low_page(frame)) return draw_low_title(frame, title, why, scale);
  const bool presents = frame.session.desk().presenting.is_on;
  const float width = ImGui::GetContentRegionAvail().x;
  const float choice = layer_choice_width(frame, like);
  const ImVec2 size = ui::text_size(title, style.title());
  if (choice > 0 && size.x + style.px(24) + choice <= width) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    draw_layer_choice(frame, like, {start.x + width, start.y + (size.y - ImGui::GetFrameHeight()) / 2});
  }
  ui::label(ui::ellipsise(title, width, style.title()), style.title());
  const BarRoom bar = draw_sentence_by_bar(frame, presents ? axes : why, scale);
  const std::string compared = compared_heads(frame, app::across_heads(frame.trace(), like));
  const std::string below = compared.empty() && !presents ? memory_sentence(frame, stage) : compared;
  if (!below.empty()) ui::paragraph(below, width, compared.empty() ? style.small() : style.text());
  ImGui::Dummy({0, style.px(6)});
  return bar;
}

}  // namespace

void draw_heads(const Frame& frame) {
  const int focused = frame.session.focused_stage();
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
  const auto count = static_cast<int>(stages.size());
  const ui::Style large = style_of_names(maps, shape, count, room);
  const Frame named = frame.in(large);
  HeadsPlan plan = plan_heads_in(maps.in(large), shape, count, room);
  const float bars = merged ? 0 : make_room_for_bars(frame, named, shape, stages, plan, room);
  lengthen_captions(named, shape, stages, room.y, plan);
  draw_bar_in(frame, frame.facts.scale(like), bar, ImGui::GetCursorScreenPos().x + plan.right_edge());
  if (ImGui::BeginChild("heads", {seen.x, std::max(seen.y, style.px(80))}, 0,
                        ImGuiWindowFlags_NoBackground)) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    draw_all(named, maps, stages, plan, start);
    if (bars > 0)
      draw_row_bars(frame, stages, {start.x + plan.labels, start.y + plan.height(count)},
                    plan.right_edge() - plan.labels);
    // What is drawn takes its height, so that it can be scrolled to.
    ImGui::SetCursorPos({0, std::max(room.y - 1, 0.0f)});
    ImGui::Dummy({1, 1});
  }
  ImGui::EndChild();
}

}  // namespace views
