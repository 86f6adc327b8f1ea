// projection_ways.cpp: every head's part of weights and result, in one matrix until the cut, and one piece
// for each after it.
#include "app/views/pictures/projection_ways.h"

#include <algorithm>
#include <cmath>

#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/stage/lying_bar.h"
#include "app/views/stage/matrix_view.h"
#include "engine/core/letters.h"

namespace views {
namespace {

using engine::Index;

std::string shape(Index rows, Index columns) {
  return std::to_string(rows) + " × " + std::to_string(columns);
}

// The layout of one way: what it is called and its formula, the names of the heads, the weights transposed,
// the result below them.
struct ProjectionBlock {
  ImVec2 corner;    // of the weights
  float width = 0;  // of all heads
  float weights_height = 0, result_height = 0;
  float gap = 0;      // between heads: 0 if they are slices of one matrix
  float between = 0;  // weights and result

  float result_top() const { return corner.y + weights_height + between; }
  float result_bottom() const { return result_top() + result_height; }
  // Left and right end of a head's columns, in whole pixels.
  std::pair<float, float> columns(size_t head, size_t count) const {
    const float each = (width - gap * static_cast<float>(count - 1)) / static_cast<float>(count);
    const float left = corner.x + (each + gap) * static_cast<float>(head);
    return {std::round(left), std::round(left + each)};
  }
};

class WaysPicture {
 public:
  WaysPicture(const Frame& frame, const Projection& projection)
      : frame_(frame), style_(frame.style), projection_(projection), lit_(lit_blocks(frame)) {
    names_ = style_.px(kNames);
    for (const int stage : {projection.weights.front(), projection.results.front()})
      names_ = std::max(names_, style_.px(12) + bar_width(stage));
  }

  // Both ways read the one input on their left.
  void draw(ImVec2 corner, ImVec2 room) {
    ProjectionBlock block;
    const float input_left = corner.x + labels();
    const float input_wide = input_width(room.x);
    block.between = style_.px(kBetween);
    const float left = input_left + input_wide + style_.px(14);
    const float middle = style_.px(kMiddle);
    block.width = std::floor((corner.x + room.x - names_ - left - middle) / 2);
    const float above = above_height();
    const float high = std::max(room.y - above - block.between - style_.px(kUnder), style_.px(48));
    block.result_height = std::round(high * result_share(high));
    block.weights_height = std::round(high - block.result_height);
    block.corner = {left, corner.y + above};
    input(block, input_left, input_wide);
    way(block, true);
    equals({left + block.width + middle / 2, (block.result_top() + block.result_bottom()) / 2});
    block.corner.x += block.width + middle;
    block.gap = std::max(style_.px(8), block.width * 0.05f);
    way(block, false);
    side_names(block);
    interact(corner, room);
  }

  float least_height() const {
    return above_height() + style_.px(kBetween + kUnder) + 2 * style_.px(kLeastMap);
  }

 private:
  // In pixels at 100 %: right of the heads at least, between the ways, above them what a way is called, its
  // formula and its heads, between weights and results, below them, and the lowest map.
  static constexpr float kNames = 72, kMiddle = 30, kTitle = 22, kFormula = 24, kHeads = 22, kBetween = 6,
                         kUnder = 24, kLeastMap = 34, kBar = 36;

  float above_height() const { return style_.px(kTitle + kFormula + kHeads); }

  // Half of the height, or more where that names every row.
  float result_share(float high) const {
    constexpr float kLabel = 0.9f;  // of a line of text
    constexpr float kMost = 0.7f;
    const auto rows = static_cast<float>(frame_.trace().stage(projection_.input).rows);
    const float wanted = rows * kLabel * ui::text_size("A", style_.small()).y / high;
    return wanted <= kMost ? std::max(wanted, 0.5f) : 0.5f;
  }

  float labels() const {
    const engine::Stage& read = frame_.trace().stage(projection_.input);
    return row_label_width(frame_, read.rows_are(), read.rows);
  }
  float input_width(float width) const {
    return std::max(std::round((width - labels() - names_) * 0.2f), style_.px(40));
  }

  // The input, once, with its name below it.
  void input(const ProjectionBlock& block, float left, float width) {
    add(projection_.input, false, {left, block.result_top()}, {width, block.result_height});
    draw_row_labels(frame_, frames_.back(), frame_.explained_cell());
    const engine::Trace& trace = frame_.trace();
    const engine::Stage& read = trace.stage(projection_.input);
    name(letter(projection_.input), read.role, shape(read.rows, read.columns), {left, block.result_bottom()});
    const ImVec2 above(left, block.result_top() - ui::text_size("0", style_.small()).y - style_.px(4));
    if (bar_width(projection_.input) <= width) bar(projection_.input, above);
  }

  // One way to project. Until the cut all heads are one matrix in one frame; after it each has its own, in
  // its colour and with its name.
  void way(const ProjectionBlock& block, bool together) {
    heading(block, together);
    const size_t count = projection_.results.size();
    for (size_t head = 0; head < count; ++head) {
      const auto [left, right] = block.columns(head, count);
      add(projection_.weights[head], true, {left, block.corner.y}, {right - left, block.weights_height});
      add(projection_.results[head], false, {left, block.result_top()}, {right - left, block.result_height});
    }
    if (together) {
      whole(block);
    } else {
      pieces(block);
    }
    mark(block);
  }

