// example_run.cpp: changes one head's weights as a setting or a mistake would, and draws before, after and
// difference.
#include "app/views/stage/example_run.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "app/ui/widgets.h"
#include "app/views/stage/small_map.h"
#include "app/views/stage/stage_parts.h"
#include "engine/analysis/compare.h"
#include "engine/analysis/row_peaks.h"
#include "engine/core/address.h"
#include "engine/ops/operations.h"

namespace views {
namespace {

using engine::Index;
using engine::Matrix;

constexpr Index kMostExampleTokens = 256;  // more cells could not be told apart
constexpr float kVisible = 0.005f;         // a difference that two decimals show
constexpr float kWidestCell = 1.4f;        // so that numbers fit

// The weights of the head that is focused, or nearest; -1 if there are none, or too many.
int example_weights(const Frame& frame) {
  engine::StageAddress place = engine::parse_address(frame.facts.attention_near(frame.here()));
  if (place.head < 0) return -1;
  if (frame.session.trace_document().config.attention.kind != engine::AttentionKind::kExact) return -1;
  place.step = "weights";
  const int stage = frame.trace().find(engine::address_of(place)).value_or(-1);
  if (stage < 0) return -1;
  const engine::Stage& weights = frame.trace().stage(stage);
  return std::max(weights.rows, weights.columns) <= kMostExampleTokens ? stage : -1;
}

// weights (L, T) -> (L, T) at twice the temperature: softmax(s / 2t) is proportional to √softmax(s / t).
Matrix at_twice_the_temperature(const Matrix& weights) {
  Matrix flatter = weights.array().sqrt().matrix();
  for (Index row = 0; row < flatter.rows(); ++row) {
    const float sum = flatter.row(row).sum();
    if (sum > 0) flatter.row(row) /= sum;
  }
  return flatter;
}

// scores (L, T), -inf where masked -> the weights of someone who lets each column sum to 1.
Matrix softmax_of_columns(const Matrix& scores) {
  Matrix weights = Matrix::Zero(scores.rows(), scores.cols());
  for (Index column = 0; column < scores.cols(); ++column) {
    const float peak = scores.col(column).maxCoeff();
    if (!std::isfinite(peak)) continue;
    weights.col(column) = (scores.col(column).array() - peak).exp().matrix();
    weights.col(column) /= weights.col(column).sum();
  }
  return weights;
}

Matrix all_of(const engine::Trace& trace, int stage) {
  const engine::Stage& read = trace.stage(stage);
  return trace.read(stage, 0, 0, read.rows, read.columns);
}

// The stages "ours", "changed" and "difference" = changed − ours.
TracePtr example_trace(const engine::Trace& trace, int weights, ExampleChange change) {
  const engine::Stage& stage = trace.stage(weights);
  const bool is_mistake = change == ExampleChange::kSoftmaxOfColumns;
  const auto changed =
      std::make_shared<const Matrix>(is_mistake ? softmax_of_columns(all_of(trace, stage.inputs.front()))
                                                : at_twice_the_temperature(all_of(trace, weights)));
  engine::TraceBuilder builder(trace.sequences(), trace.vocabulary());
  const int ours =
      builder.add_shared(engine::taken_over(stage, "ours", "\\mathrm{A}", "note.compared_a"), trace, weights);
  const int other =
      builder.add_given(engine::taken_over(stage, "changed", "\\mathrm{B}", "note.compared_b"), changed);
  engine::Stage difference = stage;
  difference.address = "difference";
  difference.symbol = "Δ";
  difference.operation = engine::difference();
  difference.inputs = {ours, other};
  builder.add(std::move(difference));
  return std::move(builder).build();
}

// The first cell, row by row, whose difference can be seen.
engine::Cell first_difference_in(const engine::Trace& trace, int difference) {
  const Matrix numbers = all_of(trace, difference);
  for (Index row = 0; row < numbers.rows(); ++row) {
    for (Index column = 0; column < numbers.cols(); ++column) {
      if (std::abs(numbers(row, column)) > kVisible) return {difference, row, column};
    }
  }
  return {};
}

engine::Cell most_changed_in(const engine::Trace& trace, int difference) {
  const auto peak = engine::peak_of(all_of(trace, difference), true);
  return peak ? engine::Cell{difference, peak->row, peak->column} : engine::Cell{};
}

// The cell that an example is about: found once in its difference.
engine::Cell told_cell(const Derivations::Derived& derived, int difference, ExampleChange change) {
  const bool is_first = change == ExampleChange::kSoftmaxOfColumns;
  return derived.facts->derived().get<engine::Cell>(
      {"told cell", difference, is_first ? "first" : "most"},
      [&] { return (is_first ? first_difference_in : most_changed_in)(*derived.trace, difference); });
}

class ExamplePainter {
 public:
  ExamplePainter(const Frame& frame, int weights, const Derivations::Derived& derived,
                 const ExampleRun& example)
      : style_(frame.style),
        names_(frame.facts),
        between_(frame.over(derived.trace, *derived.facts, "example run")),
        example_(example),
        difference_(derived.trace->find("difference").value()),
        scale_(derived.facts->scale(derived.trace->find("ours").value())),
        signed_(difference_scale(derived.facts->scale(difference_), scale_)) {
    // Of weights, the explained cell.
    const engine::Cell explained = frame.session.explained_cell();
    const bool is_asked = example.change != ExampleChange::kSoftmaxOfColumns && explained.stage == weights;
    outlined_ = is_asked ? explained : told_cell(derived, difference_, example.change);
  }

