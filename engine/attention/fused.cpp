// fused.cpp: 128 rows of one head's map live in a core's own cache from the first score to the last sum.
// After Rabe & Staats 2021 (2112.05682), with whole rows of keys.
#include "engine/attention/fused.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/core/parallel.h"
#include "engine/ops/matrix_product.h"

namespace engine {
namespace {

constexpr Index kBlockRows = 128;
// A part of fewer multiply-adds is not worth waking another core for.
constexpr Index kAttentionWorthSplitting = 500'000;

ConstView corner_of(const ConstView& all, const Block& block) {
  return {all.data() + block.row * all.outerStride() + block.column, block.rows, block.columns,
          Eigen::OuterStride<>(all.outerStride())};
}

void add_block(const FusedHead::Addend& addend, const Block& block, bool is_mask, const Operation* masking,
               Matrix& scores) {
  Matrix made;
  if (addend.operation) {
    made.resize(block.rows, block.columns);
    std::vector<ConstView> inputs;
    inputs.reserve(addend.inputs.size());
    for (const ConstView& input : addend.inputs) {
      const Shape shape{input.rows(), input.cols()};
      inputs.push_back(corner_of(input, addend.operation->footprint(inputs.size(), block, shape)));
    }
    addend.operation->forward_block(inputs, whole(made), block);
  }
  const ConstView term = addend.operation ? whole(std::as_const(made)) : corner_of(addend.numbers, block);
  if (!is_mask) {
    scores += term;
    return;
  }
  const Matrix before = scores;
  const std::vector<ConstView> inputs = {whole(before), term};
  masking->forward_block(inputs, whole(scores), block);
}

// Keys beyond the diagonal of a causal block: what is left of its rows' ends.
void hide_later(const FusedHead& head, const Block& block, Matrix& scores) {
  for (Index row = 0; row < block.rows; ++row) {
    const Index seen =
        std::clamp<Index>(head.first_query + block.row + row + 1 - block.column, 0, block.columns);
    scores.row(row).tail(block.columns - seen).setConstant(-kInfinity);
  }
}

// What changes scaled scores by the places of their pairs: biases, the mask, and what comes later.
void mask_scores(const FusedHead& head, const Block& block, Matrix& scores) {
  for (size_t i = 0; i < head.addends.size(); ++i) {
    const bool is_mask = head.masking && i + 1 == head.addends.size();
    add_block(head.addends[i], block, is_mask, head.masking.get(), scores);
  }
  if (head.causal) hide_later(head, block, scores);
}

// Weighs masked scores of a block, and mixes the values by them.
std::vector<Index> mix_values(const FusedHead& head, const Block& block, const Matrix& scores) {
  std::vector<Index> blind;
  for (Index row = 0; row < block.rows; ++row) {
    if (scores.row(row).maxCoeff() == -kInfinity) blind.push_back(block.row + row);
  }
  Matrix weights(block.rows, block.columns);
  head.weighing->forward_block(std::vector<ConstView>{whole(scores)}, whole(weights), block);
  multiply(whole(std::as_const(weights)), rows_of(head.v, 0, block.columns),
           head.out_rows(block.row, block.rows));
  return blind;
}

std::vector<Index> attend(const FusedHead& head, Index first, Index rows) {
  // Columns that no row of the block sees are not computed at all.
  const Index seen = std::clamp<Index>(head.first_query + first + rows, 0, head.k.rows());
  const Block block{first, 0, rows, head.causal ? seen : head.k.rows()};
  return mix_values(head, block, masked_scores(head, block));
}

}  // namespace

View FusedHead::out_rows(Index first, Index rows) const {
  return {const_cast<float*>(out.data()) + first * out.outerStride(), rows, out.cols(),
          Eigen::OuterStride<>(out.outerStride())};
}

Matrix masked_scores(const FusedHead& head, const Block& block) {
  Matrix scores(block.rows, block.columns);
  multiply_transposed(rows_of(head.q, block.row, block.rows), rows_of(head.k, block.column, block.columns),
                      whole(scores));
  for (const FusedHead::Addend& raise : head.raises) add_block(raise, block, false, nullptr, scores);
  if (head.scaling)
    head.scaling->forward_block(std::vector<ConstView>{whole(std::as_const(scores))}, whole(scores), block);
  mask_scores(head, block, scores);
  return scores;
}

std::vector<Index> attend_by_scores(const FusedHead& head, const Block& block, Matrix scores) {
  mask_scores(head, block, scores);
  return mix_values(head, block, scores);
}

std::vector<std::vector<Index>> fused_attention(const std::vector<FusedHead>& heads) {
  const auto count = static_cast<Index>(heads.size());
  if (count == 0) return {};
  const FusedHead& any = heads.front();
  const Index blocks = (any.q.rows() + kBlockRows - 1) / kBlockRows;
  std::vector<std::vector<Index>> found(static_cast<size_t>(blocks * count));
  std::optional<Serial> in_place;
  if (any.q.rows() * any.k.rows() * any.k.cols() * count < kAttentionWorthSplitting) in_place.emplace();
  // The last rows see most keys: they go first, so that no core waits for them at the end.
  parallel_for(blocks * count, [&](Index part) {
    if (stop_requested()) return;
    const Index block = blocks - 1 - part / count;
    const auto head = static_cast<size_t>(part % count);
    const Index first = block * kBlockRows;
    const Index rows = std::min(kBlockRows, any.q.rows() - first);
    found[static_cast<size_t>(block) + head * static_cast<size_t>(blocks)] =
        heads[head].attend ? heads[head].attend(heads[head], first, rows) : attend(heads[head], first, rows);
  });
  std::vector<std::vector<Index>> blind(heads.size());
  for (size_t i = 0; i < found.size(); ++i) {
    auto& rows = blind[i / static_cast<size_t>(blocks)];
    rows.insert(rows.end(), found[i].begin(), found[i].end());
  }
  return blind;
}

}  // namespace engine
