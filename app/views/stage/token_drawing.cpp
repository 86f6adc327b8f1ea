// token_drawing.cpp: draws the picture of one token, from its input at the bottom to its output at the top.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "app/look/labels.h"
#include "app/session/changes.h"
#include "app/text/sentence.h"
#include "app/ui/math.h"
#include "app/ui/widgets.h"
#include "app/views/core/next_tokens.h"
#include "app/views/stage/legend.h"
#include "app/views/stage/stage_parts.h"
#include "app/views/stage/token_key.h"
#include "app/views/stage/token_picture.h"
#include "engine/core/drawn.h"
#include "engine/core/formula.h"
#include "engine/core/letters.h"
#include "engine/core/number_text.h"

namespace views {
namespace {

using engine::Cell;
using engine::Index;

// Pixels at 100 %: the height of a line of boxes or numbers, and of the spaces between lines from the top.
constexpr float kLine = 19;
constexpr std::array<float, 5> kSpaces = {14, 7, 7, 19, 6};
constexpr float kOperation = 18;  // an arrow with what it does beside it
constexpr float kWords = 18;
constexpr float kWidestColumn = 210;
constexpr float kPale = 0.35f;  // of what is masked, or is not read

// Where there is room for them: the line below all with the air above both ends, the heights that lines to
// many columns turn in, and that of a token's lines to its vectors with the names of their weights.
constexpr float kLegend = 23;
constexpr float kAboveAll = 6;
constexpr float kQueryFan = 58;
constexpr float kOutputFan = 50;
constexpr float kLeastOutputFan = 27;
constexpr float kNamedFan = 32;
constexpr float kNameOfValue = 14;
constexpr float kAiryOperation = 27;

float least_height(const ui::Style& style) {
  float height = 6 * style.px(kLine) + style.px(kWords);
  for (const float space : kSpaces) height += style.px(space);
  return height;
}

float product_height(const ui::Style& style) {
  return style.px(kLine) + style.px(kOperation);
}

float legend_height(const ui::Style& style) {
  return style.px(kLegend) + style.px(kAboveAll);
}

class TokenDrawing {
 public:
  TokenDrawing(const Frame& frame, int stage, Index query, ImVec2 at, ImVec2 size)
      : frame_(frame),
        style_(frame.style),
        trace_(frame.trace()),
        list_(*ImGui::GetWindowDrawList()),
        at_(at),
        size_(size),
        picture_(*token_picture(trace_, stage, query, 1)) {
    measure();
    is_cross_ = picture_.is_cross(trace_);
    const float between = std::max(0.0f, std::floor((size.x - left_ - right_) / pitch_));
    const auto fits = static_cast<size_t>(between) + 1;
    const size_t room = is_cross_ ? std::max<size_t>(fits, 2) - 1 : fits;
    picture_ = *token_picture(trace_, stage, query, room, predicted());
    has_product_ = picture_.product >= 0 && size.y >= least_height(style_) + product_height(style_);
    place();
  }

  void draw() {
    query_bus();
    for (size_t i = 0; i < picture_.keys.size(); ++i) lines_of_key(i);
    for (size_t i = 0; i < picture_.keys.size(); ++i) key_column(i);
    if (is_cross_) query_column(column_x(0));
    softmax();
    for (size_t i = 0; i < picture_.keys.size(); ++i) numbers_of_key(i);
    gaps_between_keys();
    output();
    mixed_values();
    if (has_legend_)
      draw_token_key(frame_, picture_, {at_.x, words_y_ + style_.px(kWords) + style_.px(4)}, size_.x);
  }

 private:
  // The key that the model predicts at this query, which may have no weight to speak of, if it is one of the
  // tokens.
  std::optional<Index> predicted() const {
    const auto best = likeliest_token_at(trace_, picture_.weights, picture_.query);
    if (!best) return std::nullopt;
    const std::string word = frame_.facts.label({engine::Axis::kVocabulary}, best->token);
    const auto& tokens = trace_.sequence(trace_.stage(picture_.weights).column_sequence).tokens;
    const auto found = std::ranges::find(tokens, word);
    if (found == tokens.end()) return std::nullopt;
    return static_cast<Index>(found - tokens.begin());
  }

  // What is pale is muted: it can still be read.
  ui::MathLayout math(const std::string& markup, float alpha = 1, float size = 15) const {
    const ui::Colours& colours = style_.colours;
    const auto faded = [&](ImU32 colour) { return alpha < 1 ? colours.muted : colour; };
    return ui::layout_math(markup, {&style_.fonts, style_.px(size), faded(colours.ink), faded(colours.query),
                                    faded(colours.key), faded(colours.value)});
  }
  std::string symbol_of_row(int stage, Index row) const {
    const std::string number = frame_.tr.nth(row);
    return engine::row_symbol(trace_, trace_.stage(stage), number, style_.lettering);
  }
  std::string symbol_of_cell(int stage, Index key) const {
    return engine::entry_symbol(trace_, trace_.stage(stage), picture_.query, key, style_.lettering);
  }

