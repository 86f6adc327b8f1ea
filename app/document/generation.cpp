// generation.cpp: gathers what the rules depend on, from a trace.
#include "app/document/generation.h"

#include <algorithm>

#include "app/text/quotable.h"
#include "engine/core/address.h"

namespace app {
namespace {

using engine::Index;
using engine::Rule;

std::vector<Index> source_ids(const engine::Trace& trace, int batch) {
  engine::StageAddress place;
  place.batch = batch;
  place.stack = engine::Stack::kEncoder;
  place.step = "output";
  const auto read = trace.find(engine::address_of(place));
  return read ? trace.sequence(trace.stage(*read).row_sequence).ids : std::vector<Index>{};
}

std::string joined(const std::vector<Rule>& rules) {
  std::string fields;
  for (const Rule rule : rules) fields.append(fields.empty() ? "" : ", ").append(engine::field_of(rule));
  return fields;
}

}  // namespace

engine::RuledLogits ruled_logits(const loaders::Checkpoint* checkpoint, const engine::Trace& trace,
                                 int probabilities, Index row, size_t generated) {
  const engine::Stage& stage = trace.stage(probabilities);
  const Eigen::RowVectorXf logits = trace.read_row(stage.inputs.front(), row).row(0);
  const std::vector<Index>& ids = trace.sequence(stage.row_sequence).ids;
  const auto read = static_cast<size_t>(row) + 1;
  if (checkpoint == nullptr || checkpoint->config.predicts != engine::Prediction::kNextToken ||
      ids.size() < read)
    return {logits, std::vector<uint16_t>(static_cast<size_t>(logits.size()), 0)};
  engine::TokensSoFar so_far;
  so_far.ids.assign(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(read));
  so_far.prompt = static_cast<Index>(std::min(read, ids.size() - std::min(generated, ids.size())));
  if (checkpoint->config.has_target())
    so_far.source = source_ids(trace, engine::parse_address(stage.address).batch);
  so_far.longest = checkpoint->generation.rules.longest(so_far.prompt);
  return engine::apply(checkpoint->generation.rules, logits, so_far);
}

std::optional<engine::Error> check_any_left(const loaders::Checkpoint& checkpoint,
                                            const engine::RuledLogits& ruled) {
  if (!ruled.leaves_none()) return std::nullopt;
  return engine::Error{
      "error.generate_none_left",
      {{"path", quotable(checkpoint.path, kLongestPath)}, {"fields", joined(ruled.rules())}}};
}

std::string rules_behind(const engine::RuledLogits& ruled, Index token) {
  return joined(ruled.rules_of(token));
}

engine::Sampling sampling_with(const loaders::Checkpoint* before, const loaders::Checkpoint& now,
                               engine::Sampling sampling) {
  const uint64_t seed = sampling.seed;
  if (now.generation.sampling) {
    sampling = *now.generation.sampling;
  } else if (before != nullptr && before->generation.sampling) {
    engine::Sampling theirs = *before->generation.sampling;
    theirs.seed = seed;
    if (sampling == theirs) sampling = {};
  }
  sampling.seed = seed;
  return sampling;
}

}  // namespace app
