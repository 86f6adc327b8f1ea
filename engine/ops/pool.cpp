// pool.cpp: several rows become one: the largest number of each channel, or the mean.
#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/core/parameter_operation.h"
#include "engine/ops/copies.h"
#include "engine/ops/gradients.h"
#include "engine/ops/products.h"
#include "engine/ops/relatives.h"

namespace engine {
namespace {

struct PoolParameters {
  KernelOffsets offsets;
  Pooling kind = Pooling::kMax;

  bool operator==(const PoolParameters&) const = default;
};

// The rows that an output reads; at least its own.
std::vector<Index> rows_read(const KernelOffsets& offsets, Index output, Index below) {
  std::vector<Index> read;
  read.reserve(static_cast<size_t>(offsets.kernel));
  for (Index offset = 0; offset < offsets.kernel; ++offset) {
    const Index row = offsets.row(output, offset, below);
    if (row != KernelOffsets::kOutside) read.push_back(row);
  }
  return read;
}

// The first of the rows that are read whose number is the largest of a column.
template <class Column>
Index row_of_largest(const std::vector<Index>& read, const Column& column) {
  return *std::max_element(read.begin(), read.end(), [&](Index a, Index b) { return column(a) < column(b); });
}

// dY (m, d), X (n, d) -> (n, d): a number gets the gradients of the outputs that it is the largest of.
class MaxPoolGradient final : public ParameterOperation<KernelOffsets> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "max_pool_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string largest = "\\mathrm{argmax}_{t} ";
    const std::string place = std::to_string(parameters().stride) + " i + t";
    return {"$out_{r,c} = Σ_{i: " + largest + "$1_{" + place + ",c} = r} $0_{i,c}",
            "$out = Σ_{i: " + largest + "$1_{" + place + ",$j} = $i} $0_{i,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    for (Index output = 0; output < inputs[0].rows(); ++output) {
      const std::vector<Index> read = rows_read(parameters(), output, out.rows());
      for (Index c = 0; c < out.cols(); ++c)
        out(row_of_largest(read, inputs[1].col(c)), c) += inputs[0](output, c);
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSum;
    explanation.formula = formula_of_cell(stage, row, column);
    const Matrix numbers = trace.read_column(stage.inputs[1], column);
    for (Index output = 0; output < trace.stage(stage.inputs[0]).rows; ++output) {
      if (row_of_largest(rows_read(parameters(), output, stage.rows), numbers.col(0)) == row)
        add_addend(trace, {stage.inputs[0], output, column}, explanation);
    }
    explanation.note = explanation.terms.empty() ? "note.gradient_not_largest" : "note.gradient_largest";
    return explanation;
  }
};

// dY (m, d) -> (n, d): a row gets its share of the gradient of each output that is a mean of it and others.
class MeanPoolGradient final : public ParameterOperation<KernelOffsets> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "mean_pool_gradient"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string reads = "i,t: " + std::to_string(parameters().stride) + " i + t = ";
    return {"$out_{r} = Σ_{" + reads + "r} \\frac{1}{n_{i}} $0_{i}",
            "$out = Σ_{" + reads + "$i} \\frac{1}{n_{i}} $0_{i,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    out.setZero();
    for (Index output = 0; output < inputs[0].rows(); ++output) {
      const std::vector<Index> read = rows_read(parameters(), output, out.rows());
      for (const Index row : read) out.row(row) += inputs[0].row(output) / static_cast<float>(read.size());
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kSumOfProducts;
    explanation.formula = formula_of_cell(stage, row, column);
    for (Index output = 0; output < trace.stage(stage.inputs[0]).rows; ++output) {
      const std::vector<Index> read = rows_read(parameters(), output, stage.rows);
      if (std::find(read.begin(), read.end(), row) == read.end()) continue;
      add_product(trace, {stage.inputs[0], output, column}, 1 / static_cast<double>(read.size()),
                  explanation);
    }
    explanation.note = explanation.terms.empty() ? "note.gradient_unread" : "note.gradient_of_mean";
    return explanation;
  }
};

class Pool final : public ParameterOperation<PoolParameters> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "pool"; }
  Layout layout() const override { return Layout::kGather; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const char* const chosen =
        parameters().kind == Pooling::kMax ? "\\mathrm{max}_{t}" : "\\mathrm{mean}_{t}";
    const std::string read = " $0_{" + std::to_string(parameters().offsets.stride) + " i + t}";
    return {"$out_{i} = " + (chosen + read), "$out = \\mathrm{mean}_{t} $0_{t,$j}"};
  }

  void forward(std::span<const ConstView> inputs, View out) const override {
    for (Index row = 0; row < out.rows(); ++row) {
      const std::vector<Index> read = rows_read(parameters().offsets, row, inputs[0].rows());
      out.row(row) = inputs[0].row(read.front());
      for (size_t i = 1; i < read.size(); ++i) {
        if (parameters().kind == Pooling::kMax) {
          out.row(row) = out.row(row).cwiseMax(inputs[0].row(read[i]));
        } else {
          out.row(row) += inputs[0].row(read[i]);
        }
      }
      if (parameters().kind == Pooling::kMean) out.row(row) /= static_cast<float>(read.size());
    }
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const int below = stage.inputs[0];
    const std::vector<Index> read = rows_read(parameters().offsets, row, trace.stage(below).rows);
    if (parameters().kind == Pooling::kMax) {
      const Index largest = row_of_largest(read, trace.read_column(below, column).col(0));
      Explanation explanation = explain_copy(trace, stage, row, column, {below, largest, column});
      explanation.note = "note.pool_largest";
      return explanation;
    }
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kQuotient;
    const auto count = static_cast<double>(read.size());
    for (const Index each : read) {
      Term term;
      term.left = trace.at(below, each, column);
      term.left_cell = {below, each, column};
      term.value = term.left / count;
      explanation.terms.push_back(term);
      explanation.result += term.value;
      explanation.magnitude += std::abs(term.value);
    }
    explanation.quantities.push_back({"quantity.averaged", count});
    explanation.formula = formula_of_cell(stage, row, column);
    return explanation;
  }

  Backward backward(size_t /*input*/, std::span<const Shape> /*inputs*/) const override {
    const KernelOffsets& offsets = parameters().offsets;
    if (parameters().kind == Pooling::kMax)
      return {std::make_shared<MaxPoolGradient>(offsets), {Backward::kGradient, 0}};
    return {std::make_shared<MeanPoolGradient>(offsets), {Backward::kGradient}};
  }
};

}  // namespace

OperationPtr pool(const KernelOffsets& offsets, Pooling kind) {
  return std::make_shared<Pool>(PoolParameters{offsets, kind});
}

}  // namespace engine
