// products.cpp: the terms of a dot product between cells of two stages.
#include "engine/ops/products.h"

#include <cmath>

namespace engine {
namespace {

Cell step(const CellRun& run, Index i) {
  return {run.start.stage, run.start.row + i * run.row_step, run.start.column + i * run.column_step};
}

Matrix read_run(const Trace& trace, const CellRun& run, Index terms) {
  const Cell& start = run.start;
  return trace.read(start.stage, start.row, start.column, run.row_step != 0 ? terms : 1,
                    run.column_step != 0 ? terms : 1);
}

}  // namespace

Explanation explain_dot_product(const Trace& trace, CellRun left, CellRun right, Index terms) {
  Explanation explanation;
  explanation.arithmetic = Arithmetic::kSumOfProducts;
  const Matrix left_numbers = read_run(trace, left, terms);
  const Matrix right_numbers = read_run(trace, right, terms);
  explanation.terms.reserve(static_cast<size_t>(terms));
  for (Index i = 0; i < terms; ++i) {
    Term term;
    term.left = left_numbers.data()[i];
    term.right = right_numbers.data()[i];
    term.has_right = true;
    term.value = term.left * term.right;
    term.left_cell = step(left, i);
    term.right_cell = step(right, i);
    explanation.result += term.value;
    explanation.magnitude += std::abs(term.value);
    explanation.terms.push_back(term);
  }
  return explanation;
}

void add_product(const Trace& trace, const Cell& left, const Cell& right, Explanation& explanation) {
  add_product(trace, left, trace.at(right.stage, right.row, right.column), explanation);
  explanation.terms.back().right_cell = right;
}

void add_product(const Trace& trace, const Cell& left, double right, Explanation& explanation) {
  Term term;
  term.left = trace.at(left.stage, left.row, left.column);
  term.left_cell = left;
  term.right = right;
  term.has_right = true;
  term.value = term.left * term.right;
  explanation.result += term.value;
  explanation.magnitude += std::abs(term.value);
  explanation.terms.push_back(term);
}

void add_addend(const Trace& trace, const Cell& cell, Explanation& explanation) {
  Term term;
  term.left = trace.at(cell.stage, cell.row, cell.column);
  term.left_cell = cell;
  term.value = term.left;
  explanation.result += term.value;
  explanation.magnitude += std::abs(term.value);
  explanation.terms.push_back(term);
}

}  // namespace engine
