// attention_check.cpp: rejects what an attention method cannot do, with the reason.
#include <array>
#include <string>

#include "engine/model/checks.h"

namespace engine {
namespace {

Error refused(const char* key, const Config& config) {
  return {key, {{"attention", std::string(name_of(config.attention.kind))}}};
}

// Whether every self-attention hides later tokens; whether any does.
struct Causality {
  bool all = true;
  bool any = false;

  void add(bool causal) {
    all = all && causal;
    any = any || causal;
  }
};

Causality causality_of(const Config& config) {
  Causality found;
  const bool is_prefix = config.pattern.kind == PatternKind::kPrefix;
  if (config.has_encoder() || !config.has_layers()) found.add(config.causal && !is_prefix);
  if (config.has_decoder()) found.add(config.decoder_causal && !is_prefix);
  if (config.has_target()) found.all = false;
  return found;
}

}  // namespace

std::optional<Error> check_attention(const Config& config) {
  const AttentionMethod& method = config.attention;
  if (method.buckets % 2 != 0)
    return Error{"error.attention_buckets", {{"value", std::to_string(method.buckets)}}};
  const MethodRow& row = row_of(method.kind);
  const Causality causality = causality_of(config);
  if (row.masks == MethodMasks::kPadding && causality.any) return refused("error.attention_causal", config);
  const bool is_shaped =
      config.pattern.kind != PatternKind::kNone || config.local_window > 0 || !config.painted.empty();
  if (row.masks != MethodMasks::kAny && is_shaped) return refused("error.attention_mask", config);
  if (!row.crosses && config.has_target()) return refused("error.attention_cross", config);
  if (!row.biased && info_of(config.positions).place == PositionPlace::kScores)
    return refused("error.attention_relative", config);
  if (row.parameters.gate && method.gate && !causality.all) return Error{"error.attention_gate", {}};
  return std::nullopt;
}

std::optional<Error> check_attention(const Config& config, const Input& input) {
  const MethodRow& row = row_of(config.attention.kind);
  for (const Example& example : input.examples) {
    if (row.masks != MethodMasks::kAny && example.additive) return refused("error.attention_mask", config);
    if (!row.crosses && example.key) return refused("error.attention_cross", config);
    if (!row.parameters.rank) continue;
    const std::array<const Sequence*, 2> sequences = {
        example.key ? &*example.key : &example.source,
        config.has_target() && example.target ? &*example.target : nullptr};
    for (const Sequence* const keys : sequences) {
      if (keys == nullptr || config.attention.rank <= static_cast<Index>(keys->tokens.size())) continue;
      return Error{
          "error.attention_rank",
          {{"rank", std::to_string(config.attention.rank)}, {"count", std::to_string(keys->tokens.size())}}};
    }
  }
  return std::nullopt;
}

}  // namespace engine
