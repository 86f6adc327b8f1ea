// one_line.cpp: writes a head's line from its output back to its queries and keys.
#include "engine/analysis/one_line.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "engine/core/address.h"
#include "engine/core/letters.h"
#include "engine/core/number_text.h"
#include "engine/core/size_symbols.h"

namespace engine {
namespace {

// Spaces in type sizes.
constexpr float kHair = 0.06f;
constexpr float kThin = 0.16f;
constexpr float kAroundSign = 0.24f;
constexpr float kAroundRelation = 0.3f;

class LineWriter {
 public:
  LineWriter(const Trace& trace, const Lettering& lettering)
      : trace_(trace), lettering_(lettering), by_rows_(lettering.notation == Notation::kNotes) {}

  OneLine of_output(int output) {
    link(output, letter_of_row(output), 0);
    write("=", kAroundRelation);
    const Stage& stage = trace_.stage(output);
    if (stage.operation->name() != "weighted_sum") {
      write(own_formula(output), kAroundRelation);
      return std::move(line_);
    }
    if (by_rows_) write("Σ_{j}", kAroundRelation);
    expression(stage.inputs[0], by_rows_ ? kThin : kAroundRelation);
    letter(stage.inputs[1], kThin, "j");
    return std::move(line_);
  }

 private:
  void write(std::string markup, float before) { line_.parts.push_back({std::move(markup), before}); }

  void link(int stage, std::string markup, float before, std::string letter = {}) {
    line_.links.push_back({stage, line_.parts.size(), line_.parts.size(), std::move(letter)});
    write(std::move(markup), before);
  }

  // A stage that is computed elsewhere: its letter; in the notes, that of its row.
  std::string letter_of_row(int stage, const char* row = "i") const {
    const Stage& shown = trace_.stage(stage);
    if (by_rows_) return row_symbol(trace_, shown, row, lettering_);
    const std::string symbol = symbol_of(trace_, shown, lettering_);
    return shown.role == Role::kQuery   ? "\\q{" + symbol + "}"
           : shown.role == Role::kKey   ? "\\k{" + symbol + "}"
           : shown.role == Role::kValue ? "\\v{" + symbol + "}"
                                        : symbol;
  }
  void letter(int stage, float before, const char* row = "i") {
    link(stage, letter_of_row(stage, row), before);
    // What is normed or rotated stands for what it was made from.
    for (int made = stage; !trace_.stage(made).inputs.empty();) {
      made = trace_.stage(made).inputs.front();
      const StageKind kind = trace_.stage(made).kind;
      const bool is_normed = kind == StageKind::kQueryNormed || kind == StageKind::kKeyNormed;
      if (!is_normed && kind != StageKind::kQuery && kind != StageKind::kKey) break;
      line_.unchanged.emplace_back(made, stage);
    }
  }

  // How the stage follows from what it is made of, without its own letter and its shape.
  std::string own_formula(int stage) const {
    std::string formula = trace_.formula(stage, lettering_);
    if (const std::string shape = membership(trace_, trace_.stage(stage)); formula.ends_with(shape))
      formula.resize(formula.size() - shape.size());
    const size_t sign = formula.find(" = ");
    return sign == std::string::npos ? formula : formula.substr(sign + 3);
  }
  std::string symbol(int stage) const { return symbol_of(trace_, trace_.stage(stage), lettering_); }

  void expression(int stage, float before) {
    const Stage& shown = trace_.stage(stage);
    const Operation& operation = *shown.operation;
    if (shown.inputs.empty() || shown.column_axis != Axis::kKeys) return letter(stage, before);
    if (operation.name() == "scores") return product(stage, before);
    if (operation.name() == "softmax") return shares(stage, before);
    if (operation.name() == "scale") return quotient(stage, before);
    if (operation.name() == "identity") return same(stage, before);
    if (operation.name() == "add" && shown.inputs.size() == 1) return same(stage, before);
    if (operation.layout() == Layout::kElementwise && shown.inputs.size() == 2) return sum(stage, before);
    if (operation.name() == "soft_cap") return around(stage, before);
    link(stage, own_formula(stage), before, symbol(stage));
    is_chain_ = false;
  }