  // "Q₁₀ · K₁₂", where the curves of both meet.
  std::string symbol_of_product(Index key) const {
    return symbol_of_row(picture_.q, picture_.query) + " · " + symbol_of_row(picture_.k, key);
  }

  // Boxes hold the widest of their letters; what is written of a key is right of the value's line before it,
  // and left of its own, which bears a × beside the weight.
  void measure() {
    const Index last = trace_.stage(picture_.weights).columns - 1;
    float widest = 0;
    for (const int stage : {picture_.q, picture_.k, picture_.v})
      widest = std::max(widest, math(symbol_of_row(stage, last)).width);
    box_ = std::max(style_.px(28), std::ceil(widest) + style_.px(10));
    const ui::MathLayout letter = math(symbol_of_row(picture_.q, last));
    half_box_ = std::max(half(), std::ceil((letter.ascent + letter.descent) / 2) + style_.px(2));
    float symbols = 0;
    float numbers = 0;
    half_label_ = half();
    for (const int stage : {picture_.scores, picture_.masked, picture_.weights}) {
      if (stage < 0) continue;
      const ui::MathLayout symbol = math(symbol_of_cell(stage, last));
      symbols = std::max(symbols, symbol.width);
      half_label_ = std::max(half_label_, std::ceil((symbol.ascent + symbol.descent) / 2));
      numbers = std::max(numbers, widest_number(stage));
    }
    const float equals = equals_width();
    label_ = symbols + equals + numbers;
    if (picture_.product >= 0)
      product_ = math(symbol_of_product(last)).width + equals + widest_number(picture_.product) +
                 2 * style_.px(kInset);
    step_ = box_ + style_.px(4);
    pitch_ = std::max({label_ + 2 * style_.px(kBesideNode), product_ + 2 * style_.px(kBesideLine),
                       2 * step_ + box_ + style_.px(12)});
    const float reach = std::max(label_ / 2 + style_.px(kBesideNode), product_ / 2 + style_.px(kBesideLine));
    aside_ = std::max(step_ / 2, reach - step_);
    left_ = std::max(aside_ + std::max(label_, product_) / 2, step_ + box_ / 2);
    right_ = step_ + box_ / 2 + style_.px(2);
  }

  // Between a letter and its number.
  float equals_width() const { return ui::text_size("=", style_.small()).x + 2 * style_.px(3); }
  // What a mask puts in a score's place may be too large to write out.
  static std::string written(float number) {
    if (std::isinf(number) && number < 0) return "−∞";
    const auto value = static_cast<double>(number);
    return std::abs(number) < 1e6f ? ui::fixed_number(value, 2) : engine::scientific_number(value);
  }
  // Of the numbers of a map that are written beside a letter: every column is as wide.
  float widest_number(int stage) const {
    float widest = ui::number_width("0.00", style_.small_strong());
    const engine::Matrix row = trace_.read_row(stage, picture_.query);
    for (Index key = 0; key < row.cols(); ++key) {
      if (stage == picture_.weights && is_masked(key)) continue;
      widest = std::max(widest, ui::number_width(written(row(0, key)), style_.small_ink()));
    }
    return widest;
  }

  // The heights of all lines; what room there is beyond the least goes to the spaces between them.
  void place() {
    const size_t columns = picture_.keys.size() + (is_cross_ ? 1 : 0);
    const auto between = static_cast<float>(columns - 1);
    const float room = size_.x - left_ - right_;
    pitch_ = std::clamp(room / std::max(between, 1.0f), pitch_, std::max(pitch_, style_.px(kWidestColumn)));
    first_x_ = at_.x + left_ + std::max(0.0f, (room - pitch_ * between) / 2);
    const float line = style_.px(kLine);
    // Letters with indices one above the other need more, which the longest spaces give.
    const float taller = 2 * (half_label_ - half());
    const float least = least_height(style_) + (has_product_ ? product_height(style_) : 0);
    const float product_taller = has_product_ ? half_box_ - half() + taller / 2 : 0;
    float rest = std::max(0.0f, size_.y - least - 2 * taller - product_taller);
    const auto takes = [&](float more) {
      const bool fits = more <= rest;
      if (fits) rest -= more;
      return fits;
    };
    const auto grown = [&](float space, float to) {
      const float more = std::clamp(to - space, 0.0f, rest);
      rest -= more;
      return space + more;
    };
    has_legend_ = takes(legend_height(style_));
    float query_fan = grown(style_.px(kSpaces[3]), style_.px(kQueryFan));
    float output_fan = grown(style_.px(kSpaces[0]), style_.px(kLeastOutputFan));
    has_masked_ = picture_.masked >= 0 && takes(product_height(style_) + taller);
    // Where the masked scores have no step of their own, one arrow leads to them.
    joins_mask_ = picture_.masked >= 0 && has_product_ && !has_masked_;
    names_weights_ = takes(style_.px(kNamedFan) - style_.px(kSpaces[4]));
    names_values_ = takes(style_.px(kNameOfValue));
    const float operations = (has_product_ ? 1.0f : 0.0f) + (has_masked_ ? 1.0f : 0.0f);
    const float airy =
        operations == 0 ? 0 : std::min(style_.px(kAiryOperation - kOperation), rest / operations);
    const float operation = style_.px(kOperation) + std::floor(airy);
    rest -= operations * airy;
    output_fan = grown(output_fan, style_.px(kOutputFan));
    query_fan += rest / 2;
    output_fan += rest / 2;
    float y = at_.y + (has_legend_ ? style_.px(kAboveAll) : 0);
    const auto next = [&](float space) {
      const float middle = y + line / 2;
      y += line + space;
      return std::round(middle);
    };
    output_y_ = next(output_fan + (names_values_ ? style_.px(kNameOfValue) : 0));
    weight_y_ = next(style_.px(kSpaces[1]) + taller);
    softmax_y_ = next(style_.px(kSpaces[2]) + taller);
    if (has_masked_) masked_y_ = next(operation + taller);
    score_y_ = next(has_product_ ? operation + product_taller : query_fan);
    if (has_product_) product_y_ = next(query_fan);
    boxes_y_ = next(style_.px(names_weights_ ? kNamedFan : kSpaces[4]));
    input_y_ = next(0);
    words_y_ = y + style_.px(2);
  }

