// pool.cpp: several rows become one: the largest number of each channel, or the mean.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/copies.h"
#include "engine/ops/products.h"
#include "engine/ops/relatives.h"

namespace engine {
namespace {

struct PoolParameters {
  KernelOffsets offsets;
  Pooling kind = Pooling::kMax;

  bool operator==(const PoolParameters&) const = default;
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
      const std::vector<Index> read = rows(row, inputs[0].rows());
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
    const std::vector<Index> read = rows(row, trace.stage(below).rows);
    if (parameters().kind == Pooling::kMax) {
      Cell largest{below, read.front(), column};
      for (const Index each : read) {
        if (trace.at(below, each, column) > trace.at(below, largest.row, column)) largest.row = each;
      }
      Explanation explanation = explain_copy(trace, stage, row, column, largest);
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
    explanation.formula = formula_of_cell(trace, stage, row, column);
    return explanation;
  }

 private:
  // The rows that an output reads; at least its own.
  std::vector<Index> rows(Index output, Index below) const {
    std::vector<Index> read;
    read.reserve(static_cast<size_t>(parameters().offsets.kernel));
    for (Index offset = 0; offset < parameters().offsets.kernel; ++offset) {
      const Index row = parameters().offsets.row(output, offset, below);
      if (row != KernelOffsets::kOutside) read.push_back(row);
    }
    return read;
  }
};

}  // namespace

OperationPtr pool(const KernelOffsets& offsets, Pooling kind) {
  return std::make_shared<Pool>(PoolParameters{offsets, kind});
}

}  // namespace engine
