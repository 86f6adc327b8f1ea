// covered_stage.cpp: a grid without numbers or colours.
#include "app/views/lesson/covered_stage.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "app/look/labels.h"
#include "app/ui/widgets.h"
#include "app/views/core/view.h"
#include "app/views/core/view_words.h"
#include "app/views/lesson/lesson_state.h"

namespace views {
namespace {

using engine::Index;

constexpr float kMostCell = 64;  // pixels at 100 %
constexpr float kLeastLabelled = 14;
constexpr float kSheetWidth = 420, kSheetHeight = 150;

// The grid's place: a corner, and one side of its square cells.
struct CoveredGrid {
  ImVec2 corner;
  float cell = 0;
  Index rows = 0;
  Index columns = 0;

  ImVec2 low(Index row, Index column) const {
    return {corner.x + cell * static_cast<float>(column), corner.y + cell * static_cast<float>(row)};
  }
  ImVec2 end() const { return low(rows, columns); }
};

float widest(const std::vector<std::string>& labels, const ui::TextStyle& type) {
  float width = 0;
  for (const std::string& label : labels) width = std::max(width, ui::text_size(label, type).x);
  return width;
}

// Draws labels and lines, and answers clicks.
class CoveredStage {
 public:
  CoveredStage(const Frame& frame, int stage)
      : frame_(frame), style_(frame.style), stage_(stage), list_(*ImGui::GetWindowDrawList()) {
    if (!has_grid() && !asks(app::Ask::kShape)) return;
    const int first = frame.tr.counts_from();
    rows_ = look::axis_labels(frame.trace(), stage, look::Side::kRows, first);
    columns_ = look::axis_labels(frame.trace(), stage, look::Side::kColumns, first);
  }

  void draw() {
    const View& view = shown_view(frame_);
    const std::string what = view.stands_alone ? frame_.tr(view_key(frame_, view.name))
                                               : look::stage_title(frame_.tr, frame_.trace().stage(stage_));
    ui::label(what, style_.title());
    ui::paragraph(frame_.tr(asks_cell() ? "lesson.covered.click" : "lesson.covered"),
                  ImGui::GetContentRegionAvail().x, style_.text());
    if (!has_grid()) return draw_sheet();
    ui::label(look::axis_title(frame_.tr, frame_.trace().stage(stage_)), style_.small());
    place();
    list_.AddRectFilled(grid_.corner, grid_.end(), style_.colours.chip);
    draw_lines();
    draw_labels();
    draw_asked();
    if (asks_cell()) take_click();
  }

 private:
  bool asks(app::Ask kind) const { return lesson_step(frame_)->question->kind == kind; }
  bool asks_cell() const { return asks(app::Ask::kCell); }

  // Where the shape is asked for, rows and columns would tell it; a lab is no matrix, and a large one has no
  // room for its labels.
  bool has_grid() const {
    constexpr Index kMost = 100;
    const engine::Stage& stage = frame_.trace().stage(stage_);
    return !asks(app::Ask::kShape) && !shown_view(frame_).stands_alone &&
           std::max(stage.rows, stage.columns) <= kMost;
  }

  // What is covered, without its shape: a quiet sheet; above it the words from which the shape follows.
  void draw_sheet() {
    if (asks(app::Ask::kShape)) draw_words();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const ImVec2 size(std::min(room.x, style_.px(kSheetWidth)), std::min(room.y, style_.px(kSheetHeight)));
    const ImVec2 low(at.x, at.y + style_.px(8));
    const ImVec2 high(low.x + size.x, low.y + size.y);
    list_.AddRectFilled(low, high, style_.colours.chip, style_.px(10));
    const std::string remark = frame_.tr("lesson.covered.sheet");
    const float text = ui::text_size("?", style_.title()).y;
    const ImVec2 middle((low.x + high.x) / 2, (low.y + high.y) / 2);
    ui::draw_text_centred(list_, {middle.x, middle.y - text}, "?", style_.title());
    ui::draw_text_centred(list_, {middle.x, middle.y + style_.px(4)},
                          ui::ellipsise(remark, size.x - style_.px(24), style_.quiet()), style_.quiet());
  }

  // The tokens of the rows and the columns; once, if they are the same.
  void draw_words() {
    const engine::Stage& stage = frame_.trace().stage(stage_);
    const bool has_rows = stage.rows_are().counts_tokens();
    const bool has_columns = stage.columns_are().counts_tokens();
    const bool is_map = stage.row_axis == engine::Axis::kQueries;
    if (has_rows)
      draw_tokens(is_map ? "lesson.covered.queries" : "lesson.covered.tokens", rows_,
                  is_map ? style_.colours.query : style_.colours.ink);
    if (has_columns && !(has_rows && rows_ == columns_))
      draw_tokens("lesson.covered.keys", columns_, style_.colours.key);
  }
  void draw_tokens(std::string_view key, const std::vector<std::string>& tokens, ImU32 colour) const {
    std::string line;
    for (const std::string& token : tokens) line.append(line.empty() ? "" : "   ").append(token);
    const ui::TextStyle type{style_.fonts.semibold, style_.px(18), colour};
    ui::label(ui::ellipsise(frame_.tr(key, {{"tokens", line}}), ImGui::GetContentRegionAvail().x, type),
              type);
  }