  void draw(ImVec2 at, ImVec2 room) const {
    const bool is_mistake = example_.change == ExampleChange::kSoftmaxOfColumns;
    const int ours = between_.trace().find("ours").value();
    const int changed = between_.trace().find("changed").value();
    const engine::Stage& stage = between_.trace().stage(ours);
    const float labels = row_label_width(between_, stage.rows_are(), stage.rows);
    const float bar = style_.px(62);
    const float gap = style_.px(14);
    const float each = std::floor((room.x - labels - 2 * bar - 2 * gap) / 3);
    const float line = ui::text_size("A", style_.small()).y;
    room.y -= line + style_.px(10) + (outlined_.stage >= 0 ? line + style_.px(4) : 0);
    const int a = is_mistake ? changed : ours;
    const int b = is_mistake ? ours : changed;
    const ui::MatrixFrame left = map(a, example_.first, scale_, true, at, {each + labels, room.y});
    at.x = right_of(left, example_.first) + gap;
    at.x = right_of(map(b, example_.second, scale_, false, at, {each, room.y}), example_.second) + bar + gap;
    const ui::MatrixFrame between = map(difference_, example_.between, signed_, false, at, {each, room.y});
    const float below = left.corner.y + left.size.y + style_.px(6);
    say(between_.tr("axis.query_key"), {left.corner.x, below}, between.corner.x - gap - left.corner.x,
        style_.small());
    draw_ends({between.corner.x, below}, between.size.x);
    if (outlined_.stage >= 0)
      say(cell_sentence(a, b), {left.corner.x, below + line + style_.px(4)}, room.x - labels,
          style_.small_strong());
  }

 private:
  static void say(const std::string& words, ImVec2 at, float width, const ui::TextStyle& type) {
    ui::draw_text(*ImGui::GetWindowDrawList(), at, ui::ellipsise(words, width, type), type);
  }

