// worked_row.cpp: finds one row's numbers and sets them as a table, a column for each key.
#include "app/export/worked_row.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "app/export/formula_markup.h"
#include "app/look/labels.h"
#include "engine/core/address.h"
#include "engine/core/hidden.h"
#include "engine/core/number_text.h"

namespace exporter {
namespace {

using engine::Index;

constexpr Index kMostKeys = 9;
constexpr Index kMostOutputs = 6;
constexpr double kNames = 112;  // the width of the names of the lines, points
constexpr double kLine = 12.5;
constexpr double kNameType = 7.5;
constexpr double kFormulaType = 9.5;  // its exponents are read, too

int stage_in(const engine::Trace& trace, const std::vector<int>& head, engine::StageKind kind) {
  for (const int stage : head) {
    if (trace.stage(stage).kind == kind) return stage;
  }
  return -1;
}

// The keys with the largest weights, in their order.
std::vector<Index> heaviest_keys(const engine::Matrix& weights) {
  std::vector<Index> keys(static_cast<size_t>(weights.cols()));
  std::iota(keys.begin(), keys.end(), Index{0});
  std::stable_sort(keys.begin(), keys.end(),
                   [&](Index one, Index other) { return weights(0, one) > weights(0, other); });
  keys.resize(std::min(keys.size(), static_cast<size_t>(kMostKeys)));
  std::sort(keys.begin(), keys.end());
  return keys;
}

double score_of(float value) {
  return engine::is_hidden(value) ? -std::numeric_limits<double>::infinity() : static_cast<double>(value);
}

void add_keys(const engine::Matrix& scores, const engine::Matrix& weights,
              const std::vector<std::string>& labels, WorkedRow& row) {
  double peak = -std::numeric_limits<double>::infinity();
  for (const float value : scores.reshaped()) peak = std::max(peak, score_of(value));
  const auto power = [&](float value) {
    return std::isfinite(peak) ? std::exp(score_of(value) - peak) : 0.0;
  };
  for (const float value : scores.reshaped()) row.total += power(value);
  double shown = 0;
  for (const Index key : heaviest_keys(weights)) {
    row.keys.push_back(labels.at(static_cast<size_t>(key)));
    row.scores.push_back(score_of(scores(0, key)));
    row.powers.push_back(power(scores(0, key)));
    row.weights.push_back(weights(0, key));
    shown += row.weights.back();
  }
  row.more = weights.cols() - static_cast<Index>(row.keys.size());
  row.more_weight = std::max(0.0, static_cast<double>(weights.sum()) - shown);
}

// "1.25", and "0" for what is smaller than can be written.
std::string number_text(double value, int decimals) {
  return std::isfinite(value) ? engine::fixed_number(value, decimals) : "−∞";
}

// Sets the lines of the table.
class Table {
 public:
  Table(Canvas& canvas, const app::Words& words, const look::Palette& palette, double x, double y,
        double width, size_t columns)
      : canvas_(canvas),
        words_(words),
        palette_(palette),
        x_(x),
        y_(y),
        right_(x + width),
        column_(std::min((width - kNames) / static_cast<double>(columns), 52.0)) {}

  // With the head's line at its right.
  void title(const std::string& text, const NumberedLine& line) {
    const double room = right_ - x_ - numbered_line_width(words_, palette_, line) - 12;
    canvas_.text(x_, y_ + 8, text,
                 {.size = 9, .colour = palette_.ink, .bold = true, .max_width = std::max(room, 60.0)});
    draw_numbered_line(canvas_, words_, palette_, line, right_, y_ - 2);
    y_ += kNumberedLineHeight + 2;
  }

  void name(const std::string& text) {
    canvas_.text(x_, y_ + 8, text, {.size = kNameType, .colour = palette_.muted, .max_width = kNames - 6});
  }

  // Words, and a formula behind them.
  void name(const std::string& text, const std::string& formula) {
    name(text);
    const double before = measure(text, {.size = kNameType}, words_.language()).width;
    canvas_.text(x_ + before, y_ + 8, pango_formula(formula, palette_, kFormulaType),
                 {.size = kFormulaType,
                  .colour = palette_.muted,
                  .markup = true,
                  .max_width = std::max(kNames - 6 - before, 1.0)});
  }

  void entry(size_t column, const std::string& text, look::Rgb colour) {
    const double middle = x_ + kNames + (static_cast<double>(column) + 0.5) * column_;
    Type type{.size = 8, .colour = colour, .tabular = true, .align = Align::kCentre};
    const double room = column_ - 3;
    if (measure(text, type, words_.language()).width > room) {
      type.align = Align::kLeft;
      type.max_width = room;
      canvas_.text(middle - room / 2, y_ + 8, text, type);
      return;
    }
    canvas_.text(middle, y_ + 8, text, type);
  }

  // A line to write a number on.
  void blank(size_t column) {
    const double left = x_ + kNames + static_cast<double>(column) * column_ + 3;
    canvas_.line(left, y_ + 9, left + column_ - 6, y_ + 9, palette_.muted, 0.5);
  }