  // The cell that the step pins: its row is the one that it speaks of. None, where it looks elsewhere.
  std::optional<std::pair<Index, Index>> pinned() const {
    const app::Focus& focus = lesson_step(frame_)->document.focus;
    const engine::Stage& stage = frame_.trace().stage(stage_);
    const bool is_here = focus.pinned && focus.stage == stage.address && focus.pinned->first < stage.rows &&
                         focus.pinned->second < stage.columns;
    return is_here ? focus.pinned : std::nullopt;
  }
  bool is_asked(Index row) const { return pinned() && pinned()->first == row; }

  // A frame around that row; and around the pinned cell, unless a cell is what is asked for.
  void draw_asked() {
    const auto cell = pinned();
    if (!cell) return;
    const ImVec2 low = grid_.low(cell->first, 0);
    list_.AddRect(low, {grid_.end().x, low.y + grid_.cell}, style_.colours.query, 0, 0, style_.px(2));
    if (!asks_cell()) outline(cell->first, cell->second, style_.colours.ink);
  }

  // The column of the pinned cell, unless a cell is what is asked for.
  bool is_asked_column(Index column) const { return !asks_cell() && pinned() && pinned()->second == column; }

  void place() {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const engine::Stage& stage = frame_.trace().stage(stage_);
    grid_.rows = stage.rows;
    grid_.columns = stage.columns;
    const float beside = widest(rows_, style_.text()) + style_.px(10);
    const float slanted = widest(columns_, style_.text()) + ui::text_size("x", style_.text()).y;
    const float above = slanted * std::numbers::sqrt2_v<float> / 2 + style_.px(10);
    const float wide = (room.x - beside) / static_cast<float>(stage.columns + 1);
    const float high = (room.y - above) / static_cast<float>(stage.rows);
    grid_.cell = std::floor(std::clamp(std::min(wide, high), 2.0f, style_.px(kMostCell)));
    const float whole = beside + grid_.cell * static_cast<float>(stage.columns + 1);
    grid_.corner = {at.x + beside + std::floor(std::max(0.0f, room.x - whole) / 2), at.y + above};
  }

  void draw_lines() {
    const ImVec2 end = grid_.end();
    for (Index row = 0; row <= grid_.rows; ++row) {
      const float y = grid_.low(row, 0).y;
      list_.AddLine({grid_.corner.x, y}, {end.x, y}, style_.colours.hairline);
    }
    for (Index column = 0; column <= grid_.columns; ++column) {
      const float x = grid_.low(0, column).x;
      list_.AddLine({x, grid_.corner.y}, {x, end.y}, style_.colours.hairline);
    }
  }

  void draw_labels() {
    if (grid_.cell < style_.px(kLeastLabelled)) return;
    const ui::TextStyle type = style_.text();
    const ui::TextStyle asked{style_.fonts.semibold, type.size, style_.colours.query};
    const ui::TextStyle asked_column{style_.fonts.semibold, type.size, style_.colours.key};
    const float half = (grid_.cell - ui::text_size("x", type).y) / 2;
    for (Index row = 0; row < grid_.rows; ++row) {
      const ImVec2 at = grid_.low(row, 0);
      ui::draw_text_right(list_, {at.x - style_.px(8), at.y + half}, rows_.at(static_cast<size_t>(row)),
                          is_asked(row) ? asked : type);
    }
    constexpr float kSlant = -45;
    for (Index column = 0; column < grid_.columns; ++column) {
      const ImVec2 at = grid_.low(0, column);
      ui::draw_text_rotated(list_, {at.x + grid_.cell / 2, at.y - style_.px(6)}, kSlant,
                            columns_.at(static_cast<size_t>(column)),
                            is_asked_column(column) ? asked_column : type);
    }
  }

  void take_click() {
    ImGui::SetCursorScreenPos(grid_.corner);
    const ImVec2 end = grid_.end();
    const ImVec2 size(end.x - grid_.corner.x, end.y - grid_.corner.y);
    const bool pressed = ImGui::InvisibleButton("covered stage", size);
    ui::tip(style_, frame_.tr("lesson.covered.click"));
    if (const auto& clicked = frame_.session.desk().lesson.given.clicked)
      outline(clicked->first, clicked->second, style_.colours.ink);
    if (!ImGui::IsItemHovered()) return;
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto row = static_cast<Index>((mouse.y - grid_.corner.y) / grid_.cell);
    const auto column = static_cast<Index>((mouse.x - grid_.corner.x) / grid_.cell);
    if (row >= grid_.rows || column >= grid_.columns) return;
    outline(row, column, style_.colours.accent);
    if (pressed)
      change_answer(frame_, [row, column](app::GivenAnswer& answer) { answer.clicked = {row, column}; });
  }

  void outline(Index row, Index column, ImU32 colour) {
    const ImVec2 low = grid_.low(row, column);
    list_.AddRect(low, {low.x + grid_.cell, low.y + grid_.cell}, colour, 0, 0, style_.px(2.5f));
  }

  const Frame& frame_;
  const ui::Style& style_;
  int stage_;
  ImDrawList& list_;
  std::vector<std::string> rows_, columns_;
  CoveredGrid grid_;
};

}  // namespace

void draw_covered_stage(const Frame& frame) {
  if (!frame.session.trace()) return draw_no_trace(frame);
  if (const auto stage = frame.trace().find(lesson_step(frame)->question->cover))
    CoveredStage(frame, *stage).draw();
}

}  // namespace views
