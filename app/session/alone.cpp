// alone.cpp: runs a sentence without its padding and compares it with its result in the batch.
#include "app/session/alone.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/document/checkpoints.h"
#include "app/session/model_cache.h"
#include "app/session/steps.h"
#include "engine/model/forward.h"

namespace app {
namespace {

using engine::Index;

constexpr double kMostOperations = 3e8;  // about 20 ms

engine::Sequence without_padding(const engine::Sequence& padded) {
  engine::Sequence sequence;
  for (size_t i = 0; i < padded.tokens.size(); ++i) {
    if (padded.padding[i]) continue;
    sequence.tokens.push_back(padded.tokens[i]);
    if (!padded.ids.empty()) sequence.ids.push_back(padded.ids[i]);
    if (!padded.segments.empty()) sequence.segments.push_back(padded.segments[i]);
    if (!padded.unknown.empty()) sequence.unknown.push_back(padded.unknown[i]);
  }
  sequence.padding.assign(sequence.tokens.size(), false);
  return sequence;
}

// The sentence alone, with the batch's vocabulary.
std::optional<engine::Input> alone(const engine::Trace& trace, const engine::Config& config, int example) {
  const int examples = example_count(trace);
  if (example < 0 || example >= examples) return std::nullopt;
  const int first = first_sequence(trace, example);
  if (trace.sequence(first).vectors) return std::nullopt;  // its mask is not known here
  engine::Input input;
  input.vocabulary = trace.vocabulary();
  input.examples.push_back({without_padding(trace.sequence(first)), std::nullopt});
  if (config.has_target()) input.examples.front().target = without_padding(trace.sequence(first + 1));
  const auto bad = engine::check(config, input);
  // A nudge of a padding row moves nothing here.
  if (bad && bad->key != "error.nudge_row") return std::nullopt;
  return input;
}

// Adds the comparison of one stage: the rows of `single` with the rows of `padded` that are not padding.
void compare(const engine::Trace& batch, int padded, const engine::Trace& one, int single,
             AloneCheck& result) {
  const engine::Stage& stage = batch.stage(padded);
  const auto& padding = batch.sequence(stage.row_sequence).padding;
  Index row = 0;
  for (Index i = 0; i < stage.rows; ++i) {
    if (padding[static_cast<size_t>(i)]) continue;
    const engine::Matrix here = batch.read_row(padded, i);
    const engine::Matrix there = one.read_row(single, row++);
    result.largest_difference =
        std::max(result.largest_difference, static_cast<double>((here - there).cwiseAbs().maxCoeff()));
    result.numbers += stage.columns;
  }
}

}  // namespace

std::optional<AloneCheck> check_alone(const engine::Trace& trace, const engine::Config& config, int example) {
  const auto input = alone(trace, config, example);
  if (!input) return std::nullopt;
  const auto model = checkpoints::model_of(config);
  if (!model) return std::nullopt;
  const auto one = engine::forward(**model, *input, config);
  AloneCheck result;
  const std::string prefix = "batch." + std::to_string(example) + ".";
  constexpr std::array<const char*, 2> kStacks = {"encoder.output", "decoder.output"};
  constexpr std::array<const char*, 1> kAttention = {"encoder.0.self.output"};
  const auto ends = config.has_layers() ? std::span<const char* const>(kStacks) : std::span(kAttention);
  for (const char* end : ends) {
    const auto padded = trace.find(prefix + end);
    const auto single = one->find(end);
    if (padded && single) compare(trace, *padded, *one, *single, result);
  }
  return result;
}

std::optional<AloneCheck> AloneChecks::of(const engine::Trace& trace, const engine::Config& config,
                                          int example) {
  const auto known = known_.find(example);
  if (known != known_.end()) return known->second;
  std::optional<AloneCheck> check = AloneCheck{.too_long = true};
  const auto input = alone(trace, config, example);
  const double operations = input ? engine::estimate_operations(config, *input) +
                                        kOperationsPerWeight * engine::count_weights(config)
                                  : 0;
  if (operations < kMostOperations) check = check_alone(trace, config, example);
  return known_.emplace(example, check).first->second;
}

}  // namespace app
