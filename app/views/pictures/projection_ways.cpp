// projection_ways.cpp: every head's part of weights and result, joined above and separate below.
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

// The layout of one way: names of the heads above, the weights transposed, the result below them, the input
// on its left.
struct ProjectionBlock {
  ImVec2 corner;  // of the weights
  float x_left = 0, x_width = 0;
  float width = 0;  // of all heads
  float weights_height = 0, result_height = 0;
  float gap = 0;      // between heads: 0 if they are slices of one matrix
  float between = 0;  // weights and result

  float result_top() const { return corner.y + weights_height + between; }
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

  void draw(ImVec2 corner, ImVec2 room) {
    const float caption = style_.px(kAboveHeads);
    ProjectionBlock block;
    block.x_left = corner.x + labels();
    block.x_width = input_width(room.x);
    block.between = style_.px(kBetween);
    const float left = block.x_left + block.x_width + style_.px(14);
    block.width = corner.x + room.x - names_ - left;
    const float each = (room.y - style_.px(6)) / 2;
    const float under = style_.px(kUnder);
    const float high = std::max(each - caption - block.between - under, style_.px(24));
    block.result_height = std::round(high * result_share(high));
    block.weights_height = std::round(high - block.result_height);
    block.gap = std::max(style_.px(4), block.width * 0.02f);  // one pitch for both ways
    block.corner = {left, corner.y + caption};
    way(block, frame_.tr("projections.together"), true);
    block.corner.y += each + style_.px(6);
    way(block, frame_.tr("projections.alone"), false);
    interact(corner, room);
  }

  // A caption has room above the input.
  float least_height(float width) const {
    float captions = style_.px(24);
    for (const char* key : {"projections.together", "projections.alone"})
      captions = std::max(captions, ui::paragraph_height(frame_.tr(key), input_width(width),
                                                         style_.small_strong(), kLeading));
    return 2 * (style_.px(kAboveHeads + kBetween + kUnder) + 2 * captions) + style_.px(6);
  }

 private:
  // In pixels at 100 %: right of the heads at least, above them, between weights and results, and the input's
  // name.
  static constexpr float kNames = 112, kAboveHeads = 22, kBetween = 6, kUnder = 18, kBar = 36;
  static constexpr float kLeading = 1.3f;

  // Half of the height, or more where that names every row.
  float result_share(float high) const {
    constexpr float kLabel = 0.9f;  // of a line of text
    constexpr float kMost = 0.8f;
    const auto rows = static_cast<float>(frame_.trace().stage(projection_.input).rows);
    const float wanted = rows * kLabel * ui::text_size("A", style_.small()).y / high;
    return wanted <= kMost ? std::max(wanted, 0.5f) : 0.5f;
  }

  float labels() const {
    const engine::Stage& read = frame_.trace().stage(projection_.input);
    return row_label_width(frame_, read.rows_are(), read.rows);
  }
  float input_width(float width) const {
    return std::max(std::round((width - labels() - names_) * 0.25f), style_.px(40));
  }

