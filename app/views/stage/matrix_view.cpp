// matrix_view.cpp: one matrix on the screen.
#include "app/views/stage/matrix_view.h"

#include <algorithm>
#include <cmath>

#include "app/look/labels.h"
#include "app/look/palette.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/stage/number_edit.h"
#include "app/views/stage/shown_cells.h"
#include "app/views/stage/visible_cells.h"
#include "engine/core/drawn.h"
#include "engine/core/formula.h"
#include "engine/core/hidden.h"
#include "engine/core/letters.h"
#include "engine/core/size_symbols.h"

namespace views {
namespace {

constexpr float kAirBesideNumber = 4;      // pixels on each side at 100 %
constexpr float kAirOfSmallCells = 0.11f;  // of the width, at most
constexpr float kAirOfLargeCells = 0.09f;  // of the width, at least: a pinned cell's frame lies in it
constexpr float kAirOfPresentedCells = 0.07f;
constexpr float kAirWhereTight = 1.5f;      // where numbers have no fewer decimals to give
constexpr float kNothingsStrength = 0.75f;  // of a number that only rounds to 0

ImU32 number_colour(const look::ColourScale& scale, float value) {
  return ui::pack(look::text_on(look::colour_of(scale, value)));
}

// Token ids are names; a colour would suggest amounts.
bool is_names(const Frame& frame, const ui::MatrixFrame& matrix) {
  return frame.trace().stage(matrix.stage).column_axis == engine::Axis::kIds;
}

// How the numbers of a matrix are written: all of them with the same decimals.
struct NumberForm {
  float size = 0;    // of the type, in pixels
  float room = 0;    // for each number
  int decimals = 2;  // -1: too few would fit to tell the numbers apart, so there are none
};

// The number of a cell, as it is written in `width` pixels: exact zeros read "0", small values "0.00".
std::string cell_text(float value, float width, const ui::TextStyle& type, int decimals, bool whole) {
  const bool is_short = std::round(value) == value && (whole || value == 0);
  return ui::format_number(value, width, type, is_short ? 0 : decimals);
}

// What is only close to 0 steps back, so that the numbers that matter are seen first.
bool rounds_to_nothing(float value, int decimals) {
  return value != 0 && std::abs(value) < 0.5f * std::pow(10.0f, static_cast<float>(-decimals));
}

// The numbers as they are drawn of the cells in sight: -inf where the mask hides a weight.
class CellsInSight {
 public:
  CellsInSight(const Frame& frame, const ui::MatrixFrame& matrix)
      : down_(visible(matrix.first_row, matrix.rows)), across_(visible(matrix.first_column, matrix.columns)) {
    if (down_.end <= down_.first || across_.end <= across_.first) return;
    const engine::Cell first = drawn_cell(matrix, down_.first, across_.first);
    const engine::Cell last = drawn_cell(matrix, down_.end - 1, across_.end - 1);
    first_ = first;
    numbers_ = engine::read_drawn(frame.trace(), matrix.stage, first.row, first.column,
                                  last.row - first.row + 1, last.column - first.column + 1);
  }

  bool is_hidden(const engine::Cell& cell) const {
    return engine::is_hidden(numbers_(cell.row - first_.row, cell.column - first_.column));
  }

  const Span& down() const { return down_; }
  const Span& across() const { return across_; }

