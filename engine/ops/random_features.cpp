// random_features.cpp: features of vectors whose dot product estimates the exponential of the vectors' own.
// Choromanski et al. 2021 (2009.14794), sec. 2.3 and 2.4; Rahimi & Recht 2007; Peng et al. 2021, sec. 3.1.
#include <cmath>

#include "engine/core/parameter_operation.h"
#include "engine/ops/by_rows.h"
#include "engine/ops/efficient.h"
#include "engine/ops/gradients.h"
#include "engine/ops/products.h"

namespace engine {
namespace {

struct FeatureParameters {
  double divisor = 1;
  std::vector<bool> padding;
  bool has_length_1 = false;

  bool operator==(const FeatureParameters&) const = default;
};

class RandomFeatures : public ParameterOperation<FeatureParameters, ByRows<2>> {
 public:
  using ParameterOperation::ParameterOperation;

  void forward(std::span<const ConstView> inputs, View out) const override {
    forward_block(inputs, out, {0, 0, out.rows(), out.cols()});
  }

  void forward_block(std::span<const ConstView> inputs, const View& out, const Block& made) const override {
    View features = out;
    for (Index row = 0; row < made.rows; ++row) {
      if (is_padding(made.row + row)) {
        features.row(row).setZero();
      } else {
        write_row(inputs, row, features);
      }
    }
  }

 protected:
  double divisor() const { return parameters().divisor; }
  virtual void write_row(std::span<const ConstView> inputs, Index row, View& features) const = 0;

  bool is_padding(Index row) const {
    const auto at = static_cast<size_t>(row);
    return at < parameters().padding.size() && parameters().padding[at];
  }

  template <class Row>
  auto half_square(const Row& x) const {
    return x.squaredNorm() / static_cast<typename Row::Scalar>(2 * parameters().divisor);
  }

  // Begins the explanation of a feature with the projection at `place`; the caller adds the rest.
  Explanation begin(const Trace& trace, const Stage& stage, Index row, Index place) const {
    Explanation explanation;
    explanation.arithmetic = Arithmetic::kRule;
    if (is_padding(row)) explanation.note = "note.padding_feature";
    Term term;
    term.left = trace.at(stage.inputs[0], row, place);
    term.left_cell = {stage.inputs[0], row, place};
    explanation.terms.push_back(term);
    const Eigen::MatrixXd x = trace.read_row(stage.inputs[1], row).cast<double>();
    explanation.quantities = {{"quantity.half_square", half_square(x)}};
    return explanation;
  }

  static void end(double value, double scale, Explanation& explanation) {
    const bool is_hidden = explanation.note == "note.padding_feature";
    explanation.result = is_hidden ? 0 : value;
    explanation.terms[0].value = explanation.result;
    const double exponent = std::abs(explanation.terms[0].left) + std::abs(explanation.quantities[0].value);
    explanation.magnitude = scale * (1 + exponent);
  }
};

class PositiveFeatures final : public RandomFeatures {
 public:
  using RandomFeatures::RandomFeatures;
  std::string_view name() const override { return "positive_features"; }
  bool is_signed() const override { return false; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    return {"$out = \\frac{1}{\\sqrt{m}} e^{$0 − |$1|^{2}/2\\sqrt{d}}",
            "$out = \\frac{1}{\\sqrt{$m}} e^{$0 − h}"};
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    Explanation explanation = begin(trace, stage, row, column);
    const double root = std::sqrt(static_cast<double>(stage.columns));
    explanation.quantities.push_back({"quantity.root_features", root});
    const double value = std::exp(explanation.terms[0].left - explanation.quantities[0].value) / root;
    end(value, value, explanation);
    if (explanation.note.empty()) explanation.note = "note.positive_feature";
    explanation.formula = formula_of_cell(stage, row, column, {{"m", stage.columns}});
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const PositiveFeatures>(*this);
    return by_links(self, input, inputs.size(),
                    [self, input](std::span<const ConstView> x, const VisitLink& visit) {
                      for (Index row = 0; row < x[0].rows(); ++row) {
                        for (Index made = 0; made < x[0].cols(); ++made) {
                          const double feature = x[0](row, made);
                          if (input == 0) visit(row, made, row, made, feature);
                          for (Index c = 0; input == 1 && c < x[2].cols(); ++c)
                            visit(row, made, row, c, -feature * double{x[2](row, c)} / self->divisor());
                        }
                      }
                    });
  }