  void product(int stage, float before) {
    const Stage& shown = trace_.stage(stage);
    const size_t first = line_.parts.size();
    letter(shown.inputs[0], before);
    if (by_rows_) write("·", kThin);
    letter(shown.inputs[1], kThin, "j");
    if (!by_rows_) line_.parts.back().markup += "^{T}";
    line_.links.push_back({stage, first, line_.parts.size() - 1, symbol(stage), true});
  }

  void shares(int stage, float before) {
    link(stage, by_rows_ ? "\\mathrm{softmax}_{j}" : "\\mathrm{softmax}", before, symbol(stage));
    in_brackets(trace_.stage(stage).inputs[0], kHair);
    line_.gives = is_chain_ ? gives_ : -1;
  }

  void in_brackets(int stage, float before) {
    write("(", before);
    expression(stage, kHair);
    write(")", kHair);
  }

  // "/ √d_k", "/ (√d_k · 0.5)".
  void quotient(int stage, float before) {
    const Explanation explanation = trace_.explain(stage, 0, 0);
    std::string below;
    double divisor = 1;
    for (const Quantity& by : explanation.quantities) {
      const bool is_root = by.key == "quantity.root_d_k";
      below += (below.empty() ? "" : " · ") + (is_root ? "\\sqrt{d_{k}}" : number_markup(by.value, 6));
      divisor *= by.value;
    }
    const int inner = trace_.stage(stage).inputs[0];
    if (below.empty()) return same(stage, before);
    if (explanation.quantities.size() > 1) below = "(" + below + ")";
    const bool is_sum = trace_.stage(inner).operation->layout() == Layout::kElementwise;
    is_sum ? in_brackets(inner, before) : expression(inner, before);
    is_chain_ = is_chain_ && !is_sum;  // the numbers have no brackets
    link(stage, "/ " + below, kThin, symbol(stage));
    line_.links.back().divisor = divisor;
    gives_ = stage;
  }

  void same(int stage, float before) {
    const int inner = trace_.stage(stage).inputs[0];
    expression(inner, before);
    line_.unchanged.emplace_back(stage, inner);
  }

  void sum(int stage, float before) {
    const Stage& shown = trace_.stage(stage);
    expression(shown.inputs[0], before);
    link(stage, std::string(shown.operation->sign()), kAroundSign);
    line_.links.back().is_sign = true;
    letter(shown.inputs[1], kAroundSign);
    line_.links.back().is_added = shown.operation->sign() == "+";
    is_chain_ = is_chain_ && line_.links.back().is_added;
    gives_ = stage;
  }

  // A function of one stage: what its formula has in front of that and behind it.
  void around(int stage, float before) {
    const std::string whole = trace_.stage(stage).operation->formulas(1).whole;
    const size_t inner = whole.find("$0");
    const size_t start = whole.find(" = ") + 3;
    link(stage, whole.substr(start, inner - start), before, symbol(stage));
    expression(trace_.stage(stage).inputs[0], 0);
    write(whole.substr(inner + 2), 0);
    is_chain_ = false;
  }