  // The middle of a column: of keys, after that of the query where it is of another text.
  float column_x(size_t column) const { return first_x_ + pitch_ * static_cast<float>(column); }
  float key_x(size_t i) const { return column_x(i + (is_cross_ ? 1 : 0)); }
  float label_x(size_t i) const { return key_x(i) - aside_; }
  float value_x(size_t i) const { return key_x(i) + step_; }
  float query_x() const {
    if (is_cross_) return column_x(0);
    const auto own = std::find(picture_.keys.begin(), picture_.keys.end(), picture_.query);
    return key_x(static_cast<size_t>(own - picture_.keys.begin())) - step_;
  }
  float output_x() const { return (key_x(0) + key_x(picture_.keys.size() - 1)) / 2; }
  float half() const { return style_.px(kLine) / 2; }
  // Where a query and a key arrive: below their letters in the product.
  float met_y() const { return has_product_ ? product_y_ + half_box_ : score_y_ + half_label_; }
  float query_end_x(size_t i) const {
    if (!has_product_) return std::floor(label_x(i) - style_.px(8)) + 0.5f;
    const float letter = math(symbol_of_row(picture_.q, picture_.query)).width;
    return std::floor(product_left(i) + letter / 2) + 0.5f;
  }
  float key_end_x(size_t i) const {
    if (!has_product_) return std::floor(label_x(i) + style_.px(8)) + 0.5f;
    const Index key = picture_.keys[i];
    const float letters = math(symbol_of_product(key)).width;
    return std::floor(product_left(i) + letters - math(symbol_of_row(picture_.k, key)).width / 2) + 0.5f;
  }
  float product_left(size_t i) const {
    const Index key = picture_.keys[i];
    return label_x(i) -
           equation_width(symbol_of_product(key), number_of_product(key), style_.small_ink()) / 2;
  }
  // Where the values' lines come together, below the names of the sum's values.
  float join_y() const { return output_y_ + half_box_ + (names_values_ ? style_.px(kNameOfValue) : 0); }

  float number_at(int stage, Index key) const { return trace_.at(stage, picture_.query, key); }
  bool is_masked(Index key) const {
    return engine::is_drawn_hidden(trace_, picture_.weights, picture_.query, key);
  }
  // Keys and values come in pairs: what points at one lights both.
  bool is_lit(Index key) const {
    const Cell cell = frame_.explained_cell();
    if (cell.stage == picture_.k || cell.stage == picture_.v) return cell.row == key;
    const bool is_of_map = cell.stage == picture_.scores || cell.stage == picture_.weights ||
                           (cell.stage >= 0 && cell.stage == picture_.masked) ||
                           (cell.stage >= 0 && cell.stage == picture_.product) ||
                           (cell.stage >= 0 && cell.stage == frame_.session.focused_stage() &&
                            trace_.stage(cell.stage).column_axis == engine::Axis::kKeys);
    return is_of_map && cell.row == picture_.query && cell.column == key;
  }

  // From one point up to another, leaving and arriving upright.
  void curve(ImVec2 from, ImVec2 to, ImU32 colour, float width) const {
    const float bend = (from.y - to.y) / 2;
    list_.AddBezierCubic(from, {from.x, from.y - bend}, {to.x, to.y + bend}, to, colour, width);
  }
  void arrow_head(ImVec2 tip, ImU32 colour) const {
    const float side = std::round(style_.px(4));
    const float base = tip.y + std::round(side * 1.4f);
    list_.AddTriangleFilled({tip.x - side, base}, {tip.x + side, base}, tip, colour);
  }
  void arrow_up(float x, float from, float to, ImU32 colour) const {
    // On whole pixels, so that both of its sides have the same edge.
    x = std::floor(x) + 0.5f;
    to = std::round(to);
    list_.AddLine({x, from}, {x, to + style_.px(4)}, colour, std::max(1.0f, style_.px(1)));
    arrow_head({x, to}, colour);
  }