 protected:
  void write_row(std::span<const ConstView> inputs, Index row, View& features) const override {
    const float h = half_square(inputs[1].row(row));
    const float root = std::sqrt(static_cast<float>(features.cols()));
    features.row(row) = ((inputs[0].row(row).array() - h).exp() / root).matrix();
  }
};

class TrigonometricFeatures final : public RandomFeatures {
 public:
  using RandomFeatures::RandomFeatures;
  std::string_view name() const override { return "trigonometric_features"; }

  FormulaTemplate formulas(size_t /*inputs*/) const override {
    const std::string of_whole = has_length_1() ? "" : "e^{|$1|^{2}/2\\sqrt{d}} ";
    const std::string of_cell = has_length_1() ? "" : "e^{h} ";
    return {"$out = \\frac{1}{\\sqrt{m}} " + of_whole + "[cos $0, sin $0]",
            "$out = \\frac{1}{\\sqrt{$m}} " + of_cell + "$wave $0_{$i,$c}"};
  }

  Explanation explain(const Trace& trace, const Stage& stage, Index row, Index column) const override {
    const Index count = stage.columns / 2;
    const bool is_sine = column >= count;
    Explanation explanation = begin(trace, stage, row, column % count);
    const double root = std::sqrt(static_cast<double>(count));
    explanation.quantities.push_back({"quantity.root_features", root});
    const double angle = explanation.terms[0].left;
    const double scale = (has_length_1() ? 1 : std::exp(explanation.quantities[0].value)) / root;
    end(scale * (is_sine ? std::sin(angle) : std::cos(angle)), scale, explanation);
    if (explanation.note.empty())
      explanation.note = has_length_1() ? "note.wave_feature" : "note.trigonometric_feature";
    explanation.formula =
        formula_of_cell(stage, row, column,
                        {{"m", count}, {"wave", is_sine ? "sin" : "cos"}, {"c", Ordinal{column % count}}});
    return explanation;
  }

  Backward backward(size_t input, std::span<const Shape> inputs) const override {
    const auto self = std::make_shared<const TrigonometricFeatures>(*this);
    return by_links(
        self, input, inputs.size(), [self, input](std::span<const ConstView> x, const VisitLink& visit) {
          const Index count = x[1].cols();
          for (Index row = 0; row < x[0].rows(); ++row) {
            for (Index made = 0; made < x[0].cols(); ++made) {
              const bool is_cosine = made < count;
              const double turned = x[0](row, is_cosine ? made + count : made - count);
              if (input == 0) visit(row, made, row, made % count, is_cosine ? -turned : turned);
              for (Index c = 0; input == 1 && !self->has_length_1() && c < x[2].cols(); ++c)
                visit(row, made, row, c, double{x[0](row, made)} * double{x[2](row, c)} / self->divisor());
            }
          }
        });
  }

 protected:
  void write_row(std::span<const ConstView> inputs, Index row, View& features) const override {
    const Index count = features.cols() / 2;
    const float grown = has_length_1() ? 1.0F : std::exp(half_square(inputs[1].row(row)));
    const float scale = grown / std::sqrt(static_cast<float>(count));
    features.row(row).head(count) = (inputs[0].row(row).array().cos() * scale).matrix();
    features.row(row).tail(count) = (inputs[0].row(row).array().sin() * scale).matrix();
  }

 private:
  bool has_length_1() const { return parameters().has_length_1; }
};

}  // namespace

OperationPtr positive_features(double divisor, std::vector<bool> padding) {
  return std::make_shared<PositiveFeatures>(FeatureParameters{divisor, std::move(padding)});
}

OperationPtr trigonometric_features(double divisor, bool has_length_1, std::vector<bool> padding) {
  return std::make_shared<TrigonometricFeatures>(
      FeatureParameters{divisor, std::move(padding), has_length_1});
}

}  // namespace engine
