// performer.cpp: FAVOR+: softmax's kernel from random features, so that no query meets a key.
// Choromanski et al. 2021 (2009.14794), sec. 2.2 to 2.4.
#include <cmath>

#include "engine/attention/efficient/directions.h"
#include "engine/attention/efficient/linear_attention.h"
#include "engine/ops/efficient.h"

namespace engine {

MethodStages add_performer(MethodHead& head) {
  const AttentionMethod& method = head.method;
  const bool is_positive = method.feature_map == FeatureMap::kPositive;
  // The paper divides queries and keys by d_k^(1/4) each; here the directions are divided, which both are
  // multiplied with.
  Matrix directions =
      random_directions(method.features, head.d_k(), method.orthogonal, method.seed, head.key("directions"));
  directions /= static_cast<float>(std::sqrt(head.divisor()));
  const int drawn =
      head.add_drawn(head.plain("directions", "W", method.features, head.d_k()), std::move(directions));
  const Index width = is_positive ? method.features : 2 * method.features;
  const auto features = [&](const std::vector<bool>& padding) {
    return is_positive ? positive_features(head.divisor(), padding)
                       : trigonometric_features(head.divisor(), false, padding);
  };
  const int along_q =
      head.add(head.of_queries("projection.query", "P_{q}", method.features), linear(), {head.q, drawn});
  const int along_k =
      head.add(head.of_keys("projection.key", "P_{k}", method.features), linear(), {head.k, drawn});
  const int query =
      head.add(head.of_queries("features.query", "Φ_{q}", width), features({}), {along_q, head.q});
  const int key =
      head.add(head.of_keys("features.key", "Φ_{k}", width), features(head.rule.padding), {along_k, head.k});
  return add_linear_attention(head, query, key, -1, !is_positive);
}

}  // namespace engine