  const Trace& trace_;
  const Lettering& lettering_;
  bool by_rows_;
  int gives_ = -1;        // the last stage that is a quotient or a sum of what is written
  bool is_chain_ = true;  // whether its number follows from those in front of it, one after the other
  OneLine line_;
};

}  // namespace

const LineLink* OneLine::find(int stage) const {
  for (int step = 0; step < 4; ++step) {  // through stages that change nothing
    for (const LineLink& link : links) {
      if (link.stage == stage) return &link;
    }
    const auto same = std::ranges::find_if(unchanged, [&](const auto& pair) { return pair.first == stage; });
    if (same == unchanged.end()) return nullptr;
    stage = same->second;
  }
  return nullptr;
}

std::optional<OneLine> one_line(const Trace& trace, std::string_view address, const Lettering& lettering) {
  StageAddress place = parse_address(address);
  if (place.head < 0 || place.is_gradient) return std::nullopt;
  place.step = "output";
  const auto output = trace.find(address_of(place));
  if (!output) return std::nullopt;
  return LineWriter(trace, lettering).of_output(*output);
}

std::optional<double> line_number(const Trace& trace, const OneLine& line, const LineLink& link,
                                  const Cell& cell) {
  if (cell.stage < 0 || link.is_sign || line.find(cell.stage) == nullptr) return std::nullopt;
  const Stage& of = trace.stage(cell.stage);
  const Stage& wanted = trace.stage(link.stage);
  const bool both_maps = of.column_axis == Axis::kKeys && wanted.column_axis == Axis::kKeys &&
                         of.rows == wanted.rows && of.columns == wanted.columns;
  if (!both_maps && link.stage != cell.stage) return std::nullopt;
  return trace.at(link.stage, cell.row, cell.column);
}

namespace {

std::string number_text(const Trace& trace, int stage, double number) {
  constexpr double kLong = 1e6;
  if (number == 0) return "0";
  if (std::isfinite(number) && std::abs(number) >= kLong)
    return (number < 0 ? "−" : "") + scientific_number(std::abs(number));
  return fixed_number(number, trace.stage(stage).operation->makes_shares() ? 4 : 2);
}

}  // namespace

namespace {

double as_written(double number) {
  constexpr double kHundredth = 100;
  return std::round(number * kHundredth) / kHundredth;
}

// What the numbers under the line, as they are written there, give for a stage of a chain of them; `written`:
// a stage before it whose number is written, too.
double from_written(const Trace& trace, const OneLine& line, int stage, const Cell& cell, int written) {
  const auto number = [&](int of) {
    return as_written(line_number(trace, line, {.stage = of}, cell).value_or(0));
  };
  if (stage == written) return number(stage);
  const Stage& shown = trace.stage(stage);
  const auto same = std::ranges::find(line.unchanged, stage, &std::pair<int, int>::first);
  if (same != line.unchanged.end()) return from_written(trace, line, same->second, cell, written);
  for (const LineLink& link : line.links) {
    if (link.divisor != 0 && link.stage == stage)
      return from_written(trace, line, shown.inputs[0], cell, written) / as_written(link.divisor);
    if (link.is_added && shown.inputs.size() == 2 && link.stage == shown.inputs[1])
      return from_written(trace, line, shown.inputs[0], cell, written) + number(link.stage);
  }
  return number(stage);
}

}  // namespace

bool is_exact_as_written(const Trace& trace, const OneLine& line, int stage, const Cell& cell, int written) {
  const auto number = line_number(trace, line, {.stage = stage}, cell);
  return !number || !std::isfinite(*number) ||
         number_text(trace, stage, from_written(trace, line, stage, cell, written)) ==
             number_text(trace, stage, *number);
}

std::string line_number_text(const Trace& trace, const OneLine& line, const LineLink& link, double number,
                             bool there, bool is_exact) {
  std::string text = number_text(trace, link.stage, number);
  if (link.is_added) return number < 0 ? text : "+ " + text;
  if (link.divisor == 0) return text;
  const std::string by = "/ " + fixed_number(link.divisor, 2);
  return there || line.gives < 0 ? by + (is_exact ? " = " : " ≈ ") + text : by;
}

std::string line_result_text(const Trace& trace, const OneLine& line, const Cell& cell, int written) {
  if (line.gives < 0) return "";
  const auto number = line_number(trace, line, {.stage = line.gives}, cell);
  const bool is_exact = is_exact_as_written(trace, line, line.gives, cell, written);
  return number ? line_result_text(trace, line, *number, is_exact) : "";
}

std::string line_result_text(const Trace& trace, const OneLine& line, double number, bool is_exact) {
  return (is_exact ? "= " : "≈ ") + number_text(trace, line.gives, number);
}

}  // namespace engine