  // One way to project: the caption is in the corner that the product leaves free.
  void way(const ProjectionBlock& block, const std::string& caption, bool together) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float said = ui::draw_paragraph(list, {block.x_left, block.corner.y - style_.px(2)}, block.x_width,
                                          caption, style_.small_strong(), kLeading);
    product(block, said, together);
    add(projection_.input, false, {block.x_left, block.result_top()}, {block.x_width, block.result_height});
    draw_row_labels(frame_, frames_.back(), frame_.explained_cell());
    const size_t count = projection_.results.size();
    for (size_t head = 0; head < count; ++head) {
      const auto [left, right] = block.columns(head, count);
      add(projection_.weights[head], true, {left, block.corner.y}, {right - left, block.weights_height});
      add(projection_.results[head], false, {left, block.result_top()}, {right - left, block.result_height});
      head_name(head, {(left + right) / 2, block.corner.y}, right - left);
      if (together && head > 0) cut(left - block.gap / 2, block);
    }
    mark(block);
    side_names(block, together);
  }

  // "Q = X W_q^T" below the caption, where there is room: the weights stand above their product, the input on
  // its left.
  void product(const ProjectionBlock& block, float below, bool together) const {
    const engine::Trace& trace = frame_.trace();
    const auto letter = [&](int stage) {
      return engine::letter_of(trace, trace.stage(stage), style_.lettering).symbol;
    };
    const std::string of_head = together ? "" : "^{n}";
    const std::string formula = letter(projection_.results.front()) + of_head + " = " +
                                letter(projection_.input) + " {" + letter(projection_.weights.front()) +
                                of_head + "}^{T}";
    const ui::MathStyle type{&style_.fonts, style_.px(16), style_.colours.ink, 0, 0, 0};
    const ui::MathLayout layout = ui::layout_math(formula, type);
    const float top = block.corner.y - style_.px(2) + below + style_.px(2);
    if (layout.width > block.x_width || top + layout.ascent + layout.descent > block.result_top()) return;
    ui::draw_math(*ImGui::GetWindowDrawList(), {block.x_left, top + layout.ascent}, layout);
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

  void head_name(size_t head, ImVec2 bottom, float width) const {
    const std::string number = frame_.tr.nth(head);
    const std::string whole = frame_.tr("head.name", {{"head", number}});
    const ui::TextStyle type = style_.small();
    const ImVec2 size = ui::text_size(whole, type);
    ui::draw_text_centred(*ImGui::GetWindowDrawList(), {bottom.x, bottom.y - size.y - style_.px(3)},
                          size.x < width + style_.px(2) ? whole : number, type);
  }

  // The same column of both ways, outlined: the first of the second head, or of the only one.
  void mark(const ProjectionBlock& block) const {
    const size_t count = projection_.results.size();
    const size_t head = count > 1 ? 1 : 0;
    const auto [left, right] = block.columns(head, count);
    const auto cells = static_cast<float>(frame_.trace().stage(projection_.results[head]).columns);
    const float width = std::max((right - left) / cells, style_.px(3));
    const float bottom = block.result_top() + block.result_height;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRect({left - 1, block.corner.y - 1}, {left + width + 1, bottom + 1}, style_.colours.ink, 0, 0,
                 style_.px(1.5f));
  }

  // The cut lines of the single matrix: from above the weights to below the result.
  void cut(float x, const ProjectionBlock& block) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float top = block.corner.y - style_.px(5);
    const float bottom = block.result_top() + block.result_height + style_.px(5);
    list.AddLine({x, top}, {x, bottom}, style_.colours.panel, style_.px(4));
    list.AddLine({x, top}, {x, bottom}, style_.colours.ink, style_.px(1.5f));
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

  // The input's name under it, those of weights and result on their right, with their shapes.
  void side_names(const ProjectionBlock& block, bool together) const {
    const engine::Trace& trace = frame_.trace();
    const engine::Stage& weight = trace.stage(projection_.weights.front());
    const engine::Stage& result = trace.stage(projection_.results.front());
    const Index count = together ? static_cast<Index>(projection_.results.size()) : 1;
    const std::string of_head = together ? "" : "^{n}";
    const float x = block.corner.x + block.width + style_.px(12);
    // Without the head, which stands beside it.
    const auto letter = [&](const engine::Stage& stage) {
      return engine::letter_of(trace, stage, style_.lettering).symbol;
    };
    name("{" + letter(weight) + of_head + "}^{T}", weight.role, shape(weight.columns, weight.rows * count),
         {x, block.corner.y});
    name(letter(result) + of_head, result.role, shape(result.rows, result.columns * count),
         {x, block.result_top()});
    bar_below(projection_.weights.front(), {x, block.corner.y}, block.weights_height + block.between);
    bar_below(projection_.results.front(), {x, block.result_top()}, block.result_height);
    const engine::Stage& read = trace.stage(projection_.input);
    const float under = block.result_top() + block.result_height + style_.px(1);
    const float end = name(letter(read), read.role, shape(read.rows, read.columns), {block.x_left, under});
    const float left = end + style_.px(14);
    if (left + bar_width(projection_.input) <= block.corner.x + block.width)
      bar(projection_.input, {left, under + style_.px(1)});
  }

  // Returns where it ends.
  float name(const std::string& symbol, engine::Role role, const std::string& sides, ImVec2 at) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ui::MathStyle type{&style_.fonts, style_.px(16), style_.role(role), 0, 0, 0};
    const ui::MathLayout layout = ui::layout_math(symbol, type);
    ui::draw_math(list, {at.x, at.y + style_.px(15)}, layout);
    const ui::TextStyle small = style_.small();
    ui::draw_text(
        list,
        {at.x + layout.width + style_.px(6), at.y + style_.px(15) - ui::baseline(small.font, small.size)},
        sides, small);
    return at.x + layout.width + style_.px(6) + ui::text_size(sides, small).x;
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

float least_height_of_ways(const Frame& frame, const Projection& projection, float width) {
  return WaysPicture(frame, projection).least_height(width);
}

void draw_projection_ways(const Frame& frame, const Projection& projection, ImVec2 room) {
  WaysPicture(frame, projection).draw(ImGui::GetCursorScreenPos(), room);
}

}  // namespace views