 private:
  Span down_;
  Span across_;
  engine::Cell first_;
  engine::Matrix numbers_;
};

constexpr float kLeastShownNumber = 0.88f;    // of the usual least size
constexpr float kTightNumber = 0.92f;         // of that, where numbers stand close
constexpr float kLargestTightNumber = 0.95f;  // of the usual least size, there

// With fewer, 0.81 − 0.97 would read −0.2; with more, numbers up to 9.99 would run together.
int least_decimals(double largest) {
  return largest < 2 ? 2 : largest < 20 ? 1 : 0;
}

// As large as the cell lets the widest of its stage's numbers be, with both decimals; with fewer, or a little
// smaller, where they have no room. No larger than `limit`, in pixels.
NumberForm widest_form(const Frame& frame, const ui::MatrixFrame& matrix, float limit) {
  const float least = frame.style.px(frame.style.numbers.least);
  const float most = std::max(least, std::min(frame.style.px(frame.style.numbers.most), limit));
  const float wanted =
      std::min(std::max(matrix.cell_width() * 0.30f, std::min(matrix.cell_width() * 0.36f, most)),
               matrix.cell_height() * 0.62f);
  const bool presents = frame.session.desk().presenting.is_on;
  const float share = presents ? kAirOfPresentedCells : kAirOfSmallCells;
  const float air = std::max(std::min(frame.style.px(kAirBesideNumber), share * matrix.cell_width()),
                             presents ? 0 : kAirOfLargeCells * matrix.cell_width());
  const float room = matrix.cell_width() - 2 * air;
  const NumberForm usual{std::clamp(wanted, least, most), room};
  const engine::Summary* const summary = frame.facts.summary(matrix.stage);
  if (summary == nullptr || is_names(frame, matrix)) return usual;
  const double low = static_cast<double>(summary->smallest);
  const double high = static_cast<double>(summary->largest);
  const double largest = std::max(std::abs(low), std::abs(high));
  if (!(largest < 1e6)) return usual;  // powers of ten
  const auto largest_size = [&](int decimals, float from, float to, float within) {
    for (float size = from; size >= to; size -= 0.5f) {
      const ui::TextStyle type{frame.style.fonts.regular, size, frame.style.colours.ink};
      const float width =
          std::max(ui::number_width(low, decimals, type), ui::number_width(high, decimals, type));
      if (width <= within) return size;
    }
    return 0.0f;
  };
  const float lowest = kLeastShownNumber * least;
  // Before a class a little smaller is better than a decimal fewer.
  const float whole = presents ? lowest : least;
  if (const float size = largest_size(2, std::max(wanted, least), whole, room); size > 0)
    return {size, room, 2};
  const int fewest = least_decimals(largest);
  // A decimal less leaves room for larger digits.
  const float larger =
      std::clamp(std::min(matrix.cell_width() * 0.38f, matrix.cell_height() * 0.5f), least, most);
  for (int decimals = 1; decimals >= fewest; --decimals) {
    if (const float size = largest_size(decimals, std::max(usual.size, larger), least, room); size > 0)
      return {size, room, decimals};
  }
  const float tight = matrix.cell_width() - 2 * frame.style.px(kAirWhereTight);
  const float size = largest_size(fewest, kLargestTightNumber * least, kTightNumber * lowest, tight);
  return size > 0 ? NumberForm{size, tight, fewest} : NumberForm{usual.size, room, -1};
}

// No larger than `limit`, whatever its cells have room for.
NumberForm number_form(const Frame& frame, const ui::MatrixFrame& matrix, float limit) {
  NumberForm form = widest_form(frame, matrix, limit);
  form.size = std::min(form.size, limit);
  return form;
}

bool is_lit(const engine::Cell& cell, const std::vector<LitBlock>& lit) {
  return std::ranges::any_of(lit, [&](const LitBlock& block) {
    return block.first.stage == cell.stage && cell.row >= block.first.row && cell.row <= block.last.row &&
           cell.column >= block.first.column && cell.column <= block.last.column;
  });
}

// The numbers in the cells. What is hidden has none: hatching says it, and the legend says what it means.
void draw_numbers(const Frame& frame, const ui::MatrixFrame& matrix, const look::ColourScale& scale,
                  const ShownCells& shown, const ShownNumbers& asked, const std::vector<LitBlock>& lit) {
  const CellsInSight sight(frame, matrix);
  const bool names = is_names(frame, matrix);
  const bool whole = names || frame.trace().stage(matrix.stage).kind == engine::StageKind::kMask;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const NumberForm form = number_form(frame, matrix, asked.most);
  if (form.decimals < 0) return;
  ui::TextStyle type{frame.style.fonts.regular, form.size, frame.style.colours.ink};
  const float height = ui::text_size("0", type).y;
  for (engine::Index row = sight.down().first; row < sight.down().end; ++row) {
    for (engine::Index column = sight.across().first; column < sight.across().end; ++column) {
      const engine::Cell cell = drawn_cell(matrix, row, column);
      const auto number = shown.number(cell);
      if (!number || sight.is_hidden(cell)) continue;
      const auto value = static_cast<float>(*number);
      if ((asked.only_lit || std::abs(value) < asked.least) && !is_lit(cell, lit)) continue;
      const auto [low, high] = matrix.box(cell, cell);
      // A cell cut off at the edge of a zoomed view shows no number.
      if (high.x - low.x < matrix.cell_width() * 0.9f || high.y - low.y < matrix.cell_height() * 0.9f)
        continue;
      type.colour = names || std::isnan(value) ? frame.style.colours.ink : number_colour(scale, value);
      const bool is_nothing = !names && rounds_to_nothing(value, form.decimals);
      if (is_nothing && !frame.style.numbers.shows_nothing) continue;
      if (is_nothing) type.colour = ui::with_alpha(type.colour, kNothingsStrength);
      const std::string text = std::isfinite(value) ? cell_text(value, form.room, type, form.decimals, whole)
                               : std::isnan(value)  ? "NaN"
                                                    : "+∞";
      const float width = ui::number_width(text, type);
      ui::draw_number(list,
                      {std::round((low.x + high.x + width) / 2), std::round((low.y + high.y - height) / 2)},
                      text, type);
    }
  }
}

// A map of zeros without its numbers looks like one that is not there yet: it says what it is.
void draw_all_zeros(const Frame& frame, const ui::MatrixFrame& matrix, const look::ColourScale& scale,
                    const ShownCells& shown) {
  const engine::Stage& stage = frame.trace().stage(matrix.stage);
  if (!shown.number({matrix.stage, stage.rows - 1, stage.columns - 1})) return;
  const engine::Summary* const summary = frame.facts.summary(matrix.stage);
  const bool is_zeros = summary != nullptr && summary->finite > 0 && summary->hidden == 0 &&
                        summary->smallest == 0 && summary->largest == 0;
  if (!is_zeros || is_names(frame, matrix)) return;
  const std::string words = frame.tr("strip.constant", {{"value", "0"}});
  const float height = std::max(frame.style.text().size, frame.style.px(frame.style.numbers.least));
  const ui::TextStyle type{frame.style.fonts.regular, height, number_colour(scale, 0)};
  const ImVec2 size = ui::text_size(words, type);
  if (size.x > matrix.size.x - frame.style.px(8) || size.y > matrix.size.y) return;
  const ImVec2 middle(matrix.corner.x + matrix.size.x / 2, matrix.corner.y + (matrix.size.y - size.y) / 2);
  ui::draw_text_centred(*ImGui::GetWindowDrawList(), middle, words, type);
}

// "Qᵀ", or with its shape "Qᵀ ∈ ℝ^{d_k×L}".
ui::MathLayout name_layout(const Frame& frame, int stage, bool transposed, bool with_shape) {
  const engine::Stage& named = frame.trace().stage(stage);
  const ui::MathStyle type{&frame.style.fonts, frame.style.px(16), frame.style.role(named.role), 0, 0, 0};
  std::string symbol = engine::symbol_of(frame.trace(), named, frame.style.lettering);
  if (transposed) symbol = "{" + symbol + "}^{T}";
  if (with_shape) symbol += engine::membership(frame.trace(), named, transposed);
  return ui::layout_math(symbol, type);
}

// "11 × 16"
std::string shape_of(const Frame& frame, int stage, bool transposed) {
  const engine::Stage& named = frame.trace().stage(stage);
  const engine::Index rows = transposed ? named.columns : named.rows;
  const engine::Index columns = transposed ? named.rows : named.columns;
  return std::to_string(rows) + " × " + std::to_string(columns);
}

// Next to an unfinished picture: what it shows, and how far it is.
void draw_progress(const Frame& frame, const ui::MatrixFrame& matrix, const ui::MapProgress& progress,
                   bool is_open) {
  const auto percent = std::to_string(static_cast<int>(100 * progress.share));
  const std::string text = is_open ? frame.tr("map.measuring")
                           : progress.share < 1
                               ? frame.tr("map.making", {{"percent", percent}})
                               : frame.tr("map.coarse", {{"rows", std::to_string(progress.rows)},
                                                         {"columns", std::to_string(progress.columns)}});
  const ui::TextStyle type = frame.style.small_ink();
  const float inset = frame.style.px(6);
  const float room = matrix.size.x - 4 * inset;
  if (room < frame.style.px(90)) return;
  const std::string shown = ui::ellipsise(text, room, type);
  const ImVec2 size = ui::text_size(shown, type);
  const ImVec2 low(matrix.corner.x + inset, matrix.corner.y + matrix.size.y - size.y - 3 * inset);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 high(low.x + size.x + 2 * inset, low.y + size.y + 2 * inset);
  list.AddRectFilled(low, high, frame.style.colours.panel, inset);
  list.AddRect(low, high, frame.style.colours.hairline, inset);
  ui::draw_text(list, {low.x + inset, low.y + inset}, shown, type);
}

}  // namespace

bool numbers_fit(const Frame& frame, const ui::MatrixFrame& matrix) {
  const ui::CellNumbers& numbers = frame.style.numbers;
  return std::round(matrix.cell_width()) >= frame.style.px(numbers.widths * numbers.least) &&
         matrix.cell_height() >= frame.style.px(numbers.heights * numbers.least);
}

float number_size(const Frame& frame, const ui::MatrixFrame& matrix) {
  if (!numbers_fit(frame, matrix)) return kNoLimit;
  const NumberForm form = number_form(frame, matrix, kNoLimit);
  return form.decimals < 0 ? kNoLimit : form.size;
}

void draw_matrix(const Frame& frame, const ui::MatrixFrame& matrix, const look::ColourScale& scale,
                 const std::vector<LitBlock>& lit, const ShownNumbers& numbers) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end(matrix.corner.x + matrix.size.x, matrix.corner.y + matrix.size.y);
  if (is_names(frame, matrix)) {
    list.AddRectFilled(matrix.corner, end, frame.style.colours.chip);
  } else {
    const ui::MapProgress progress =
        frame.heatmaps.draw(list, frame.trace_pointer(), matrix, scale, frame.style, frame.derived_name);
    if (!progress.is_made || scale.is_open()) draw_progress(frame, matrix, progress, scale.is_open());
  }
  const ShownCells shown(frame, matrix);
  shown.draw(scale);
  list.AddRect({matrix.corner.x - 1, matrix.corner.y - 1}, {end.x + 1, end.y + 1},
               frame.style.colours.hairline);
  const bool has_numbers = numbers_fit(frame, matrix);
  has_numbers ? draw_numbers(frame, matrix, scale, shown, numbers, lit)
              : draw_all_zeros(frame, matrix, scale, shown);
  draw_typed_marks(frame, matrix);
  for (const LitBlock& block : lit) {
    if (block.first.stage != matrix.stage) continue;
    const auto [low, high] = matrix.box(block.first, block.last);
    // Slivers cut off at the edge are not highlighted; cells smaller than a pixel are.
    const auto is_cut = [](float side, float cell) { return side <= 0 || (side < 0.5f && cell >= 0.5f); };
    if (is_cut(high.x - low.x, matrix.cell_width()) || is_cut(high.y - low.y, matrix.cell_height())) continue;
    const auto outline = [&, low = low, high = high](float out, ImU32 colour, float rounding,
                                                     float thickness) {
      list.AddRect({low.x - out, low.y - out}, {high.x + out, high.y + out}, colour, rounding, 0, thickness);
    };
    const float line = frame.style.px(2);
    if (!has_numbers) {
      outline(2, frame.style.colours.panel, frame.style.px(3), 2 * line);
      outline(1, block.colour, line, line);
      continue;
    }
    // Inside the cells, a row's thin: it cuts no number.
    const float own = block.first == block.last ? line : line * 0.75f;
    outline(line / 2, frame.style.colours.panel, frame.style.px(3), line);
    outline(-own / 2, block.colour, line, own);
  }
}