  // How strongly a key is read: by the width and the strength of its lines.
  float strength(Index key) const {
    constexpr float kFaintest = 0.55f;
    if (is_masked(key)) return kPale;
    if (is_lit(key)) return 1;
    return std::lerp(kFaintest, 1.0f, std::clamp(number_at(picture_.weights, key), 0.0f, 1.0f));
  }
  float line_width(Index key) const {
    const float weight = is_masked(key) ? 0 : std::clamp(number_at(picture_.weights, key), 0.0f, 1.0f);
    return token_line_width(style_, weight) + (is_lit(key) ? style_.px(1) : 0);
  }

  void lines_of_key(size_t i) const {
    const Index key = picture_.keys[i];
    const float strong = strength(key);
    const ui::Colours& colours = style_.colours;
    // Every query and key meet alike; what a key then weighs is seen on its value's way to the output.
    const float thin = style_.px(is_lit(key) ? 2.0f : 1.5f);
    const ImU32 of_key = ui::with_alpha(colours.key, strong);
    const float tip = met_y() + style_.px(4);
    curve({key_x(i), boxes_y_ - half_box_}, {key_end_x(i), tip}, of_key, thin);
    arrow_head({key_end_x(i), met_y()}, of_key);
    const ImU32 quiet = ui::with_alpha(colours.muted, strong);
    const std::string done = divisor() + (joins_mask_ ? " " + mask_added() : "");
    if (has_product_) arrow_that(done, i, product_y_ - half_box_, score_y_ + half_label_, quiet);
    if (has_masked_) arrow_that(mask_added(), i, score_y_ - half_label_, masked_y_ + half_label_, quiet);
    const ImU32 value = ui::with_alpha(colours.value, strong);
    const float node = style_.px(8);
    arrow_up(value_x(i), boxes_y_ - half_box_, weight_y_ + node, value);
    if (is_masked(key)) return;
    curve({value_x(i), weight_y_ - node}, {output_x(), join_y()}, value, line_width(key));
    arrow_up(label_x(i), (has_masked_ ? masked_y_ : score_y_) - half_label_, softmax_y_ + half(), quiet);
    arrow_up(label_x(i), softmax_y_ - half(), weight_y_ + half_label_, quiet);
  }

  // The query goes to every key: one line from its box, with a branch up to each product. Keys and values
  // pass in front of it.
  void query_bus() const {
    const ui::Colours& colours = style_.colours;
    const float y = std::round((boxes_y_ - half_box_ + met_y()) / 2);
    const float x = std::floor(query_x()) + 0.5f;
    const float thin = style_.px(1.5f);
    float left = x;
    float right = x;
    for (size_t i = 0; i < picture_.keys.size(); ++i) {
      left = std::min(left, query_end_x(i));
      right = std::max(right, query_end_x(i));
    }
    list_.AddLine({x, boxes_y_ - half_box_}, {x, y}, colours.query, thin);
    list_.AddLine({left - thin / 2, y}, {right + thin / 2, y}, colours.query, thin);
    for (size_t i = 0; i < picture_.keys.size(); ++i) {
      const Index key = picture_.keys[i];
      const ImU32 colour = ui::with_alpha(colours.query, strength(key));
      const float end = query_end_x(i);
      const float thick = is_lit(key) ? style_.px(2.5f) : thin;
      if (is_lit(key)) list_.AddLine({x, y}, {end, y}, colours.query, thick);
      list_.AddLine({end, y}, {end, met_y() + style_.px(4)}, colour, thick);
      arrow_head({end, met_y()}, colour);
    }
    for (size_t i = 0; i < picture_.keys.size(); ++i) {
      for (const float crossing : {value_x(i), (key_x(i) + key_end_x(i)) / 2})
        list_.AddLine({crossing - style_.px(2.5f), y}, {crossing + style_.px(2.5f), y}, colours.panel,
                      style_.px(4));
    }
  }

  // An arrow with what is done on its way beside it: on its right, or where a value's line is too close, on
  // its left.
  void arrow_that(const std::string& does, size_t i, float from, float to, ImU32 colour) const {
    arrow_up(label_x(i), from, to, colour);
    const float alpha = is_masked(picture_.keys[i]) ? kPale : 1;
    ui::MathLayout words = math(does, alpha, 13);
    // A low row has smaller words: they touch neither the number above nor the product below.
    if (std::abs(to - from) < words.ascent + words.descent) words = math(does, alpha, 11);
    const float beside = style_.px(8);
    const bool fits = label_x(i) + beside + words.width < value_x(i) - style_.px(4);
    const float x = label_x(i) + (fits ? beside : -beside - words.width);
    ui::draw_math(list_, {x, (from + to + words.ascent - words.descent) / 2}, words);
  }