  // Weights and result are one matrix each; the result is cut, at the dashed lines, into the heads named
  // below.
  void whole(const ProjectionBlock& block) const {
    frame_around({block.corner.x, block.corner.y}, {block.width, block.weights_height}, style_.colours.muted);
    frame_around({block.corner.x, block.result_top()}, {block.width, block.result_height},
                 style_.colours.muted);
    ui::draw_text_centred(*ImGui::GetWindowDrawList(),
                          {block.corner.x + block.width / 2, block.corner.y - style_.px(kHeads - 2)},
                          ui::ellipsise(frame_.tr("projections.one_matrix"), block.width, style_.small()),
                          style_.small());
    const size_t count = projection_.results.size();
    for (size_t head = 0; head < count; ++head) {
      const auto [left, right] = block.columns(head, count);
      if (head > 0) cut(left, block);
      head_name(head, {(left + right) / 2, block.result_bottom() + style_.px(5)}, right - left);
    }
  }

  // Each head has weights and a result of its own.
  void pieces(const ProjectionBlock& block) const {
    const size_t count = projection_.results.size();
    for (size_t head = 0; head < count; ++head) {
      const auto [left, right] = block.columns(head, count);
      const ImU32 colour = style_.head(static_cast<int>(head));
      frame_around({left, block.corner.y}, {right - left, block.weights_height}, colour);
      frame_around({left, block.result_top()}, {right - left, block.result_height}, colour);
      head_name(head, {(left + right) / 2, block.corner.y - style_.px(kHeads - 2)}, right - left);
    }
  }

  void frame_around(ImVec2 low, ImVec2 size, ImU32 colour) const {
    const float wide = style_.px(2);
    ImGui::GetWindowDrawList()->AddRect({low.x - wide / 2, low.y - wide / 2},
                                        {low.x + size.x + wide / 2, low.y + size.y + wide / 2}, colour, 0, 0,
                                        wide);
  }

  // What a way does, and its formula with the shapes that it multiplies.
  void heading(const ProjectionBlock& block, bool together) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float top = block.corner.y - above_height();
    const std::string said = frame_.tr(together ? "projections.together" : "projections.alone");
    ui::draw_text(list, {block.corner.x, top}, ui::ellipsise(said, block.width, style_.strong()),
                  style_.strong());
    const ui::MathStyle type{&style_.fonts, style_.px(16), style_.colours.ink, 0, 0, 0};
    const ui::MathLayout layout = ui::layout_math(product(together), type);
    if (layout.width > block.width) return;
    const float line = top + style_.px(kTitle + 15);
    ui::draw_math(list, {block.corner.x, line}, layout);
    const engine::Trace& trace = frame_.trace();
    const engine::Stage& read = trace.stage(projection_.input);
    const engine::Stage& weight = trace.stage(projection_.weights.front());
    const Index width = weight.rows * (together ? static_cast<Index>(projection_.results.size()) : 1);
    const std::string shapes = shape(read.rows, width) + " = (" + shape(read.rows, read.columns) + ")(" +
                               shape(weight.columns, width) + ")";
    const ui::TextStyle small = style_.small();
    const float behind = layout.width + style_.px(12);
    if (behind + ui::text_size(shapes, small).x > block.width) return;
    ui::draw_text(list, {block.corner.x + behind, line - ui::baseline(small.font, small.size)}, shapes,
                  small);
  }

  // "Q = X W_q^T": the weights stand above their product, the input on its left.
  std::string product(bool together) const {
    const std::string of_head = together ? "" : "^{n}";
    return letter(projection_.results.front()) + of_head + " = " + letter(projection_.input) + " {" +
           letter(projection_.weights.front()) + of_head + "}^{T}";
  }

  // Without the head, which stands beside it.
  std::string letter(int stage) const {
    const engine::Trace& trace = frame_.trace();
    return engine::letter_of(trace, trace.stage(stage), style_.lettering).symbol;
  }

  // Between the results: they are the same numbers.
  void equals(ImVec2 middle) const {
    const ui::TextStyle type = style_.title();
    const ImVec2 size = ui::text_size("=", type);
    ui::draw_text_centred(*ImGui::GetWindowDrawList(), {middle.x, middle.y - size.y / 2}, "=", type);
  }

  void add(int stage, bool transposed, ImVec2 at, ImVec2 size) {
    const engine::Stage& drawn = frame_.trace().stage(stage);
    ui::MatrixFrame matrix;
    matrix.stage = stage;
    matrix.transposed = transposed;
    matrix.rows = static_cast<double>(transposed ? drawn.columns : drawn.rows);
    matrix.columns = static_cast<double>(transposed ? drawn.rows : drawn.columns);
    matrix.corner = {std::round(at.x), std::round(at.y)};
    matrix.size = {std::max(1.0f, std::round(size.x)), std::max(1.0f, std::round(size.y))};
    draw_matrix(frame_, matrix, frame_.facts.scale(stage), lit_);
    frames_.push_back(matrix);
  }

