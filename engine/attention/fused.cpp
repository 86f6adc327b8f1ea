// fused.cpp: 128 rows of one head's map stay in a core's cache from the first score to the last sum. After
// Rabe & Staats 2021 (2112.05682), with whole rows of keys.
#include "engine/attention/fused.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/core/parallel.h"
#include "engine/kernels/matrix_product.h"

namespace engine {
namespace {

constexpr Index kBlockRows = 128;
// A part with fewer multiply-adds is not worth waking another core for.
constexpr Index kAttentionWorthSplitting = 500'000;

ConstView corner_of(const ConstView& all, const Block& block) {
  return {all.data() + block.row * all.outerStride() + block.column, block.rows, block.columns,
          Eigen::OuterStride<>(all.outerStride())};
}

// A block of the map that a link reads in addition to the scores.
Matrix made_beside(const ScoreLink::Beside& beside, const Block& block) {
  Matrix made(block.rows, block.columns);
  std::vector<ConstView> inputs;
  inputs.reserve(beside.inputs.size());
  for (const ConstView& input : beside.inputs) {
    const Shape shape{input.rows(), input.cols()};
    inputs.push_back(corner_of(input, beside.operation->footprint(inputs.size(), block, shape)));
  }
  beside.operation->forward_block(inputs, whole(made), block);
  return made;
}

// Elementwise, so that the result can overwrite the scores.
void apply(const ScoreLink& link, const Block& block, Matrix& scores) {
  std::vector<ConstView> inputs = {whole(std::as_const(scores))};
  Matrix made;
  if (link.beside && link.beside->numbers) {
    inputs.push_back(corner_of(*link.beside->numbers, block));
  } else if (link.beside) {
    made = made_beside(*link.beside, block);
    inputs.push_back(whole(std::as_const(made)));
  }
  link.operation->forward_block(inputs, whole(scores), block);
}

// Hides keys beyond the diagonal of a causal block: the ends of its rows.
void hide_later(const ScoreLinks& links, const Block& block, Matrix& scores) {
  for (Index row = 0; row < block.rows; ++row) {
    const Index seen =
        std::clamp<Index>(links.first_query + block.row + row + 1 - block.column, 0, block.columns);
    scores.row(row).tail(block.columns - seen).setConstant(-kInfinity);
  }
}

void mask_scores(const ScoreLinks& links, const Block& block, Matrix& scores) {
  if (links.mask) apply(*links.mask, block, scores);
  if (links.causal) hide_later(links, block, scores);
}

// Turns a block's masked scores into weights, and mixes the values with them.
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
  const Block block{first, 0, rows, head.links.seen(first + rows, head.k.rows())};
  return mix_values(head, block, masked_scores(head, block));
}

}  // namespace

Index ScoreLinks::seen(Index before, Index keys) const {
  return causal ? std::clamp<Index>(first_query + before, 0, keys) : keys;
}

View FusedHead::out_rows(Index first, Index rows) const {
  return {const_cast<float*>(out.data()) + first * out.outerStride(), rows, out.cols(),
          Eigen::OuterStride<>(out.outerStride())};
}

Matrix masked_scores(const FusedHead& head, const Block& block) {
  Matrix scores(block.rows, block.columns);
  multiply_transposed(rows_of(head.q, block.row, block.rows), rows_of(head.k, block.column, block.columns),
                      whole(scores));
  for (const ScoreLink& link : head.links.before_mask) apply(link, block, scores);
  mask_scores(head.links, block, scores);
  return scores;
}

std::vector<Index> attend_by_scores(const FusedHead& head, const Block& block, Matrix scores) {
  mask_scores(head.links, block, scores);
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
  // The last rows see the most keys: they go first, so that no core waits for them at the end.
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