  // A box with a letter, which explains the row's first number; and what it was made of, below it.
  void box(const std::string& id, float x, float y, int stage, Index row, bool is_lit, float alpha) {
    const float width = std::max(box_, math(symbol_of_row(stage, row)).width + style_.px(10));
    const ImVec2 low(x - width / 2, y - half_box_);
    const ImVec2 high(x + width / 2, y + half_box_);
    const ImU32 role = style_.role(trace_.stage(stage).role);
    list_.AddRectFilled(low, high, style_.colours.panel, style_.px(5));
    list_.AddRectFilled(low, high, ui::with_alpha(role, is_lit ? 0.26f : 0.10f * alpha), style_.px(5));
    list_.AddRect(low, high, ui::with_alpha(role, alpha), style_.px(5), 0, is_lit ? style_.px(2) : 1);
    centred(symbol_of_row(stage, row), {x, y}, alpha);
    ImGui::SetCursorScreenPos(low);
    const bool clicked = ImGui::InvisibleButton(id.c_str(), {high.x - low.x, high.y - low.y});
    explain({stage, row, 0}, clicked);
  }

  void centred(const std::string& markup, ImVec2 middle, float alpha) const {
    const ui::MathLayout layout = math(markup, alpha);
    const float baseline = middle.y + (layout.ascent - layout.descent) / 2;
    ui::draw_math(list_, {middle.x - layout.width / 2, baseline}, layout);
  }

  void explain(const Cell& cell, bool clicked) const {
    if (ImGui::IsItemHovered()) {
      frame_.hover(cell);
      tooltip(cell);
    }
    if (clicked) pin_cell(frame_, cell);
  }

  // The row's first numbers, as a vector; of a map the one number, unless the card says it.
  void tooltip(const Cell& cell) const {
    const engine::Stage& shown = trace_.stage(cell.stage);
    const bool is_map = shown.column_axis == engine::Axis::kKeys;
    if ((is_map && frame_.panel_rects.of("card")) || !ui::begin_tooltip(style_)) return;
    const engine::AxisRef axis = is_map ? shown.columns_are() : shown.rows_are();
    ui::label(frame_.facts.label(axis, is_map ? cell.column : cell.row), style_.small());
    constexpr Index kMost = 4;
    std::string text = engine::plain_formula(is_map ? symbol_of_cell(cell.stage, cell.column)
                                                    : symbol_of_row(cell.stage, cell.row));
    text += is_map ? " = " : " = (";
    const Index first = is_map ? cell.column : 0;
    const Index end = is_map ? first + 1 : std::min(kMost, shown.columns);
    for (Index column = first; column < end; ++column) {
      if (column > first) text += ", ";
      text += ui::fixed_number(static_cast<double>(trace_.at(cell.stage, cell.row, column)), is_map ? 4 : 2);
    }
    if (!is_map) text += shown.columns > end ? ", …)" : ")";
    ui::label(text, style_.small_strong());
    ui::end_tooltip();
  }

  // a, and above it q, k and v; of the other tokens q is pale: nothing reads it now.
  void key_column(size_t i) {
    const Index key = picture_.keys[i];
    const bool is_query = !is_cross_ && key == picture_.query;
    const float x = key_x(i);
    const std::string number = std::to_string(key);
    const float alpha = is_masked(key) ? kPale : 1;
    input(x, picture_.keys_of, key, is_query, trace_.stage(picture_.weights).columns_are());
    if (!is_cross_) line_to_vector(x, x - step_, picture_.q);
    line_to_vector(x, x, picture_.k);
    line_to_vector(x, x + step_, picture_.v);
    if (!is_cross_)
      box("picture q " + number, x - step_, boxes_y_, picture_.q, key, is_query, is_query ? 1 : kPale);
    box("picture k " + number, x, boxes_y_, picture_.k, key, is_lit(key), alpha);
    box("picture v " + number, x + step_, boxes_y_, picture_.v, key, is_lit(key), alpha);
  }

  void query_column(float x) {
    input(x, picture_.queries_of, picture_.query, true, trace_.stage(picture_.weights).rows_are());
    line_to_vector(x, x, picture_.q);
    box("picture q " + std::to_string(picture_.query), x, boxes_y_, picture_.q, picture_.query, true, 1);
    const float between = x + pitch_ / 2;
    list_.AddLine({between, boxes_y_ - half_box_}, {between, words_y_ + style_.px(14)},
                  style_.colours.hairline);
  }

