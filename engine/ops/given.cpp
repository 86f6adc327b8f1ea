// given.cpp: numbers that no stage computed: tokens, weights, biases.
#include <cmath>

#include "engine/ops/operations.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

class Given final : public Operation {
 public:
  Given(std::string_view note, bool is_signed) : note_(note), is_signed_(is_signed) {}

  std::string_view name() const override { return "given"; }
  Layout layout() const override { return Layout::kSource; }
  bool is_given() const override { return true; }
  bool is_signed() const override { return is_signed_; }

  std::string formula(const std::string& result, std::span<const std::string> /*inputs*/) const override {
    return result;
  }

  // Given numbers stand in the trace already; a given stage that is computed is one of zeros.
  void forward(std::span<const ConstView> /*inputs*/, View out) const override { out.setZero(); }
  Block unit(const Block& wanted, const Shape& /*result*/) const override { return wanted; }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation;
    explanation.formula = entry(stage.symbol, index_pair(row, column));
    explanation.note = note_;
    explanation.result = trace.at(trace.find(stage.address).value(), row, column);
    explanation.magnitude = std::abs(explanation.result);
    return explanation;
  }

  bool same_as(const Operation& other) const override {
    const auto* const same = dynamic_cast<const Given*>(&other);
    return same != nullptr && same->note_ == note_ && same->is_signed_ == is_signed_;
  }

 private:
  std::string note_;
  bool is_signed_;
};

}  // namespace

OperationPtr given(std::string_view note, bool is_signed) {
  return std::make_shared<Given>(note, is_signed);
}

}  // namespace engine
