// explain.cpp: `headlight explain`: one cell's arithmetic, down to its terms.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <set>

#include "app/cli/commands.h"
#include "app/cli/look_options.h"
#include "app/look/axis_names.h"
#include "app/look/labels.h"
#include "app/text/sentence.h"
#include "engine/core/formula.h"
#include "engine/core/letters.h"
#include "engine/core/number_text.h"
#include "engine/core/utf8.h"

namespace app {
namespace {

using engine::Axis;
using engine::Cell;
using engine::Explanation;
using engine::Index;
using engine::Term;
using engine::Trace;

constexpr std::array kExplainOptions = {
    Option{"--stage", "ADDRESS", "help.stage"},
    Option{"--cell", "ROW,COLUMN", "help.cell"},
    kNotationOption,
    kCountFromOption,
};

std::string full_number(double value, int digits = 7) {
  return engine::significant_digits(value == 0 ? 0 : value, digits);  // 0 without a sign
}

// "1,4" -> row 1, column 4. Errors: error.option_missing (option), error.cell_form (value).
engine::Result<std::pair<Index, Index>> parse_cell(const ParsedOptions& given) {
  const std::string typed = given.get("--cell", "");
  if (!given.has("--cell")) return engine::Error{"error.option_missing", {{"option", "--cell ROW,COLUMN"}}};
  const engine::Error bad{"error.cell_form", {{"value", quotable(typed)}}};
  long long row = 0;
  long long column = 0;
  int end = 0;
  const bool plain = typed.size() <= 20 && typed.find_first_not_of("0123456789,") == std::string::npos;
  if (!plain || std::sscanf(typed.c_str(), "%lld,%lld%n", &row, &column, &end) != 2) return bad;
  if (static_cast<size_t>(end) != typed.size()) return bad;
  return std::pair<Index, Index>{row, column};
}

// The lines that explain one cell.
class ExplanationReport {
 public:
  ExplanationReport(const Trace& trace, const Cell& cell, const Words& words,
                    const engine::Lettering& lettering)
      : trace_(trace), cell_(cell), words_(words), lettering_(lettering) {}

  std::string write() {
    const engine::Stage& stage = trace_.stage(cell_.stage);
    const Explanation explanation = trace_.explain(cell_.stage, cell_.row, cell_.column);
    line(place(cell_) + "  " + std::string(stage.operation->name()));
    line(named("explain.row", cell_.row, look::Side::kRows));
    line(named("explain.column", cell_.column, look::Side::kColumns));
    line(engine::plain_formula(engine::written(trace_, stage, explanation.formula, lettering_)));
    if (!explanation.note.empty()) line(words_(explanation.note));
    write_sources(explanation.terms);
    write_terms(explanation);
    for (const auto& quantity : explanation.quantities) equation(quantity.key, quantity.value, 7);
    equation("explain.result", explanation.result, 9);
    equation("explain.forward", trace_.at(cell_.stage, cell_.row, cell_.column), 9);
    return text_;
  }

 private:
  void line(const std::string& text) { text_ += text + '\n'; }
  void equation(std::string_view key, double value, int digits) {
    line(words_(key) + " = " + full_number(value, digits));
  }

  std::string place(const Cell& cell) const {
    return trace_.stage(cell.stage).address + "[" + std::to_string(cell.row) + "," +
           std::to_string(cell.column) + "]";
  }

  // "row 2: query “sat”", "column 5: dimension".
  std::string named(const char* key, Index index, look::Side side) const {
    const engine::Stage& stage = trace_.stage(cell_.stage);
    const bool is_row = side == look::Side::kRows;
    const look::AxisNames names = look::axis_names(stage);
    const Axis axis = is_row ? stage.row_axis : stage.column_axis;
    const std::string number = std::to_string(index + look::first_number(axis, words_.counts_from()));
    const std::string name = words_(
        key, {{"index", number}, {"axis", inside_sentence(words_(is_row ? names.rows : names.columns))}});
    const std::string label =
        look::axis_labels(trace_, cell_.stage, side, words_.counts_from()).at(static_cast<size_t>(index));
    return label == number ? name : name + " “" + label + "”";
  }

  // The stages that the factors come from, each once.
  void write_sources(const std::vector<Term>& terms) {
    for (const auto& [key, member] :
         {std::pair{"explain.left", &Term::left_cell}, std::pair{"explain.right", &Term::right_cell}}) {
      std::string list;
      std::set<int> seen;
      for (const Term& term : terms) {
        const Cell& cell = term.*member;
        if (cell.stage < 0 || !seen.insert(cell.stage).second) continue;
        list += (list.empty() ? "" : ", ") + trace_.stage(cell.stage).address;
      }
      if (!list.empty()) line(words_(key, {{"stages", list}}));
    }
  }