  // From a to one of its vectors, with the weights that make it, where one matrix does.
  void line_to_vector(float from, float to, int vector) const {
    const ImVec2 low(from, input_y_ - half());
    const ImVec2 high(to, boxes_y_ + half_box_);
    list_.AddLine(low, high, style_.colours.muted);
    const engine::Stage& made = trace_.stage(vector);
    if (!names_weights_ || made.inputs.size() < 2) return;
    const engine::Stage& weights = trace_.stage(made.inputs[1]);
    if (weights.row_axis != engine::Axis::kDimensions) return;
    constexpr float kNearVector = 0.6f;
    const ImVec2 middle(std::lerp(low.x, high.x, kNearVector), std::lerp(low.y, high.y, kNearVector));
    const ui::MathLayout name = math(engine::symbol_of(trace_, weights, style_.lettering), 1, 13);
    const ImVec2 half_size(name.width / 2 + style_.px(1), (name.ascent + name.descent) / 2);
    list_.AddRectFilled({middle.x - half_size.x, middle.y - half_size.y},
                        {middle.x + half_size.x, middle.y + half_size.y}, style_.colours.panel);
    ui::draw_math(list_, {middle.x - name.width / 2, middle.y + (name.ascent - name.descent) / 2}, name);
  }

  // The token below all: its letter, its word. A click follows it, if its query is of this text.
  void input(float x, int stage, Index token, bool is_query, const engine::AxisRef& axis) {
    const ImVec2 low(x - box_ / 2 - style_.px(4), input_y_ - half());
    const float width = std::min(pitch_ - style_.px(6), box_ * 2);
    const ImVec2 area(x - width / 2, low.y);
    const float height = words_y_ + style_.px(18) - low.y;
    if (is_query)
      list_.AddRectFilled(area, {area.x + width, area.y + height}, style_.colours.selected, style_.px(5));
    if (stage >= 0) centred(symbol_of_row(stage, token), {x, input_y_ + style_.px(2)}, 1);
    const ui::TextStyle type = is_query ? style_.small_strong() : style_.small_ink();
    ui::draw_text_centred(list_, {x, words_y_}, ui::ellipsise(frame_.facts.label(axis, token), width, type),
                          type);
    if (is_cross_) return;
    ImGui::SetCursorScreenPos(area);
    const bool clicked =
        ImGui::InvisibleButton(("picture a " + std::to_string(token)).c_str(), {width, height});
    if (!is_query) ui::tip(style_, frame_.tr("one_token.follow.tip"));
    if (clicked)
      frame_.requests.edit("token", [token](app::State& state) { app::follow_token(state, token); });
  }

  // "+ M": what the mask does to a score.
  std::string mask_added() const {
    return std::string(picture_.mask_sign) + " " +
           engine::symbol_of(trace_, trace_.stage(picture_.mask), style_.lettering);
  }

  void softmax() const {
    const size_t keys = picture_.keys.size();
    const float inset = style_.px(2);
    const ImVec2 low(label_x(0) - std::max(label_, product_) / 2, softmax_y_ - half() + inset);
    const ImVec2 high(label_x(keys - 1) + std::max(label_, product_) / 2, softmax_y_ + half() - inset);
    list_.AddRectFilled(low, high, ui::with_alpha(style_.colours.chip, 0.92f), style_.px(6));
    list_.AddRect(low, high, style_.colours.hairline, style_.px(6));
    const bool adds_mask = picture_.mask >= 0 && !has_masked_ && !joins_mask_;
    centred((adds_mask ? mask_added() + ", " : "") + "\\mathrm{softmax}", {label_x(keys / 2), softmax_y_}, 1);
    // Values pass in front of it; the last one is beside it.
    for (size_t i = 0; i + 1 < keys; ++i) {
      const float x = std::floor(value_x(i)) + 0.5f;
      const ImU32 value = ui::with_alpha(style_.colours.value, strength(picture_.keys[i]));
      list_.AddLine({x, high.y}, {x, low.y}, style_.colours.panel, style_.px(7));
      list_.AddLine({x, high.y}, {x, low.y}, value, std::max(1.0f, style_.px(1)));
    }
  }

  void numbers_of_key(size_t i) {
    const Index key = picture_.keys[i];
    const std::string number = std::to_string(key);
    if (has_product_) product("picture product " + number, i);
    label("picture score " + number, i, score_y_, joins_mask_ ? picture_.masked : picture_.scores);
    if (has_masked_) label("picture sum " + number, i, masked_y_, picture_.masked);
    label((is_masked(key) ? "picture masked " : "picture weight ") + number, i, weight_y_, picture_.weights);
    const ImVec2 node(value_x(i), weight_y_);
    const ImU32 colour = ui::with_alpha(style_.colours.ink, is_masked(key) ? kPale : 1);
    const float radius = style_.px(8);
    // The weight goes into the product on its right.
    const float written_width =
        equation_width(symbol_of_cell(picture_.weights, key), written(number_at(picture_.weights, key)),
                       style_.small_strong());
    const float from = label_x(i) + written_width / 2 + style_.px(5);
    if (const float to = node.x - radius; !is_masked(key) && to > from)
      list_.AddLine({from, node.y}, {to, node.y}, style_.colours.muted, std::max(1.0f, style_.px(1)));
    list_.AddCircleFilled(node, radius, style_.colours.panel);
    list_.AddCircle(node, radius, colour);
    const ui::TextStyle type{style_.fonts.regular, style_.px(13), colour};
    ui::draw_text_centred(list_, {node.x, node.y - ui::text_size("×", type).y / 2}, "×", type);
  }

