// token_picture.cpp: which stages and keys the picture of one token shows.
#include "app/views/stage/token_picture.h"

#include <algorithm>
#include <numeric>

#include "engine/core/address.h"

namespace views {
namespace {

using engine::Index;
using engine::StageKind;

int first_input(const engine::Trace& trace, int stage) {
  const auto& inputs = trace.stage(stage).inputs;
  return inputs.empty() ? -1 : inputs.front();
}

// Queries and keys as their product takes them.
void take_factors(const engine::Trace& trace, TokenPicture& picture) {
  int product = picture.scores;
  while (trace.stage(product).inputs.size() == 1) product = trace.stage(product).inputs.front();
  const engine::Stage& scores = trace.stage(product);
  if (scores.kind != StageKind::kScores || scores.inputs.size() != 2) return;
  picture.q = scores.inputs[0];
  picture.k = scores.inputs[1];
  const engine::Stage& divided = trace.stage(picture.scores);
  if (divided.kind == StageKind::kScaled && divided.inputs.front() == product &&
      !trace.explain(picture.scores, 0, 0).quantities.empty())
    picture.product = product;
}

// The stages of the head that `stage` belongs to.
std::optional<TokenPicture> stages_of_head(const engine::Trace& trace, int stage) {
  engine::StageAddress place = engine::parse_address(trace.stage(stage).address);
  if (place.head < 0 || place.is_gradient) return std::nullopt;
  const auto find = [&](StageKind kind) {
    place.step = kind.step();
    return trace.find(engine::address_of(place)).value_or(-1);
  };
  TokenPicture picture{.q = find(StageKind::kQuery),
                       .k = find(StageKind::kKey),
                       .v = find(StageKind::kValue),
                       .weights = find(StageKind::kWeights),
                       .output = find(StageKind::kHeadOutput)};
  if (std::min({picture.q, picture.k, picture.v, picture.weights, picture.output}) < 0) return std::nullopt;
  picture.queries_of = first_input(trace, picture.q);
  picture.keys_of = first_input(trace, picture.k);
  return picture;
}

// The query's own key, another that is asked for, and the rest by their weights.
std::vector<Index> most_read(const engine::Matrix& weights, std::optional<Index> own,
                             std::optional<Index> also, size_t room) {
  std::vector<Index> keys(static_cast<size_t>(weights.cols()));
  std::iota(keys.begin(), keys.end(), Index{0});
  const auto comes_first = [&](Index one, Index other) {
    if ((one == own) != (other == own)) return one == own;
    if ((one == also) != (other == also)) return one == also;
    return weights(0, one) > weights(0, other);
  };
  std::stable_sort(keys.begin(), keys.end(), comes_first);
  keys.resize(std::min(keys.size(), room));
  std::sort(keys.begin(), keys.end());
  return keys;
}

}  // namespace

bool TokenPicture::is_cross(const engine::Trace& trace) const {
  const engine::Stage& map = trace.stage(weights);
  return map.row_sequence != map.column_sequence;
}

std::optional<TokenPicture> token_picture(const engine::Trace& trace, int stage, Index query, size_t room,
                                          std::optional<Index> also) {
  auto picture = stages_of_head(trace, stage);
  if (!picture) return std::nullopt;
  const engine::Stage& map = trace.stage(picture->weights);
  const bool is_softmax = map.operation->growth() == engine::Growth::kShares && !map.inputs.empty();
  if (!is_softmax || map.column_axis != engine::Axis::kKeys) return std::nullopt;
  picture->scores = map.inputs.front();
  if (const engine::Stage& read = trace.stage(picture->scores); read.kind == StageKind::kMasked) {
    if (read.inputs.size() == 2) {
      picture->mask = read.inputs[1];
      picture->masked = picture->scores;
    }
    picture->mask_sign = read.operation->sign();
    picture->scores = first_input(trace, picture->scores);
  }
  if (picture->scores < 0) return std::nullopt;
  take_factors(trace, *picture);
  picture->query = std::min(query, map.rows - 1);
  const engine::Matrix weights = trace.read_row(picture->weights, picture->query);
  const auto own = picture->is_cross(trace) ? std::nullopt : std::optional(picture->query);
  picture->also = also;
  picture->keys = most_read(weights, own, also, room);
  picture->left_out = map.columns - static_cast<Index>(picture->keys.size());
  picture->weight_left_out = static_cast<double>(weights.sum());
  for (const Index key : picture->keys) picture->weight_left_out -= static_cast<double>(weights(0, key));
  return picture;
}

bool has_token_picture(const Frame& frame, int stage) {
  return stage >= 0 && token_picture(frame.trace(), stage, 0, 1).has_value();
}

}  // namespace views
