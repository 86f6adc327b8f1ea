// presented_stage.cpp: one stage for projection: title, formula, and the matrices with values as large as the
// text around them, or with the values of one row and one column next to them.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/present/factors.h"
#include "app/views/present/one_line_sum.h"
#include "app/views/present/present_parts.h"
#include "app/views/present/telling_cell.h"
#include "app/views/stage/layer_readings.h"
#include "app/views/stage/matrix_view.h"
#include "app/views/stage/stage_parts.h"
#include "engine/core/address.h"

namespace views {
namespace {

ui::MathLayout formula_of(const Frame& frame, int index, float size, float width) {
  const auto& style = frame.style;
  const ui::MathStyle math{&style.fonts,        style.px(size),    style.colours.ink,
                           style.colours.query, style.colours.key, style.colours.value};
  return ui::layout_math(frame.trace().formula(index, style.lettering), math, width);
}

// The title, and the formula next to it or below; returns their height.
float draw_heading(const Frame& frame, int index, ImVec2 corner, float width) {
  const auto& style = frame.style;
  const std::string title = frame.tr("title." + std::string(frame.trace().stage(index).kind.name()));
  const float room = width - ui::text_size(title, style.title()).x - style.px(20);
  ui::MathLayout formula = formula_of(frame, index, 22, width);
  // A little smaller before it takes a line that the matrix could have.
  if (formula.width > room) {
    const ui::MathLayout smaller = formula_of(frame, index, 18, width);
    if (smaller.width <= room) formula = smaller;
  }
  const bool beside = formula.width <= room;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  float y = corner.y;
  for (const std::string& line : ui::wrap_text(title, width, style.title())) {
    ui::draw_text(list, {corner.x, y}, line, style.title());
    y += style.px(30);
  }
  const float baseline = beside ? corner.y + style.px(20) : y + formula.ascent;
  ui::draw_math(list, {beside ? corner.x + width - formula.width : corner.x, baseline}, formula);
  return std::max(y, baseline + formula.descent) - corner.y + style.px(6);
}

bool says_matches(const engine::Stage& stage) {
  constexpr std::array kScores = {engine::StageKind::kScores, engine::StageKind::kRelativeSum,
                                  engine::StageKind::kScaled, engine::StageKind::kBiased,
                                  engine::StageKind::kMasked};
  return std::ranges::any_of(kScores, [&](engine::StageKind kind) { return stage.kind == kind; });
}

// Below the heading: of weights, what the pinned query reads in each layer; of scores, what it matches best;
// of a head's output, whose values it is made of. Returns its height.
float draw_readings(const Frame& frame, int index, ImVec2 corner, float width) {
  const engine::Stage& stage = frame.trace().stage(index);
  if (!engine::head_of(stage.address) || engine::is_gradient(stage.address)) return 0;
  const ui::TextStyle type = frame.style.text();
  const std::string words = stage.kind == engine::StageKind::kWeights
                                ? layer_readings_words(frame, width, type)
                            : says_matches(stage)       ? match_words(frame, index, width, type)
                            : weighs_rows(frame, index) ? output_words(frame, index, width, type)
                                                        : "";
  if (words.empty()) return 0;
  ui::draw_text(*ImGui::GetWindowDrawList(), corner, words, type);
  return ui::text_size(words, type).y + frame.style.px(4);
}

constexpr float kResultCaption = 24;  // pixels at 100 %

struct Presented {
  LayoutMetrics sizes;
  StageLayout layout;
  bool has_numbers = false;  // in its cells
  SideLanes lanes;           // next to it, if they are not
};

// Between the names of the weights' own name and bar of colours, at the top, and the matrix.
float lines_above_weights(const Frame& frame, const Presented& presented) {
  const float top = presented.layout.matrices[1].frame.corner.y - presented.sizes.caption;
  const float bar = ui::text_size("0", frame.style.small()).y + frame.style.px(2);
  const float room = presented.layout.matrices[0].frame.corner.y - top - presented.sizes.caption - bar;
  return std::clamp(room, 1.0f, factor_lines_height(frame));
}

constexpr float kMapCell = 2.4f;  // the width of a map's cell, at most as many of its heights

// What surrounds a result whose numbers are not in its cells, or does not.
struct ResultRoom {
  float least = 0;    // an operand's inner side, pixels
  float caption = 0;  // above the result of a product, which has numbers on its right; pixels
};

Presented lay_out(const Frame& frame, int index, ImVec2 corner, ImVec2 room, ImVec2 shares,
                  const ResultRoom& around) {
  Presented presented;
  presented.sizes = stage_sizes(frame, index, corner, room);
  presented.sizes.widest_map_cell = kMapCell;
  presented.sizes.gap = frame.style.px(12);
  presented.sizes.operand_share = shares;
  presented.sizes.smallest_operand = around.least;
  presented.sizes.result_caption = around.caption;
  presented.layout = centred_stage(frame, index, corner, room, presented.sizes);
  presented.has_numbers = numbers_fit(frame, presented.layout.result().frame);
  if (weighs_rows(frame, index) && !presented.has_numbers)
    presented.sizes.factor_lines = lines_above_weights(frame, presented);
  return presented;
}

// Of the result's rows every n-th has its label.
int labelled_rows(const Frame& frame, const Presented& presented) {
  const ui::MatrixFrame& result = presented.layout.result().frame;
  const float pitch = row_label_pitch(frame, frame.trace().stage(result.stage).rows_are());
  int step = 1;
  while (static_cast<float>(step) * result.cell_height() < pitch) step *= 2;
  return step;
}

// Of the space that operands usually have.
constexpr std::array<float, 6> kShares = {1, 0.8f, 0.6f, 0.45f, 0.35f, 0.25f};

// The same next to a result of many columns: where the mouse walks, the operand above is read as well; where
// the result weighs its rows, both.
constexpr float kAcrossBesideMany = 0.45f;
constexpr float kAcrossOfWeights = 0.6f;
constexpr std::array<float, 4> kDownBesideMany = {1.15f, 1, 0.9f, 0.8f};

// With operands as large as the result's numbers let them be: first down, then across.
template <typename LayOut, typename IsRight>
Presented with_largest_operands(const LayOut& lay_out, const IsRight& is_right) {
  ImVec2 shares(kShares.back(), kShares.back());
  Presented best = lay_out(shares);
  for (float ImVec2::*const side : {&ImVec2::y, &ImVec2::x}) {
    for (const float share : kShares) {
      ImVec2 tried = shares;
      tried.*side = share;
      Presented presented = lay_out(tried);
      if (!is_right(presented, best)) continue;
      best = std::move(presented);
      shares = tried;
      break;
    }
  }
  return best;
}

// Operands yield to the result's values.
Presented with_numbers_in_cells(const Frame& frame, int index, ImVec2 corner, ImVec2 room) {
  return with_largest_operands(
      [&](ImVec2 shares) {
        return lay_out(frame, index, corner, room, shares, {.least = frame.style.px(20)});
      },
      [](const Presented& tried, const Presented& /*best*/) { return tried.has_numbers; });
}

// Of its size, a digit in a cell: before it is left out, it is somewhat smaller, as large as the labels.
constexpr std::array<float, 3> kDigitShares = {1, 0.8f, 0.64f};

// A stage with numbers in its cells, and the style that they have.
struct InCells {
  ui::Style style;
  Presented presented;
};

// Of a map with the largest digits for which its cells have room, of other stages only with the largest of
// all: what has many columns says one row and one column instead, and what they are made of.
std::optional<InCells> in_cells(const Frame& frame, int index, ImVec2 corner, ImVec2 room) {
  const bool may_shrink = is_map(frame.trace().stage(index));
  for (const float share : kDigitShares) {
    if (share < 1 && !may_shrink) break;
    ui::Style style = frame.style;
    style.numbers.least *= share;
    style.numbers.most *= share;
    Presented presented = with_numbers_in_cells(frame.in(style), index, corner, room);
    if (presented.has_numbers) return InCells{style, std::move(presented)};
  }
  return std::nullopt;
}

// Where even small digits have no room in the cells, the values of one row and one column are next to it.
Presented with_numbers_beside(const Frame& frame, int index, ImVec2 corner, ImVec2 room) {
  const auto beside_lanes = [&](const SideLanes& lanes) {
    // A map needs the height: all its keys are named.
    ResultRoom around;
    around.caption = is_map(frame.trace().stage(index)) ? 0 : frame.style.px(kResultCaption);
    const ImVec2 taken = side_numbers_room(frame, lanes);
    around.least = frame.style.px(lanes.is_whole ? 26 : 20);
    return [=, &frame, left = ImVec2(room.x - taken.x, room.y - taken.y)](ImVec2 shares) {
      Presented presented = lay_out(frame, index, corner, left, shares, around);
      presented.lanes = side_lanes(frame, presented.layout.result().frame);
      return presented;
    };
  };
  constexpr float kLittleSmaller = 0.85f;
  const auto with_lanes = [&](const SideLanes& lanes) {
    return with_largest_operands(beside_lanes(lanes), [](const Presented& tried, const Presented& best) {
      return tried.lanes.is_whole && tried.lanes.below <= best.lanes.below &&
             tried.lanes.type >= kLittleSmaller * best.lanes.type;
    });
  };
  for (const int below : {1, 2}) {
    const SideLanes lanes = side_lanes_to_try(frame, below);
    Presented presented = with_lanes(lanes);
    if (presented.lanes.is_whole && presented.lanes.below <= below) return presented;
  }
  const auto beside_many = beside_lanes(side_lanes_of_many(frame));
  const bool weighs = weighs_rows(frame, index);
  const float across = weighs ? kAcrossOfWeights : kAcrossBesideMany;
  Presented presented = beside_many({across, kDownBesideMany.back()});
  const int labelled = labelled_rows(frame, presented);
  // As much for the operand above as leaves the result's rows their labels.
  for (const float down : kDownBesideMany) {
    if (down > 1 && !weighs) continue;
    presented = beside_many({across, down});
    if (labelled_rows(frame, presented) <= labelled) break;
  }
  presented.lanes = side_lanes_of_many(frame, presented.layout.result().frame);
  return presented;
}

// In the operands, what the line below reads.
void draw_what_is_read(const Frame& frame, const Presented& presented, const engine::Cell& cell,
                       const OneLineSum& line) {
  if (presented.sizes.factor_lines > 0) {
    draw_factors(frame, presented.layout, presented.sizes, line.written());
  } else {
    draw_read_numbers(frame, presented.layout, cell, line.explanation());
  }
}

// While no cell is pinned or played, one that tells something is explained; the mouse has its own.
void explain_a_cell(const Frame& frame, int index) {
  if (frame.session.document().focus.pinned || frame.session.play_plan()) return;
  frame.hover(telling_cell(frame, index));
}

}  // namespace

void draw_presented_stage(const Frame& asked, ImVec2 corner, ImVec2 room) {
  const int index = asked.session.focused_stage();
  if (index < 0) return;
  explain_a_cell(asked, index);
  float heading = draw_heading(asked, index, corner, room.x);
  heading += draw_readings(asked, index, {corner.x, corner.y + heading}, room.x);
  const float axes = asked.style.px(22);
  const ImVec2 below(corner.x, corner.y + heading);
  // Its room is kept while nothing is explained, so that the stage stays where it is.
  const float sum = OneLineSum::height(asked);
  const ImVec2 whole(room.x, room.y - heading - sum);
  const ImVec2 inner(whole.x - room_beside_stage(asked, index), whole.y - axes);
  std::optional<InCells> cells = in_cells(asked, index, below, inner);
  const ui::Style style = cells ? cells->style : asked.style;
  const Frame frame = asked.in(style);
  const engine::Cell cell = frame.explained_cell();
  std::optional<OneLineSum> line;
  if (cell.stage >= 0) line.emplace(frame, cell, room.x);
  if (line) line->draw({corner.x, corner.y + room.y - sum});
  const Presented presented =
      cells ? std::move(cells->presented) : with_numbers_beside(frame, index, below, inner);
  const ui::MatrixFrame& result = presented.layout.result().frame;
  const bool beside = !presented.has_numbers && cell.stage == result.stage;
  // In a film their room is kept from the first frame to the last.
  const bool keeps = beside || (!presented.has_numbers && frame.session.desk().playback.in_film);
  AroundResult around;
  if (keeps) around.kept_free = side_numbers_room(frame, presented.lanes);
  if (beside) around.numbered = columns_with_values(frame, result, cell, presented.lanes);
  draw_stage_layout(frame, presented.layout, presented.sizes, around);
  if (beside) draw_side_numbers(frame, result, cell, presented.lanes);
  if (line && cell.stage == result.stage) draw_what_is_read(frame, presented, cell, *line);
  handle_stage_mouse(frame, presented.layout, below, whole);
}

}  // namespace views
