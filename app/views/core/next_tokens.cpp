// next_tokens.cpp: reads one row of the logits and sorts it, as far as it is shown.
#include "app/views/core/next_tokens.h"

#include <algorithm>
#include <functional>

#include "app/document/generation.h"
#include "engine/core/address.h"

namespace views {

using engine::Index;

std::optional<int> probabilities_of(const engine::Trace& trace, int example) {
  engine::StageAddress place;
  place.batch = example;
  place.step = "probabilities";
  return trace.find(engine::address_of(place));
}

Index next_row(const engine::Trace& trace, int probabilities) {
  const engine::Stage& stage = trace.stage(probabilities);
  // A single row stands for a whole picture.
  return stage.rows == 1 ? 0 : engine::prediction_row(trace.sequence(stage.row_sequence));
}

LikeliestToken likeliest_token(const engine::Trace& trace, int probabilities, Index row) {
  LikeliestToken likeliest;
  likeliest.probability = trace.read_row(probabilities, row).row(0).maxCoeff(&likeliest.token);
  return likeliest;
}

std::vector<LikeliestToken> likeliest_tokens(const engine::Matrix& shares, size_t most) {
  std::vector<LikeliestToken> tokens;
  tokens.reserve(static_cast<size_t>(shares.size()));
  for (Index token = 0; token < shares.cols(); ++token) tokens.push_back({token, shares(0, token)});
  const size_t count = std::min(most, tokens.size());
  std::ranges::partial_sort(tokens, tokens.begin() + static_cast<std::ptrdiff_t>(count),
                            std::ranges::greater(), &LikeliestToken::probability);
  tokens.resize(count);
  return tokens;
}

std::optional<LikeliestToken> likeliest_token_at(const engine::Trace& trace, int weights, Index query) {
  const engine::Stage& map = trace.stage(weights);
  const auto probabilities = probabilities_of(trace, engine::parse_address(map.address).batch);
  if (!probabilities) return std::nullopt;
  const engine::Stage& predicted = trace.stage(*probabilities);
  if (predicted.row_sequence != map.row_sequence || query >= predicted.rows) return std::nullopt;
  return likeliest_token(trace, *probabilities, query);
}

namespace {

// Sorts the tokens as far as they are listed, and drops the others.
void keep_listed(NextTokens& next) {
  const auto is_before = [](const NextToken& a, const NextToken& b) {
    return a.probability > b.probability || (a.probability == b.probability && a.token < b.token);
  };
  std::vector<NextToken>& all = next.ordered;
  const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), kMostListed));
  std::partial_sort(all.begin(), end, all.end(), is_before);
  // One that is forced may be improbable.
  const auto chosen =
      std::find_if(end, all.end(), [&](const NextToken& token) { return token.token == next.chosen; });
  if (chosen != all.end()) std::iter_swap(chosen, end - 1);
  all.erase(end, all.end());
}

}  // namespace

NextTokens next_tokens(const engine::Trace& trace, int probabilities, Index row,
                       const engine::Sampling& sampling, uint64_t step,
                       const loaders::Checkpoint* checkpoint) {
  NextTokens next;
  next.probabilities = probabilities;
  next.row = row;
  const int logits = trace.stage(probabilities).inputs.front();
  const Eigen::RowVectorXf scores = trace.read_row(logits, row).row(0);
  const Eigen::RowVectorXf shares = trace.read_row(probabilities, row).row(0);
  const auto ruled = app::ruled_logits(checkpoint, trace, probabilities, row, step);
  const std::vector<double> chances = engine::sampling_distribution(ruled.logits, sampling);
  next.chosen = ruled.leaves_none() ? -1 : engine::draw_token(chances, sampling, step);
  next.count = scores.size();
  next.ordered.reserve(static_cast<size_t>(scores.size()));
  for (Index token = 0; token < scores.size(); ++token) {
    const double chance = chances.at(static_cast<size_t>(token));
    next.ordered.push_back({token, scores(token), shares(token), chance, ruled.logits(token), {}});
    next.probability_sum += shares(token);
    next.chance_sum += chance;
  }
  keep_listed(next);
  for (NextToken& token : next.ordered) token.rules = app::rules_behind(ruled, token.token);
  return next;
}

}  // namespace views