void draw_matrix_name(const Frame& frame, int stage, bool transposed, ImVec2 at, float room,
                      const BehindLetter& behind) {
  const ui::TextStyle small = frame.style.small();
  const std::string shape = shape_of(frame, stage, transposed);
  const float gap = frame.style.px(6);
  const float numbers = gap + ui::text_size(shape, small).x;
  const bool in_shapes = frame.style.lettering.notation == engine::Notation::kShapes;
  ui::MathLayout layout = name_layout(frame, stage, transposed, in_shapes);
  const bool has_membership = in_shapes && layout.width <= room;
  if (in_shapes && !has_membership) layout = name_layout(frame, stage, transposed, false);
  const float baseline = at.y + frame.style.px(15);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_math(list, {at.x, baseline}, layout);
  // Its size is in its symbol, or has no room.
  if (in_shapes && (has_membership || layout.width + numbers > room)) return;
  ImVec2 next(at.x + layout.width + gap, baseline - ui::baseline(small.font, small.size));
  if (!behind.words.empty()) {
    ui::draw_text(list, next, behind.words, frame.style.small_ink());
    next.x += ui::text_size(behind.words, small).x + gap;
  }
  if (behind.has_shape) ui::draw_text(list, next, shape, small);
}

float matrix_name_width(const Frame& frame, int stage, bool transposed, const BehindLetter& behind) {
  if (frame.style.lettering.notation == engine::Notation::kShapes)
    return name_layout(frame, stage, transposed, true).width;
  const auto with_gap = [&](const std::string& text) {
    return frame.style.px(6) + ui::text_size(text, frame.style.small()).x;
  };
  return name_layout(frame, stage, transposed, false).width +
         (behind.words.empty() ? 0 : with_gap(behind.words)) +
         (behind.has_shape ? with_gap(shape_of(frame, stage, transposed)) : 0);
}

