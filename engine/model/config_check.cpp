// config_check.cpp: rejects invalid settings, with the reason as a key and arguments.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "engine/core/address.h"
#include "engine/core/number_text.h"
#include "engine/model/checks.h"
#include "engine/model/config.h"
#include "engine/model/settings.h"

namespace engine {

std::optional<Error> check_size(const char* name, Index value, Index largest) {
  if (value >= 1 && value <= largest) return std::nullopt;
  return Error{"error.size",
               {{"name", name}, {"value", std::to_string(value)}, {"largest", std::to_string(largest)}}};
}

namespace {

std::optional<Error> too_large(const Config& config, const Input& input) {
  // A trace that would be larger with every stage kept is recomputed.
  const double full = estimate_full_bytes(config, input);
  const double bytes = full <= kRecomputeBytes ? full : estimate_recomputing_bytes(config, input);
  if (bytes <= kMaxBytes) return std::nullopt;
  return Error{"error.too_large", {{"megabytes", significant_digits(std::ceil(bytes / 1e6))}}};
}

std::optional<Error> check_crafted(const Config& config) {
  const Config crafted;
  if (config.model != ModelKind::kCrafted) return std::nullopt;
  if (config.has_layers()) return Error{"error.crafted_layers", {}};
  if (info_of(config.positions).has_table) return Error{"error.crafted_positions", {}};
  const bool same = config.d_model == crafted.d_model && config.n_heads == crafted.n_heads &&
                    config.d_k == crafted.d_k && config.d_v == crafted.d_v &&
                    config.kv_heads() == crafted.n_heads && config.input_widths() == crafted.input_widths() &&
                    config.output_width() == crafted.d_model;
  return same ? std::nullopt : std::optional(Error{"error.crafted_size", {}});
}

// Query heads must share keys and values evenly, and rotary widths must be even.
std::optional<Error> check_heads(const Config& config) {
  const Index shared = config.kv_heads();
  if (shared < 1 || shared > config.n_heads || config.n_heads % shared != 0) {
    return Error{"error.kv_heads",
                 {{"kv_heads", std::to_string(shared)}, {"heads", std::to_string(config.n_heads)}}};
  }
  if (config.positions != PositionKind::kRotary || config.d_k % 2 == 0) return std::nullopt;
  return Error{"error.rotary_width", {{"d_k", std::to_string(config.d_k)}}};
}

std::optional<Error> check_grid(const Config& config) {
  if (config.positions != PositionKind::kGrid) return std::nullopt;
  const InputWidths widths = config.input_widths();
  for (const Index width : {widths.query, widths.key, widths.value}) {
    if (width % 2 != 0) return Error{"error.grid_odd", {{"d_model", std::to_string(width)}}};
  }
  return std::nullopt;
}

// A table of learned positions is as wide as the usual vectors.
std::optional<Error> check_widths(const Config& config) {
  if (config.positions != PositionKind::kLearned || !config.has_own_inputs()) return std::nullopt;
  return Error{"error.widths_learned", {}};
}

// Whether every name is a known one.
std::optional<Error> check_named(const char* key, const std::vector<std::string>& names,
                                 const std::vector<std::string>& known) {
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return Error{key, {{"address", name}, {"example", known.empty() ? "" : known.front()}}};
  }
  return std::nullopt;
}

std::optional<Error> check_layers(const Config& config) {
  if (!config.has_layers()) return std::nullopt;
  if (config.has_encoder()) {
    // A decoder can read whatever is given.
    const bool is_none =
        config.model == ModelKind::kCheckpoint && config.encoder_layers == 0 && config.has_decoder();
    if (auto bad = check_size("encoder_layers", config.encoder_layers, kMaxLayers); bad && !is_none)
      return bad;
  }
  if (config.has_decoder()) {
    if (auto bad = check_size("decoder_layers", config.decoder_layers, kMaxLayers)) return bad;
  }
  return std::nullopt;
}

std::optional<Error> check_length(const Config& config, const Sequence& sequence, const char* empty) {
  const size_t count = sequence.tokens.size();
  if (count == 0) return Error{empty, {}};
  if (count > static_cast<size_t>(kMaxTokens)) {
    return Error{"error.too_many_tokens",
                 {{"count", std::to_string(count)}, {"largest", std::to_string(kMaxTokens)}}};
  }
  if (config.positions != PositionKind::kLearned || count <= static_cast<size_t>(config.context))
    return std::nullopt;
  return Error{
      config.model == ModelKind::kCheckpoint ? "error.beyond_trained_positions" : "error.beyond_positions",
      {{"count", std::to_string(count)}, {"context", std::to_string(config.context)}}};
}

// The nudged row must be one that its sub-layer reads; every example has the same number.
std::optional<Error> check_nudge(const Config& config, const Example& example) {
  if (!config.nudge) return std::nullopt;
  const Nudge& nudge = *config.nudge;
  const bool decoded = parse_part(nudge.sublayer).stack == Stack::kDecoder && config.has_target();
  const size_t rows = (decoded ? *example.target : example.source).tokens.size();
  if (nudge.row >= 0 && static_cast<size_t>(nudge.row) < rows) return std::nullopt;
  return Error{
      "error.nudge_row",
      {{"row", std::to_string(nudge.row)}, {"sublayer", nudge.sublayer}, {"last", std::to_string(rows - 1)}}};
}

// Whether a painted or typed cell's index is valid.
bool is_place(Index first, Index count, Index largest) {
  return first >= 0 && count >= 1 && first < largest && count <= largest - first;
}

// "encoder.0.self", "batch.3.decoder.1.cross.head.2".
bool names_attention(std::string_view name) {
  const StageAddress place = parse_part(name);
  const bool is_attention = place.sublayer == Sublayer::kSelf || place.sublayer == Sublayer::kCross;
  return is_attention && place.stream.empty() && place.step.empty() && place.batch < kMaxBatch &&
         place.layer < kMaxLayers && place.head < kMaxHeads;
}

std::optional<Error> check_painted(const std::vector<PaintedMask>& masks) {
  for (const PaintedMask& mask : masks) {
    const bool is_good = std::all_of(mask.patches.begin(), mask.patches.end(), [](const MaskPatch& patch) {
      return is_place(patch.row, patch.rows, kMaxTokens) &&
             is_place(patch.column, patch.columns, kMaxTokens) && patch.value < kInfinity;
    });
    if (!names_attention(mask.attention) || !is_good)
      return Error{"error.painted", {{"attention", mask.attention}}};
  }
  return std::nullopt;
}

std::optional<Error> check_edits(const Edits& edits) {
  for (const StageEdits& stage : edits) {
    const bool is_good = std::all_of(stage.cells.begin(), stage.cells.end(), [](const CellEdit& cell) {
      return cell.row >= 0 && cell.column >= 0 && std::abs(cell.value) <= kLargestEdit;
    });
    if (!may_be_typed(stage.address) || !is_good) return Error{"error.edit", {{"address", stage.address}}};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> check_base(double base) {
  Config config;
  config.base = base;
  return check_settings(config);
}

std::optional<Error> check(const Config& config) {
  for (const auto& bad : {check_settings(config), check_heads(config), check_crafted(config),
                          check_layers(config), check_painted(config.painted), check_edits(config.edits),
                          check_attention(config), check_grid(config), check_widths(config)}) {
    if (bad) return bad;
  }
  const Companion* const companion = config.companion.get();
  if (auto bad = companion == nullptr ? std::nullopt : companion->check()) return bad;
  if (!config.off.empty()) {
    auto known = switches(config);
    for (std::string& name : head_switches(config)) known.push_back(std::move(name));
    if (auto bad = check_named("error.unknown_switch", config.off, known)) return bad;
  }
  if (config.nudge) {
    if (auto bad = check_named("error.unknown_sublayer", {config.nudge->sublayer}, sublayers(config)))
      return bad;
  }
  // For one token: mostly the weights.
  const Sequence one{.tokens = {""}, .padding = {false}};
  return too_large(config, single_input(one, config.has_target() ? std::optional(one) : std::nullopt));
}

std::optional<Error> check(const Config& config, const Input& input) {
  if (auto bad = check(config)) return bad;
  if (input.examples.empty()) return Error{"error.no_tokens", {}};
  if (input.examples.size() > static_cast<size_t>(kMaxBatch)) {
    return Error{"error.batch_size",
                 {{"count", std::to_string(input.examples.size())}, {"largest", std::to_string(kMaxBatch)}}};
  }
  for (const Example& example : input.examples) {
    const bool two = config.has_target();
    if (auto bad = check_length(config, example.source, two ? "error.no_source" : "error.no_tokens"))
      return bad;
    if (!two) continue;
    if (!example.target) return Error{"error.no_target", {}};
    if (auto bad = check_length(config, *example.target, "error.no_target")) return bad;
  }
  if (auto bad = check_nudge(config, input.examples.front())) return bad;
  if (const Companion* const companion = config.companion.get()) {
    if (auto bad = companion->check(input.examples.front().source.tokens.size())) return bad;
  }
  if (auto bad = check_attention(config, input)) return bad;
  return too_large(config, input);
}

}  // namespace engine
