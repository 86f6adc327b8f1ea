// compare.cpp: a pinned run, the current run, and their difference.
#include "app/views/pictures/compare.h"

#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/look/settings_words.h"
#include "app/session/exploring.h"
#include "app/ui/widgets.h"
#include "app/views/core/navigation.h"
#include "app/views/core/outline.h"
#include "app/views/core/place_name.h"
#include "app/views/core/translated_button.h"
#include "app/views/stage/example_run.h"
#include "app/views/stage/small_map.h"
#include "engine/analysis/compare.h"

namespace views {
namespace {

using engine::Index;

// Pin again, swap, unpin: on the right of the title's line.
void draw_buttons(const Frame& frame, ImVec2 start, float width) {
  const float gap = frame.style.px(6);
  const float all = button_width(frame, "compare.pin_now") + button_width(frame, "compare.swap") +
                    button_width(frame, "compare.drop") + 2 * gap;
  const ImVec2 before = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({start.x + width - all, start.y});
  if (button(frame, "compare.pin_now"))
    frame.requests.edit("", [](app::State& state) { app::pin_baseline(state); });
  ImGui::SameLine(0, gap);
  if (button(frame, "compare.swap"))
    frame.requests.edit("", [](app::State& state) { app::swap_baseline(state); });
  ImGui::SameLine(0, gap);
  if (button(frame, "compare.drop"))
    frame.requests.edit("", [](app::State& state) { app::drop_baseline(state); });
  ImGui::SetCursorScreenPos(before);
}

void draw_nothing_pinned(const Frame& frame) {
  const auto& style = frame.style;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string title = frame.tr("compare.title");
  const float pin = button_width(frame, "compare.pin");
  const bool beside = ui::text_size(title, style.title()).x + style.px(16) + pin <= width;
  ui::label(title, style.title());
  const ImVec2 below = ImGui::GetCursorScreenPos();
  if (beside) ImGui::SetCursorScreenPos({start.x + width - pin, start.y});
  if (button(frame, "compare.pin", ui::ButtonKind::kPrimary))
    frame.requests.edit("", [](app::State& state) { app::pin_baseline(state); });
  if (beside) ImGui::SetCursorScreenPos(below);
  ui::paragraph(frame.tr("compare.none"), width, style.text());
  const auto number = [](double value) {
    return ui::fixed_number(value, value == std::floor(value) ? 0 : 2);
  };
  const double now = static_cast<double>(frame.session.trace_document().config.temperature);
  const auto named = [&](const char* key, double value) {
    return frame.tr(key, {{"temperature", number(value)}});
  };
  draw_example_run(frame, {.change = ExampleChange::kTemperature,
                           .sentence = frame.tr("compare.example"),
                           .first = named("compare.example.a", now),
                           .second = named("compare.example.b", 2 * now),
                           .between = frame.tr("compare.difference"),
                           .low = frame.tr("compare.example.less"),
                           .high = frame.tr("compare.example.more"),
                           .cell_key = "compare.example.cell"});
}

// The differences in words, in one paragraph.
std::string change_sentence(const Frame& frame) {
  std::string list;
  for (const std::string& change :
       look::settings_changes(frame.tr, *frame.session.baseline(), frame.session.document()))
    list.append(list.empty() ? "" : "  ·  ").append(change);
  return list.empty() ? frame.tr("compare.same") : frame.tr("compare.changed", {{"list", list}});
}

void draw_top(const Frame& frame, const engine::Stage& stage) {
  const auto& style = frame.style;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float buttons = button_width(frame, "compare.pin_now") + button_width(frame, "compare.swap") +
                        button_width(frame, "compare.drop") + style.px(28);
  const engine::StageAddress place = engine::parse_address(stage.address);
  const std::string layer = layer_name(frame, place);
  const std::string title =
      (layer.empty() || !frame.facts.has_layers() ? "" : layer + " · ") + look::stage_title(frame.tr, stage);
  const bool beside = width - buttons > style.px(200);
  const float room = beside ? width - buttons : width;
  ui::label(ui::ellipsise(title, room, style.title()), style.title());
  if (!beside) ImGui::Dummy({0, ImGui::GetFrameHeight()});
  draw_buttons(frame, beside ? start : ImVec2(start.x, start.y + style.px(34)), width);
  const std::string changed = change_sentence(frame);
  constexpr size_t kMostLines = 3;
  auto lines = ui::wrap_text(changed, width, style.quiet());
  if (lines.size() > kMostLines) {
    lines.resize(kMostLines);
    lines.back() = ui::ellipsise(lines.back() + " …", width, style.quiet());
  }
  for (const std::string& line : lines) ui::label(line, style.quiet());
}

// The comparison: the stage in both runs, and their difference if the shapes agree.
struct Compared {
  const Derivations::Derived* a = nullptr;
  const Derivations::Derived* difference = nullptr;
  int stage_a = -1;
  int stage_b = -1;
};

Compared compared(const Frame& frame) {
  Compared both;
  const TracePtr& pinned = frame.session.baseline_trace();
  both.stage_b = frame.session.focused_stage();
  both.a = &frame.derivations.get("compare a", {pinned}, frame.style, [&] { return pinned; });
  const std::string& address = frame.here();
  both.stage_a = pinned->find(address).value_or(-1);
  const auto& difference =
      frame.derivations.get("compare " + address, {pinned, frame.session.trace()}, frame.style,
                            [&] { return engine::difference_trace(*pinned, frame.trace(), address); });
  if (difference.trace) both.difference = &difference;
  return both;
}

// The cell hovered or pinned in any of the three pictures, as row and column.
std::optional<std::pair<Index, Index>> looked_at(const Frame& frame, const Compared& both) {
  const engine::Cell hover = frame.session.hover();
  const TracePtr& of = frame.session.hovered();
  const bool in_b = !of && hover.stage == both.stage_b;
  const bool in_a = of && of == both.a->trace && hover.stage == both.stage_a;
  const bool in_difference = of && both.difference && of == both.difference->trace;
  if (hover.stage >= 0 && (in_a || in_b || in_difference)) return std::pair(hover.row, hover.column);
  return hover.stage < 0 ? frame.session.document().focus.pinned : std::nullopt;
}

engine::Cell cell_in(const engine::Trace& trace, int stage,
                     const std::optional<std::pair<Index, Index>>& place) {
  if (!place || stage < 0) return {};
  const engine::Stage& shown = trace.stage(stage);
  if (place->first >= shown.rows || place->second >= shown.columns) return {};
  return {stage, place->first, place->second};
}

void pin_on_click(const Frame& frame, const ui::MatrixFrame& matrix, const char* id) {
  ImGui::SetCursorScreenPos(matrix.corner);
  if (!ImGui::InvisibleButton(id, matrix.size)) return;
  const engine::Cell cell = matrix.cell_at(ImGui::GetIO().MousePos).value_or(engine::Cell{});
  if (cell.stage < 0) return;
  frame.requests.edit("", [cell](app::State& state) {
    state.document.focus.pinned = {cell.row, cell.column};
  });
}

// The right end of a picture and its caption.
float right_of(const Frame& frame, const ui::MatrixFrame& matrix, std::string_view caption) {
  return matrix.corner.x + std::max(matrix.size.x, ui::text_size(frame.tr(caption), frame.style.strong()).x);
}

// A | B | B − A, each with the same space. Returns the lower edge of them all.
float draw_maps(const Frame& frame, const Compared& both, ImVec2 at, ImVec2 room) {
  const auto& style = frame.style;
  const Frame in_a = frame.over(both.a->trace, *both.a->facts, "compare a");
  const look::ColourScale& now = frame.facts.scale(both.stage_b);
  const look::ColourScale scale =
      both.stage_a < 0 ? now : shared_scale(now, both.a->facts->scale(both.stage_a));
  const auto place = looked_at(frame, both);
  const engine::Stage& stage = frame.trace().stage(both.stage_b);
  const float labels = row_label_width(frame, stage.rows_are(), stage.rows);
  const float bar = style.px(62);
  const float gap = style.px(14);
  const bool three = both.difference != nullptr;
  const float others = three ? 2 * bar + 2 * gap : bar + gap;
  const float each = std::floor((room.x - labels - others) / (three ? 3 : 2));
  const bool same_rows = both.stage_a >= 0 && both.a->trace->stage(both.stage_a).rows == stage.rows;
  if (both.stage_a >= 0) {
    const auto a = draw_small_map(in_a,
                                  {both.stage_a, frame.tr("compare.a"), scale, true, false,
                                   cell_in(*both.a->trace, both.stage_a, place)},
                                  at, {each + labels, room.y});
    pin_on_click(frame, a, "compare map a");
    at.x = right_of(frame, a, "compare.a") + gap;
  } else {
    ui::draw_paragraph(*ImGui::GetWindowDrawList(), {at.x + labels, at.y}, each, frame.tr("compare.gone"),
                       style.quiet());
    at.x += labels + each + gap;
  }
  const float own_labels = three && same_rows ? 0 : labels;
  const auto b = draw_small_map(frame,
                                {both.stage_b, frame.tr("compare.b"), scale, own_labels > 0, false,
                                 cell_in(frame.trace(), both.stage_b, place)},
                                at, {each, room.y});
  pin_on_click(frame, b, "compare map b");
  draw_colour_bar(frame, scale, {b.corner.x + b.size.x + style.px(8), b.corner.y},
                  std::min(b.size.y, style.px(190)));
  const float lowest = b.corner.y + b.size.y;
  if (!three) return lowest;
  const Frame between = frame.over(both.difference->trace, *both.difference->facts, "compare difference");
  const int difference = both.difference->trace->find("difference").value();
  at.x = std::max(b.corner.x + b.size.x + bar, right_of(frame, b, "compare.b")) + gap;
  const look::ColourScale signed_scale = difference_scale(both.difference->facts->scale(difference), scale);
  const auto d = draw_small_map(between,
                                {difference, frame.tr("compare.difference"), signed_scale, false, false,
                                 cell_in(*both.difference->trace, difference, place)},
                                at, {each, room.y});
  pin_on_click(frame, d, "compare map difference");
  draw_colour_bar(frame, signed_scale, {d.corner.x + d.size.x + style.px(8), d.corner.y},
                  std::min(d.size.y, style.px(190)));
  return std::max(lowest, d.corner.y + d.size.y);
}

// "Largest difference: 0.42 at [5, 2], mat → sat."
std::string largest_sentence(const Frame& between, const engine::Change& change) {
  const app::Words& tr = between.tr;
  std::string sentence;
  if (change.where.stage >= 0) {
    const engine::Stage& stage = between.trace().stage(change.where.stage);
    const std::string row = between.facts.label(stage.rows_are(), change.where.row);
    const std::string column = between.facts.label(stage.columns_are(), change.where.column);
    const bool is_map = stage.column_axis == engine::Axis::kKeys;
    sentence = tr(is_map ? "compare.largest_pair" : "compare.largest",
                  {{"difference", ui::difference_number(change.largest)}, {"row", row}, {"column", column}});
  }
  if (change.unbounded == 0) return sentence;
  return sentence + (sentence.empty() ? "" : " ") +
         tr("compare.unbounded", {{"count", std::to_string(change.unbounded)}});
}

constexpr float kRank = 24;  // height of a row of the list, in pixels at 100 %

// One row: its rank, its name, a bar as long as its difference, and the number; a click pins it.
void draw_rank(const Frame& frame, const std::string& name, const engine::Change::Row& row, double longest,
               float width) {
  const auto& style = frame.style;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(width, style.px(kRank));
  if (ImGui::InvisibleButton(("changed row " + std::to_string(row.row)).c_str(), size)) {
    frame.requests.edit("", [place = row.row](app::State& state) {
      app::Focus& focus = state.document.focus;
      focus.pinned = {place, focus.pinned ? focus.pinned->second : 0};
    });
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (ImGui::IsItemHovered())
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, style.colours.chip, style.px(6));
  ui::tip(style, frame.tr("compare.rank.tip"));
  const float names = style.px(110);
  const float numbers = style.px(96);
  const float text = at.y + style.px(3);
  ui::draw_text(list, {at.x + style.px(6), text}, ui::ellipsise(name, names - style.px(12), style.text()),
                style.text());
  const float share = longest > 0 ? static_cast<float>(row.length / longest) : 0;
  const float bar = std::max(width - names - numbers, style.px(20));
  list.AddRectFilled({at.x + names, at.y + style.px(8)},
                     {at.x + names + std::max(bar * share, 1.0f), at.y + style.px(16)}, style.colours.accent);
  ui::draw_text_right(list, {at.x + width - style.px(6), text}, ui::difference_number(row.length),
                      style.text());
}

// The rows that moved most, farthest first: as many as fit.
void draw_ranks(const Frame& frame, const Frame& between, const engine::Change& change, ImVec2 room) {
  constexpr size_t kMost = 8;
  constexpr size_t kFew = 4;  // rows: if no more fit, the list is in columns
  if (change.rows.empty()) return;
  const auto& style = frame.style;
  const engine::Stage& stage = between.trace().stage(between.trace().find("difference").value());
  const auto fitting = static_cast<size_t>(std::max(room.y / style.px(kRank), 1.0f));
  const size_t columns = fitting < kFew && room.x > style.px(600) ? 3 : 1;
  const float width = std::min(room.x / static_cast<float>(columns), style.px(560));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  for (size_t i = 0; i < std::min({kMost, fitting * columns, change.rows.size()}); ++i) {
    const engine::Change::Row& row = change.rows[i];
    const size_t column = i / fitting;
    ImGui::SetCursorScreenPos({at.x + width * static_cast<float>(column),
                               at.y + style.px(kRank) * static_cast<float>(i % fitting)});
    draw_rank(frame, between.facts.label(stage.rows_are(), row.row), row, change.rows.front().length,
              width - style.px(10));
  }
}

// The first step that differs: of the walk that one is on, otherwise of the whole trace; -1 if none does, or
// none is known to.
int first_difference(const Frame& frame) {
  const TracePtr& pinned = frame.session.baseline_trace();
  for (const app::Step& step : walk_now(frame).steps) {
    if (frame.facts.differs(step.stage, pinned)) return step.stage;
  }
  for (int stage = 0; stage < frame.trace().size(); ++stage) {
    if (frame.facts.differs(stage, pinned)) return stage;
  }
  return -1;
}

// Nothing differs in this step: leads to the first that does.
void draw_same_here(const Frame& frame, float width) {
  const auto& style = frame.style;
  const int first = first_difference(frame);
  if (first < 0) return ui::paragraph(frame.tr("compare.no_difference"), width, style.strong());
  const std::string& address = frame.trace().stage(first).address;
  const std::string name = frame.facts.has_layers() ? place_name(frame, address)
                                                    : look::stage_name(frame.tr, frame.trace().stage(first));
  ImGui::AlignTextToFramePadding();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const std::string same = frame.tr("compare.same_here");
  ui::draw_text(*ImGui::GetWindowDrawList(), {at.x, at.y + ImGui::GetStyle().FramePadding.y}, same,
                style.strong());
  ImGui::SetCursorScreenPos({at.x + ui::text_size(same, style.strong()).x + style.px(10), at.y});
  if (ui::button(style, (frame.tr("compare.first", {{"stage", name}}) + "##compare.first").c_str(),
                 ui::ButtonKind::kOutline))
    walk_to(frame, address);
  ui::tip(style, frame.tr("compare.first.tip"));
}

void draw_foot(const Frame& frame, const Compared& both, ImVec2 room) {
  const auto& style = frame.style;
  if (!both.difference) {
    ui::paragraph(frame.tr(both.stage_a < 0 ? "compare.gone" : "compare.shapes"), room.x, style.text());
    return;
  }
  const Frame between = frame.over(both.difference->trace, *both.difference->facts, "compare difference");
  const engine::Change& change =
      both.difference->facts->change(both.difference->trace->find("difference").value());
  if (change.where.stage < 0 && change.unbounded == 0) return draw_same_here(frame, room.x);
  const float top = ImGui::GetCursorScreenPos().y;
  ui::paragraph(largest_sentence(between, change), room.x, style.strong());
  if (change.rows.empty()) return;
  ui::label(frame.tr("compare.ranks"), style.small());
  ui::tip(style, frame.tr("compare.ranks.tip"));
  draw_ranks(frame, between, change, {room.x, room.y - (ImGui::GetCursorScreenPos().y - top)});
}

}  // namespace

bool compares_nothing(const Frame& frame) {
  return !frame.session.document().baseline;
}

void draw_compare(const Frame& frame) {
  const auto& style = frame.style;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(style.px(8), style.px(4)));
  if (!frame.session.document().baseline) {
    draw_nothing_pinned(frame);
  } else if (!frame.session.baseline_trace() || !frame.session.baseline()) {
    ui::label(frame.tr("compare.title"), style.title());
    ui::paragraph(frame.tr("compare.waiting"), ImGui::GetContentRegionAvail().x, style.text());
  } else {
    const Compared both = compared(frame);
    draw_top(frame, frame.trace().stage(both.stage_b));
    ImGui::Dummy({0, style.px(4)});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float foot = style.px(2 * kRank + 60);
    const float lowest = draw_maps(frame, both, at, {room.x, std::max(room.y - foot, style.px(80))});
    ImGui::SetCursorScreenPos({at.x, lowest + style.px(10)});
    draw_foot(frame, both, {room.x, at.y + room.y - lowest - style.px(10)});
  }
  ImGui::PopStyleVar();
}

}  // namespace views