  // What the two ends of the difference's colours mean, each beside a swatch of it.
  void draw_ends(ImVec2 at, float width) const {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float side = style_.px(10);
    const float line = ui::text_size("A", style_.small()).y;
    const float right = at.x + width;
    for (const bool is_high : {false, true}) {
      const std::string& words = is_high ? example_.high : example_.low;
      const float taken = side + style_.px(6) + ui::text_size(words, style_.small()).x;
      if (at.x + taken > right + style_.px(62)) return;
      const look::Rgb colour = look::colour_of(signed_, is_high ? signed_.high : signed_.low);
      const float top = at.y + (line - side) / 2;
      list.AddRectFilled({at.x, top}, {at.x + side, top + side},
                         ImGui::GetColorU32(ImVec4(colour.r, colour.g, colour.b, 1)), style_.px(2));
      ui::draw_text(list, {at.x + side + style_.px(6), at.y}, words, style_.small());
      at.x += taken + style_.px(16);
    }
  }

  // "At the outlined cell: 0.0213 − 0.1201 = −0.0988", "it → tired: 0.76 in A, 0.41 in B."
  std::string cell_sentence(int a, int b) const {
    const int decimals = example_.change == ExampleChange::kSoftmaxOfColumns ? 4 : 2;
    const auto number = [&](int stage) {
      return ui::fixed_number(
          static_cast<double>(between_.trace().at(stage, outlined_.row, outlined_.column)), decimals);
    };
    const engine::Stage& stage = between_.trace().stage(a);
    return between_.tr(example_.cell_key, {{"row", names_.label(stage.rows_are(), outlined_.row)},
                                           {"column", names_.label(stage.columns_are(), outlined_.column)},
                                           {"first", number(a)},
                                           {"second", number(b)},
                                           {"difference", number(difference_)}});
  }

  float right_of(const ui::MatrixFrame& matrix, const std::string& caption) const {
    return matrix.corner.x + std::max(matrix.size.x, ui::text_size(caption, style_.strong()).x);
  }

  // All but the first have a colour bar.
  ui::MatrixFrame map(int stage, const std::string& caption, const look::ColourScale& scale, bool is_first,
                      ImVec2 at, ImVec2 room) const {
    engine::Cell lit = outlined_;
    if (lit.stage >= 0) lit.stage = stage;
    const ui::MatrixFrame matrix = draw_small_map(between_,
                                                  {.stage = stage,
                                                   .caption = caption,
                                                   .scale = scale,
                                                   .row_labels = is_first,
                                                   .lit = lit,
                                                   .explains = false,
                                                   .widest_cell = kWidestCell,
                                                   .names = &names_},
                                                  at, room);
    if (const engine::Cell cell = pointed_at(matrix); cell.stage >= 0) cell_tooltip(between_, cell);
    if (!is_first)
      draw_colour_bar(between_, scale, {matrix.corner.x + matrix.size.x + style_.px(8), matrix.corner.y},
                      std::min(matrix.size.y, style_.px(190)));
    return matrix;
  }

  const ui::Style& style_;
  const Facts& names_;  // of the run looked at, which knows a trained model's tokens
  Frame between_;
  const ExampleRun& example_;
  int difference_;
  look::ColourScale scale_, signed_;
  engine::Cell outlined_;
};

}  // namespace

void draw_example_run(const Frame& frame, const ExampleRun& example) {
  const auto& style = frame.style;
  const int weights = example_weights(frame);
  if (weights < 0) return;
  ImGui::Dummy({0, style.px(12)});
  const float width = ImGui::GetContentRegionAvail().x;
  const float said = ui::paragraph_height(example.sentence, width, style.quiet()) + style.px(8);
  const float height = ImGui::GetContentRegionAvail().y - said - style.px(8);
  if (height < style.px(120) || width < style.px(420)) return;
  const bool is_mistake = example.change == ExampleChange::kSoftmaxOfColumns;
  const auto& derived = frame.derivations.get(
      (is_mistake ? "example mistake " : "example change ") + frame.trace().stage(weights).address,
      {frame.session.trace()}, style, [&] { return example_trace(frame.trace(), weights, example.change); });
  ui::paragraph(example.sentence, width, style.quiet());
  if (derived.trace)
    ExamplePainter(frame, weights, derived, example).draw(ImGui::GetCursorScreenPos(), {width, height});
}

}  // namespace views