BehindLetter words_of_matrix(const Frame& frame, const StageLayout& layout, const PlacedMatrix& placed) {
  const bool in_shapes = frame.style.lettering.notation == engine::Notation::kShapes;
  if (in_shapes || layout.matrices.size() < 2 || placed.name_beside || layout.result().name_beside) return {};
  const ui::MatrixFrame& matrix = placed.frame;
  const std::string words = look::stage_name(frame.tr, frame.trace().stage(matrix.stage));
  // Behind an operand's name is the place of the matrix's own colour bar, which matters more.
  constexpr float kBarWithNumbers = 118;  // pixels at 100 %, with the air before it: −200 to 200
  constexpr float kPastMatrix = 22;       // that its end may reach
  const float bar = placed.is_result ? 0 : frame.style.px(kBarWithNumbers);
  const float room = matrix.size.x - bar + (placed.column_labels ? frame.style.px(kPastMatrix) : 0);
  for (const bool has_shape : {true, false}) {
    if (matrix_name_width(frame, matrix.stage, matrix.transposed, {words, has_shape}) <= room)
      return {words, has_shape};
  }
  return {};
}

// The memory of the stage over all heads: the N² of attention, growing while one types.
std::string memory_sentence(const Frame& frame, const engine::Stage& stage) {
  const int heads = engine::head_of(stage.address) ? frame.facts.head_count() : 1;
  const engine::Index numbers = stage.rows * stage.columns * heads;
  std::string size = frame.tr(heads > 1 ? "figure.map_size" : "figure.shape",
                              {{"rows", std::to_string(stage.rows)},
                               {"columns", std::to_string(stage.columns)},
                               {"heads", std::to_string(heads)},
                               {"numbers", look::whole_number(numbers)},
                               {"bytes", look::byte_size(static_cast<double>(numbers) * sizeof(float))}});
  if (!frame.trace().recomputes()) return size;
  const engine::BandCache& bands = frame.session.bands();
  size += "   ·   ";
  return size +
         frame.tr("figure.maps_kept", {{"bytes", look::byte_size(static_cast<double>(bands.bytes()))},
                                       {"limit", look::byte_size(static_cast<double>(bands.limit()))}});
}