  void head_name(size_t head, ImVec2 top, float width) const {
    const std::string number = frame_.tr.nth(head);
    const std::string whole = frame_.tr("head.name", {{"head", number}});
    ui::TextStyle type = style_.small_strong();
    type.colour = style_.word_colour(style_.head(static_cast<int>(head)));
    const bool fits = ui::text_size(whole, type).x < width + style_.px(2);
    ui::draw_text_centred(*ImGui::GetWindowDrawList(), top, fits ? whole : number, type);
  }

  // The same column of both ways, outlined: the middle one of the second head, or of the only one.
  void mark(const ProjectionBlock& block) const {
    const size_t count = projection_.results.size();
    const size_t head = count > 1 ? 1 : 0;
    const auto [left, right] = block.columns(head, count);
    const auto cells = static_cast<float>(frame_.trace().stage(projection_.results[head]).columns);
    const float cell = (right - left) / cells;
    const float at = left + cell * std::floor(cells / 2);
    const float width = std::max(cell, style_.px(3));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRect({at - 1, block.corner.y - 1}, {at + width + 1, block.result_bottom() + 1},
                 style_.colours.ink, 0, 0, style_.px(1.5f));
  }

  // A dashed line through the whole result, down to between the names.
  void cut(float x, const ProjectionBlock& block) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float bottom = block.result_bottom() + style_.px(kUnder - 4);
    const float dash = style_.px(5);
    list.AddLine({x, block.result_top()}, {x, block.result_bottom()}, style_.colours.panel, style_.px(4));
    for (float y = block.result_top() - style_.px(3); y < bottom; y += 2 * dash)
      list.AddLine({x, y}, {x, std::min(y + dash, bottom)}, style_.colours.ink, style_.px(1.5f));
  }

  // A colour bar, below a name or after it.
  float bar_width(int stage) const {
    return lying_bar_width(frame_, frame_.facts.scale(stage), style_.px(kBar));
  }
  void bar(int stage, ImVec2 at) const {
    const look::ColourScale scale = frame_.facts.scale(stage);
    const float line = ui::text_size("0", style_.small()).y;
    if (!scale.is_open()) draw_lying_bar(frame_, scale, at, line, style_.px(kBar));
  }

  // Below a name, if the room for both ends no sooner.
  void bar_below(int stage, ImVec2 at, float room) const {
    const float below = style_.px(22);
    if (below + ui::text_size("0", style_.small()).y <= room) bar(stage, {at.x, at.y + below});
  }

  // On the right of both ways, whose numbers are the same: what weights and result are, and their colours.
  void side_names(const ProjectionBlock& block) const {
    const engine::Trace& trace = frame_.trace();
    const int weights = projection_.weights.front();
    const int result = projection_.results.front();
    const float x = block.corner.x + block.width + style_.px(12);
    name("{" + letter(weights) + "}^{T}", trace.stage(weights).role, "", {x, block.corner.y});
    name(letter(result), trace.stage(result).role, "", {x, block.result_top()});
    bar_below(weights, {x, block.corner.y}, block.weights_height + block.between);
    bar_below(result, {x, block.result_top()}, block.result_height);
  }

  // A symbol, with the sides of its matrix behind it.
  void name(const std::string& symbol, engine::Role role, const std::string& sides, ImVec2 at) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ui::MathStyle type{&style_.fonts, style_.px(16), style_.role(role), 0, 0, 0};
    const ui::MathLayout layout = ui::layout_math(symbol, type);
    ui::draw_math(list, {at.x, at.y + style_.px(15)}, layout);
    const ui::TextStyle small = style_.small();
    ui::draw_text(
        list,
        {at.x + layout.width + style_.px(6), at.y + style_.px(15) - ui::baseline(small.font, small.size)},
        sides, small);
  }

  // Hovering explains a cell; a click goes to its stage.
  void interact(ImVec2 corner, ImVec2 room) const {
    ImGui::SetCursorScreenPos(corner);
    const bool pressed = ImGui::InvisibleButton("projections canvas", room);
    if (!ImGui::IsItemHovered()) return;
    for (const ui::MatrixFrame& matrix : frames_) {
      const auto cell = matrix.cell_at(ImGui::GetIO().MousePos);
      if (!cell) continue;
      frame_.hover(*cell);
      if (!pressed) return;
      frame_.requests.edit("", [address = frame_.trace().stage(cell->stage).address](app::State& state) {
        app::focus_on(state, address);
        state.document.focus.view = "stage";
      });
      return;
    }
  }

  const Frame& frame_;
  const ui::Style& style_;
  const Projection& projection_;
  std::vector<LitBlock> lit_;
  std::vector<ui::MatrixFrame> frames_;
  float names_ = 0;  // width right of the heads
};

}  // namespace

float least_height_of_ways(const Frame& frame, const Projection& projection) {
  return WaysPicture(frame, projection).least_height();
}

void draw_projection_ways(const Frame& frame, const Projection& projection, ImVec2 room) {
  WaysPicture(frame, projection).draw(ImGui::GetCursorScreenPos(), room);
}

}  // namespace views
