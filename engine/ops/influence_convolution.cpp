// influence_convolution.cpp: how much an output of a stack of convolutions changes with each input: the chain
// rule from the last layer back to the first.
#include <Eigen/QR>
#include <algorithm>

#include "engine/core/parallel.h"
#include "engine/core/parameter_operation.h"
#include "engine/ops/influence.h"

namespace engine {
namespace {

using Eigen::MatrixXd;

// For each row of one layer: dy / d(that row) (d, channels); empty if the row does not reach y.
using Blocks = std::vector<MatrixXd>;

void add_to(MatrixXd& block, const MatrixXd& part) {
  if (block.size() == 0) {
    block = part;
  } else {
    block += part;
  }
}

// An equivalent weight with fewer columns that keeps the length of every combination of rows: W = L Qᵀ with
// orthonormal columns of Q, so |B W| = |B L| for any B.
MatrixXd without_idle_columns(const MatrixXd& weight) {
  if (weight.cols() <= weight.rows()) return weight;
  const Eigen::HouseholderQR<MatrixXd> qr(weight.transpose());
  const MatrixXd upper = qr.matrixQR().topRows(weight.rows()).triangularView<Eigen::Upper>();
  return upper.transpose();
}

class InfluenceOfConvolution final : public ParameterOperation<std::vector<ConvolutionStep>, Influence> {
 public:
  using ParameterOperation::ParameterOperation;
  std::string_view name() const override { return "influence_of_convolution"; }

 protected:
  const char* note() const override { return "note.influence_convolution"; }

  MatrixXd rows(const std::vector<MatrixXd>& inputs, Index first, const Shape& shape) const override {
    const std::vector<Level> levels = levels_of(inputs, shape.columns);
    MatrixXd influence = MatrixXd::Zero(shape.rows, shape.columns);
    for (Index row = 0; row < shape.rows && !stop_requested(); ++row) {
      Blocks blocks(static_cast<size_t>(levels.back().step.offsets.outputs(levels.back().below)));
      blocks[static_cast<size_t>(first + row)] = MatrixXd::Identity(levels.back().width, levels.back().width);
      for (size_t i = levels.size(); i-- > 0;) blocks = carried_back(levels[i], blocks);
      for (Index column = 0; column < shape.columns; ++column)
        influence(row, column) = blocks[static_cast<size_t>(column)].norm();
    }
    return influence;
  }

 private:
  const std::vector<ConvolutionStep>& steps() const { return parameters(); }
  // One step over this many rows, and what it needs from the trace.
  struct Level {
    ConvolutionStep step;
    Index below = 0;
    Index width = 0;                    // channels of its result
    MatrixXd weight;                    // of a convolution (kernel * width, channels below)
    const MatrixXd* numbers = nullptr;  // its sums; or the rows that the largest were chosen from
  };

  std::vector<Level> levels_of(const std::vector<MatrixXd>& inputs, Index tokens) const {
    std::vector<Level> levels;
    size_t next = 0;
    Index below = tokens;
    Index width = 0;
    for (const ConvolutionStep& step : steps()) {
      Level level{.step = step, .below = below, .width = width, .weight = {}};
      if (step.pooling == Pooling::kNone) {
        const MatrixXd& weight = inputs.at(next++);
        level.weight = levels.empty() ? without_idle_columns(weight) : weight;
        width = level.width = weight.rows() / step.offsets.kernel;
      }
      if (step.pooling != Pooling::kMean) level.numbers = &inputs.at(next++);
      below = step.offsets.outputs(below);
      levels.push_back(std::move(level));
    }
    return levels;
  }

  static Blocks carried_back(const Level& level, const Blocks& above) {
    Blocks blocks(static_cast<size_t>(level.below));
    for (size_t i = 0; i < above.size(); ++i) {
      if (above[i].size() == 0) continue;
      const auto row = static_cast<Index>(i);
      if (level.step.pooling == Pooling::kNone) {
        through_convolution(level, row, above[i], blocks);
      } else {
        through_pool(level, row, above[i], blocks);
      }
    }
    return blocks;
  }

  static void through_convolution(const Level& level, Index row, const MatrixXd& above, Blocks& blocks) {
    // ReLU passes values above 0.
    const MatrixXd passed =
        above * (level.numbers->row(row).array() > 0).cast<double>().matrix().asDiagonal();
    for (Index offset = 0; offset < level.step.offsets.kernel; ++offset) {
      const Index read = level.step.offsets.row(row, offset, level.below);
      if (read == KernelOffsets::kOutside) continue;
      add_to(blocks[static_cast<size_t>(read)],
             passed * level.weight.middleRows(offset * level.width, level.width));
    }
  }

  static void through_pool(const Level& level, Index row, const MatrixXd& above, Blocks& blocks) {
    std::vector<Index> read;
    for (Index offset = 0; offset < level.step.offsets.kernel; ++offset) {
      const Index each = level.step.offsets.row(row, offset, level.below);
      if (each != KernelOffsets::kOutside) read.push_back(each);
    }
    for (const Index each : read) {
      Eigen::RowVectorXd share =
          Eigen::RowVectorXd::Constant(level.width, 1 / static_cast<double>(read.size()));
      for (Index c = 0; level.numbers != nullptr && c < level.width; ++c) {
        const auto largest = std::max_element(read.begin(), read.end(), [&](Index a, Index b) {
          return (*level.numbers)(a, c) < (*level.numbers)(b, c);
        });
        share(c) = *largest == each ? 1 : 0;
      }
      add_to(blocks[static_cast<size_t>(each)], above * share.asDiagonal());
    }
  }
};

}  // namespace

OperationPtr influence_of_convolution(std::vector<ConvolutionStep> steps) {
  return std::make_shared<InfluenceOfConvolution>(std::move(steps));
}

}  // namespace engine