  // "÷ √d_k", and what else divides the products.
  std::string divisor() const {
    std::string markup;
    for (const engine::Quantity& by : trace_.explain(picture_.scores, picture_.query, 0).quantities)
      markup +=
          by.key == "quantity.root_d_k" ? "÷ \\sqrt{d_{k}}" : " ÷ " + engine::number_markup(by.value, 6);
    return markup;
  }

  // "Q₁₀ · K₁₂ = 25.06": where q and k meet.
  void product(const std::string& id, size_t i) {
    const Index key = picture_.keys[i];
    const ImVec2 low(label_x(i) - product_ / 2, product_y_ - half_box_);
    const ImVec2 high(low.x + product_, product_y_ + half_box_);
    list_.AddRectFilled(low, high, is_lit(key) ? style_.colours.selected : style_.colours.panel,
                        style_.px(9));
    list_.AddRect(low, high, style_.colours.hairline, style_.px(9));
    ui::TextStyle type = style_.small_ink();
    if (is_masked(key)) type.colour = style_.colours.muted;
    equation(symbol_of_product(key), number_of_product(key), {label_x(i), product_y_}, type,
             is_masked(key) ? kPale : 1);
    ImGui::SetCursorScreenPos(low);
    const bool clicked = ImGui::InvisibleButton(id.c_str(), {high.x - low.x, high.y - low.y});
    explain({picture_.product, picture_.query, key}, clicked);
  }

  std::string number_of_product(Index key) const {
    return ui::fixed_number(static_cast<double>(number_at(picture_.product, key)), 2);
  }
  float equation_width(const std::string& letter, const std::string& number,
                       const ui::TextStyle& type) const {
    return math(letter).width + equals_width() + ui::text_size(number, type).x;
  }

  // A letter and its number, around this point.
  void equation(const std::string& letter, const std::string& number, ImVec2 middle,
                const ui::TextStyle& type, float alpha) const {
    const float letters = math(letter, alpha).width;
    const ImVec2 size = ui::text_size(number, type);
    const float left = middle.x - (letters + equals_width() + size.x) / 2;
    centred(letter, {left + letters / 2, middle.y}, alpha);
    const ui::TextStyle equals = style_.small();
    ui::draw_text(list_, {left + letters + style_.px(3), middle.y - ui::text_size("=", equals).y / 2}, "=",
                  equals);
    ui::draw_text(list_, {left + letters + equals_width(), middle.y - size.y / 2}, number, type);
  }

  // "α_{1,2} = 0.31" on the panel's colour; of a masked key's weight the word, hatched.
  void label(const std::string& id, size_t i, float y, int stage) {
    const Index key = picture_.keys[i];
    const bool masked = is_masked(key);
    const ImVec2 low(label_x(i) - label_ / 2, y - half_label_ + style_.px(1));
    const ImVec2 high(label_x(i) + label_ / 2, y + half_label_ - style_.px(1));
    list_.AddRectFilled(low, high, is_lit(key) ? style_.colours.selected : style_.colours.panel,
                        style_.px(4));
    if (masked && stage == picture_.weights) draw_hatching(frame_, trace_.stage(stage), low, high);
    const bool is_weight = stage == picture_.weights;
    ui::TextStyle type = is_weight && !masked ? style_.small_strong() : style_.small_ink();
    if (masked) type.colour = style_.colours.muted;
    if (masked && is_weight) {
      const std::string says = ui::ellipsise(frame_.tr("one_token.masked"), label_ - style_.px(4), type);
      ui::draw_text_centred(list_, {label_x(i), y - ui::text_size(says, type).y / 2}, says, type);
    } else {
      equation(symbol_of_cell(stage, key), written(number_at(stage, key)), {label_x(i), y}, type,
               masked ? kPale * 2 : 1);
    }
    ImGui::SetCursorScreenPos(low);
    const bool clicked = ImGui::InvisibleButton(id.c_str(), {high.x - low.x, high.y - low.y});
    explain({stage, picture_.query, key}, clicked);
  }

  void output() {
    const bool is_focused = frame_.session.focused_stage() == picture_.output;
    if (names_values_)
      list_.AddLine({output_x(), join_y() + 1}, {output_x(), output_y_ + half_box_}, style_.colours.value,
                    token_line_width(style_, 1));
    box("picture b", output_x(), output_y_, picture_.output, picture_.query, is_focused, 1);
  }

  // "…" where neighbours of a key have no room, beside their words.
  void gaps_between_keys() const {
    const ui::TextStyle type = style_.small();
    const Index keys = trace_.stage(picture_.weights).columns;
    const float inset = ui::text_size("…", type).x;
    const auto dots = [&](float x) {
      const float inside = std::clamp(x, at_.x + inset, at_.x + size_.x - inset);
      ui::draw_text_centred(list_, {inside, words_y_}, "…", type);
    };
    for (size_t i = 0; i < picture_.keys.size(); ++i) {
      const Index before = i == 0 ? -1 : picture_.keys[i - 1];
      if (picture_.keys[i] - before > 1) dots(key_x(i) - pitch_ / 2);
    }
    if (picture_.keys.back() + 1 < keys) dots(key_x(picture_.keys.size() - 1) + pitch_ / 2);
  }

