// mask_options.cpp: reads masks given by a pattern or a file.
#include "app/cli/mask_options.h"

#include "app/cli/setting_options.h"
#include "app/export/mask_file.h"
#include "app/session/exploring.h"
#include "engine/masks/painted.h"

namespace app {
namespace {

using engine::Error;

// "encoder.0.self"; for a batch in its first example, with the stage's prefix.
std::string first_attention(const Document& document) {
  const bool encodes = document.config.has_encoder() || !document.config.has_layers();
  return std::string(document.is_batch ? "batch.0." : "") + (encodes ? "encoder" : "decoder") + ".0.self";
}

}  // namespace

std::optional<Error> read_masks(const ParsedOptions& given, engine::Config& config) {
  using engine::SettingGroup;
  if (auto bad = read_setting(given, engine::setting_named("mask_pattern"), config)) return bad;
  if (auto bad = check_applies(given, SettingGroup::kPattern, config)) return bad;
  if (auto bad = read_settings(given, SettingGroup::kPattern, config)) return bad;
  // A prefix is seen by all, also from before it.
  if (config.pattern.kind == engine::PatternKind::kPrefix && given.get("--mask", "") == "causal")
    return Error{"error.options_together", {{"first", "--mask causal"}, {"second", "--mask-pattern prefix"}}};
  return read_settings(given, SettingGroup::kHiding, config);
}

std::optional<Error> read_mask_file(const ParsedOptions& given, Document& document) {
  const auto path = given.find("--mask-file");
  for (const char* option : {"--mask-head", "--mask-attention"}) {
    if (!path && given.has(option)) return without(option, "--mask-file");
  }
  if (!path) return std::nullopt;
  const auto last = static_cast<uint64_t>(document.config.n_heads) - 1;
  const auto head = whole_number(given, "--mask-head", 0, last, 0);
  if (!head) return head.error();
  const auto trace = make_trace(document);
  if (!trace) return trace.error();
  std::string attention = given.get("--mask-attention", first_attention(document));
  const auto stage = trace.value()->find(attention + ".head.0.mask");
  if (!stage) {
    return Error{"error.unknown_attention",
                 {{"attention", quotable(attention)}, {"example", first_attention(document)}}};
  }
  const engine::Stage& mask = trace.value()->stage(*stage);
  const auto cells = exporter::read_mask(*path, mask.rows, mask.columns);
  if (!cells) return cells.error();
  if (given.has("--mask-head")) attention.append(".head.").append(std::to_string(*head));
  State state{std::move(document), {}};
  set_painted(state, attention, engine::patches_of(*cells));
  document = std::move(state.document);
  return std::nullopt;
}

}  // namespace app
