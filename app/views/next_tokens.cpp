// next_tokens.cpp: reads the last row of the logits and orders it.
#include "app/views/next_tokens.h"

#include <algorithm>

#include "app/session/place.h"

namespace views {
namespace {

using engine::Index;

std::optional<int> stage_of(const engine::Trace& trace, int example, const char* step) {
  app::Place place;
  place.batch = example;
  place.step = step;
  return trace.find(app::address_of(place));
}

}  // namespace

std::optional<NextTokens> next_tokens(const engine::Trace& trace, int example,
                                      const engine::Sampling& sampling, uint64_t step) {
  const auto logits = stage_of(trace, example, "logits");
  const auto probabilities = stage_of(trace, example, "probabilities");
  if (!logits || !probabilities) return std::nullopt;
  NextTokens next;
  next.probabilities = *probabilities;
  next.row = engine::prediction_row(trace.sequence(trace.stage(*logits).row_sequence));
  const Eigen::RowVectorXf scores = trace.read_row(*logits, next.row).row(0);
  const Eigen::RowVectorXf shares = trace.read_row(*probabilities, next.row).row(0);
  const std::vector<double> chances = engine::sampling_distribution(scores, sampling);
  next.chosen = engine::draw_token(chances, sampling, step);
  for (Index token = 0; token < scores.size(); ++token) {
    const double chance = chances.at(static_cast<size_t>(token));
    next.ordered.push_back({token, scores(token), shares(token), chance});
    next.probability_sum += shares(token);
    next.chance_sum += chance;
  }
  std::stable_sort(next.ordered.begin(), next.ordered.end(),
                   [](const NextToken& a, const NextToken& b) { return a.probability > b.probability; });
  return next;
}

}  // namespace views