  // "= 0.76 V₁₂ + 0.11 V₈ + …" behind b: the keys with the largest weights, as many as fit; below each value
  // whose it is.
  void mixed_values() const {
    const engine::Matrix weights = trace_.read_row(picture_.weights, picture_.query);
    std::vector<Index> keys(static_cast<size_t>(weights.cols()));
    std::iota(keys.begin(), keys.end(), Index{0});
    std::ranges::stable_sort(keys,
                             [&](Index one, Index other) { return weights(0, one) > weights(0, other); });
    const float letter = math(symbol_of_row(picture_.output, picture_.query)).width + style_.px(10);
    const float left = output_x() + std::max(box_, letter) / 2 + style_.px(7);
    const float room = at_.x + size_.x - left;
    std::string sum = "=";
    ui::MathLayout shown;
    for (size_t i = 0; i < keys.size(); ++i) {
      const std::string before = sum + (i == 0 ? " " : " + ");
      sum = before + ui::fixed_number(static_cast<double>(weights(0, keys[i])), 2) + " " +
            symbol_of_row(picture_.v, keys[i]);
      ui::MathLayout longer = math(i + 1 < keys.size() ? sum + " + …" : sum);
      if (longer.width > room) break;
      shown = std::move(longer);
      if (names_values_) name_of_value(keys[i], left + math(before).width, left + math(sum).width);
    }
    const float baseline = output_y_ + (shown.ascent - shown.descent) / 2;
    ui::draw_math(list_, {left, baseline}, shown);
  }

  void name_of_value(Index key, float from, float to) const {
    ui::TextStyle type = style_.small();
    type.size = std::round(type.size * 0.92f);
    const engine::AxisRef axis = trace_.stage(picture_.weights).columns_are();
    const std::string name = ui::ellipsise(frame_.facts.label(axis, key), to - from + style_.px(12), type);
    ui::draw_text_centred(list_, {(from + to) / 2, output_y_ + half_box_ - style_.px(2)}, name, type);
  }

  // Pixels at 100 %: inside a product's outline, and from what is written of a key to the lines of values
  // beside it, in the line of the weights to the × on these.
  static constexpr float kInset = 5;
  static constexpr float kBesideLine = 6;
  static constexpr float kBesideNode = 11;

  const Frame& frame_;
  const ui::Style& style_;
  const engine::Trace& trace_;
  ImDrawList& list_;
  ImVec2 at_;
  ImVec2 size_;
  TokenPicture picture_;
  bool is_cross_ = false;
  bool has_product_ = false;
  bool has_legend_ = false;
  bool has_masked_ = false;
  bool joins_mask_ = false;
  bool names_values_ = false;
  bool names_weights_ = false;
  // In pixels: the width of a box and half of its height, the same of a label, a product's width, from q to k
  // and from k to v, from column to column, from a column's middle back to its labels', and how far the first
  // and the last column reach to either side; the middle of the first.
  float box_ = 0, half_box_ = 0, label_ = 0, half_label_ = 0, product_ = 0, step_ = 0, pitch_ = 0, aside_ = 0,
        left_ = 0, right_ = 0, first_x_ = 0;
  // The middles of the lines, from the top; the words' upper edge.
  float output_y_ = 0, weight_y_ = 0, softmax_y_ = 0, masked_y_ = 0, score_y_ = 0, product_y_ = 0,
        boxes_y_ = 0, input_y_ = 0, words_y_ = 0;
};

}  // namespace

float token_picture_height(const Frame& frame) {
  return least_height(frame.style);
}

float whole_token_picture_height(const Frame& frame) {
  return least_height(frame.style) + product_height(frame.style);
}

float full_token_picture_height(const Frame& frame) {
  const ui::Style& style = frame.style;
  return least_height(style) + 2 * product_height(style) + legend_height(style) +
         (style.px(kNamedFan) - style.px(kSpaces[4])) + (style.px(kQueryFan) - style.px(kSpaces[3])) +
         (style.px(kOutputFan) - style.px(kSpaces[0]));
}

ui::Style projected_style(const ui::Style& style, float width) {
  constexpr float kUsualWidth = 960;  // pixels at 100 %
  constexpr float kLargest = 1.2f;
  ui::Style larger = style;
  larger.scale *= std::clamp(width / style.px(kUsualWidth), 1.0f, kLargest);
  return larger;
}

void draw_token_picture(const Frame& frame, int stage, Index query, ImVec2 at, ImVec2 size) {
  const ui::Style style = projected_style(frame.style, size.x);
  const Frame larger = frame.in(style);
  const bool has_room = size.y >= full_token_picture_height(larger);
  TokenDrawing(has_room ? larger : frame, stage, query, at, size).draw();
}

}  // namespace views