  void rest(size_t column, const std::string& text) {
    const double left = x_ + kNames + static_cast<double>(column) * column_ + 6;
    canvas_.text(left, y_ + 8, text, {.size = 7, .colour = palette_.muted, .max_width = right_ - left});
  }

  void next_line() { y_ += kLine; }

 private:
  Canvas& canvas_;
  const app::Words& words_;
  const look::Palette& palette_;
  double x_;
  double y_;
  double right_;
  double column_;
};

}  // namespace

std::optional<WorkedRow> worked_row(const engine::Trace& trace, const HandoutPlan& plan,
                                    const app::Focus& focus, const engine::Lettering& lettering) {
  const int first = static_cast<int>(lettering.first);
  const int focused = trace.find(focus.stage).value_or(-1);
  WorkedRow row;
  for (size_t head = 0; head < plan.heads.size(); ++head) {
    if (std::ranges::find(plan.heads[head], focused) != plan.heads[head].end())
      row.head = static_cast<int>(head);
  }
  if (plan.heads.empty()) return std::nullopt;
  const std::vector<int>& stages = plan.heads[static_cast<size_t>(row.head)];
  const int weights = stage_in(trace, stages, engine::StageKind::kWeights);
  const int output = stage_in(trace, stages, engine::StageKind::kHeadOutput);
  if (weights < 0 || output < 0 || trace.stage(weights).inputs.size() != 1) return std::nullopt;
  const engine::Stage& shown = trace.stage(weights);
  if (shown.column_axis != engine::Axis::kKeys || shown.rows == 0) return std::nullopt;
  Index query = shown.rows - 1;
  const bool is_its_row = focused >= 0 && trace.stage(focused).row_axis == engine::Axis::kQueries;
  if (focus.pinned && is_its_row && focus.pinned->first < shown.rows) query = focus.pinned->first;
  row.query = look::axis_labels(trace, weights, look::Side::kRows, first).at(static_cast<size_t>(query));
  add_keys(trace.read_row(shown.inputs.front(), query), trace.read_row(weights, query),
           look::axis_labels(trace, weights, look::Side::kColumns, first), row);
  const engine::Matrix numbers = trace.read_row(output, query);
  for (Index i = 0; i < std::min(numbers.cols(), kMostOutputs); ++i) row.output.push_back(numbers(0, i));
  row.goes_on = numbers.cols() > kMostOutputs;
  Index largest = 0;
  trace.read_row(weights, query).row(0).maxCoeff(&largest);
  if (auto line = engine::one_line(trace, shown.address, lettering))
    row.line = numbered_line(trace, std::move(*line), {weights, query, largest});
  return row;
}

void draw_worked_row(Canvas& canvas, const app::Words& words, const look::Palette& palette,
                     const WorkedRow& row, double x, double y, double width, bool blanks) {
  Table table(canvas, words, palette, x, y, width, row.keys.size() + 2);
  const std::string head = words("stage.head", {{"head", words.nth(row.head)}});
  NumberedLine of_head = row.line;
  if (blanks) {
    of_head.under.clear();
    of_head.result.clear();
  }
  table.title(words(blanks ? "handout.row_blank" : "handout.row", {{"query", row.query}, {"head", head}}),
              of_head);
  table.name(words("handout.row_keys"));
  for (size_t i = 0; i < row.keys.size(); ++i) table.entry(i, row.keys[i], palette.key);
  if (row.more > 0)
    table.rest(row.keys.size(), words("handout.row_more", {{"count", std::to_string(row.more)}}));
  table.next_line();
  const std::string power = "e^{\\mathrm{" + words("handout.row_powers") + "}}";
  struct Line {
    std::string name;
    std::string formula;  // behind it
    const std::vector<double>& numbers;
    double end;  // after the last key: the sum
    bool is_given;
  };
  for (const Line& line : {Line{words("handout.row_scores"), "", row.scores, std::nan(""), true},
                           Line{"", power, row.powers, row.total, false},
                           Line{words("handout.row_weights") + " ", "= e^{…} ÷ Σ", row.weights, 1, false}}) {
    const bool empty = blanks && !line.is_given;
    table.name(line.name, line.formula);
    for (size_t i = 0; i < line.numbers.size(); ++i) {
      if (empty) table.blank(i);
      if (!empty) table.entry(i, number_text(line.numbers[i], 3), palette.ink);
    }
    const bool sums = !std::isnan(line.end);
    if (sums) table.rest(line.numbers.size(), "Σ = " + (empty ? "" : number_text(line.end, 3)));
    table.next_line();
  }
  table.name(words("handout.row_output"));
  for (size_t i = 0; i < row.output.size(); ++i) {
    if (blanks) table.blank(i);
    if (!blanks) table.entry(i, number_text(row.output[i], 3), palette.value);
  }
  if (row.goes_on) table.rest(row.output.size(), "…");
}

}  // namespace exporter