  // One line per term, with aligned columns: value, left × right = value, and the running sum. If only the
  // formula tells how a value becomes another, an arrow joins them.
  void write_terms(const Explanation& explanation) {
    std::vector<std::vector<std::string>> table;
    double sum = 0;
    for (size_t i = 0; i < explanation.terms.size(); ++i) {
      const Term& term = explanation.terms[i];
      sum += term.value;
      const auto [sign, right] = second_operand(explanation, term);
      const std::string left = full_number(term.left);
      const std::string value = full_number(term.value);
      const bool is_equal = !sign.empty() || left == value;
      table.push_back({words_.nth(static_cast<Index>(i)), left, sign, right, is_equal ? "=" : "→", value, "Σ",
                       full_number(sum)});
    }
    // Two hidden values of opposite signs have no sum.
    const bool adds =
        explanation.arithmetic != engine::Arithmetic::kQuotient && table.size() > 1 && !std::isnan(sum);
    if (!adds) {
      for (auto& row : table) row.resize(6);
    }
    write_table(table);
  }

  // What a term's first factor is combined with: "× 0.5", "÷ 4"; empty if it stands alone.
  static std::pair<std::string, std::string> second_operand(const Explanation& explanation,
                                                            const Term& term) {
    if (term.has_right) return {"×", full_number(term.right)};
    if (explanation.arithmetic == engine::Arithmetic::kSoftmax) return {"→", "exp(x − m)"};
    if (explanation.arithmetic == engine::Arithmetic::kNormalise) return {"→", "(x − μ)²"};
    if (explanation.arithmetic == engine::Arithmetic::kRmsNormalise) return {"→", "x²"};
    if (explanation.arithmetic != engine::Arithmetic::kQuotient) return {};
    return {"÷", full_number(explanation.divisor())};
  }

  // Numbers are right-aligned.
  void write_table(const std::vector<std::vector<std::string>>& table) {
    std::array<size_t, 8> widths{};
    for (const auto& row : table) {
      for (size_t c = 0; c < row.size(); ++c)
        widths.at(c) = std::max(widths.at(c), engine::count_letters(row[c]));
    }
    for (const auto& row : table) {
      std::string text;
      for (size_t c = 0; c < row.size(); ++c) {
        if (widths.at(c) == 0) continue;
        text += "  " + std::string(widths.at(c) - engine::count_letters(row[c]), ' ') + row[c];
      }
      line(text);
    }
  }

  const Trace& trace_;
  Cell cell_;
  const Words& words_;
  engine::Lettering lettering_;
  std::string text_;
};

}  // namespace

std::optional<engine::Error> check_cell(const ParsedOptions& given) {
  const auto cell = parse_cell(given);
  return cell ? std::nullopt : std::optional(cell.error());
}

engine::Result<Cell> find_cell(const Request& request, const Trace& trace, int stage) {
  const auto cell = parse_cell(request.given);
  if (!cell) return cell.error();
  const engine::Stage& found = trace.stage(stage);
  if (cell->first >= found.rows || cell->second >= found.columns) {
    return engine::Error{"error.cell_range",
                         {{"value", quotable(request.given.get("--cell", ""))},
                          {"stage", found.address},
                          {"last_row", std::to_string(found.rows - 1)},
                          {"last_column", std::to_string(found.columns - 1)}}};
  }
  return Cell{stage, cell->first, cell->second};
}

std::string explain_lines(const Trace& trace, const Cell& cell, const Words& words,
                          engine::Notation notation) {
  return ExplanationReport(trace, cell, words, {notation, words.counts_from()}).write();
}

std::span<const Option> explain_options() {
  return kExplainOptions;
}

std::optional<engine::Error> check_explain(const ParsedOptions& given) {
  if (auto bad = check_stage(given)) return bad;
  if (auto bad = check_cell(given)) return bad;
  if (const auto notation = read_notation(given); !notation) return notation.error();
  const auto first = read_count_from(given, 0);
  return first ? std::nullopt : std::optional(first.error());
}

Printed run_explain(const Request& request) {
  const auto found = find_stage(request);
  if (!found) return found.error();
  const auto cell = find_cell(request, *found->trace, found->stage);
  if (!cell) return cell.error();
  const auto notation = read_notation(request.given);
  if (!notation) return notation.error();
  const auto first = read_count_from(request.given, 0);
  if (!first) return first.error();
  return explain_lines(*found->trace, *cell, words(request.words.language(), *first), *notation);
}

}  // namespace app