std::string count_sentence(const Frame& frame, const engine::Stage& stage) {
  return frame.tr("figure.count", {{"numbers", look::whole_number(stage.rows * stage.columns)}});
}

const look::ColourScale& scale_alone(const Frame& frame, int stage) {
  return look::is_signed(frame.trace().stage(stage)) ? frame.facts.own_scale(stage)
                                                     : frame.facts.scale(stage);
}

std::vector<ColourMark> colour_marks(const look::ColourScale& scale, float height, float line) {
  const float first = line / 3;
  const float last = height - first;
  std::vector<ColourMark> marks = {{scale.high, first}};
  const bool has_room = height / 2 - first >= line;
  if (look::is_signed(scale.map) && has_room) marks.push_back({(scale.low + scale.high) / 2, height / 2});
  if (last - first >= line) marks.push_back({scale.low, last});
  return marks;
}

void draw_colour_bar(const Frame& frame, const look::ColourScale& scale, ImVec2 at, float height) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto& style = frame.style;
  const float width = style.px(12);
  if (scale.is_open()) return;
  const auto colours = look::lookup(scale.map);
  at = {std::round(at.x), std::round(at.y)};
  height = std::floor(height);
  const int lines = static_cast<int>(height);
  for (int line = 0; line < lines; ++line) {
    const int entry = (2 * (lines - line) - 1) * look::kMapEntries / (2 * lines);
    const float y = at.y + static_cast<float>(line);
    list.AddRectFilled({at.x, y}, {at.x + width, y + 1}, ui::pack(colours[static_cast<size_t>(entry)]));
  }
  list.AddRect({at.x - 1, at.y - 1}, {at.x + width + 1, at.y + height + 1}, style.colours.hairline);
  const ui::TextStyle type = style.small();
  const float line = ui::text_size("0", type).y;
  for (const ColourMark& mark : colour_marks(scale, height, line)) {
    const int decimals = std::abs(scale.high) >= 100 ? 0 : std::abs(scale.high) >= 10 ? 1 : 2;
    const std::string text = mark.value == 0 ? "0" : engine::number_markup(mark.value, decimals);
    ui::draw_text(list, {at.x + width + style.px(6), at.y + mark.centre - line / 2}, text, type);
  }
}

}  // namespace views
