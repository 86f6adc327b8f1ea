// mask_options.cpp: reads masks that are named by a pattern, or lie in a file.
#include "app/cli/mask_options.h"

#include <algorithm>
#include <array>
#include <limits>

#include "app/export/mask_file.h"
#include "app/session/exploring.h"
#include "engine/masks/painted.h"

namespace app {
namespace {

using engine::Error;
using engine::Index;
using engine::MaskPattern;
using engine::PatternNumbers;

// One row an option that is one of a pattern's numbers; `example`: a pattern that has it.
struct PatternOption {
  std::string_view option;
  bool PatternNumbers::*has;
  std::string_view example;
};
constexpr std::array kOfPatterns = {
    PatternOption{"--mask-width", &PatternNumbers::width, "--mask-pattern window"},
    PatternOption{"--mask-step", &PatternNumbers::step, "--mask-pattern dilated"},
    PatternOption{"--mask-count", &PatternNumbers::count, "--mask-pattern global"},
    PatternOption{"--mask-density", &PatternNumbers::density, "--mask-pattern random"},
    PatternOption{"--mask-seed", &PatternNumbers::density, "--mask-pattern random"},
};

std::optional<Error> read_kind(const Given& given, MaskPattern& pattern) {
  const auto typed = given.find("--mask-pattern");
  if (!typed) return std::nullopt;
  if (const auto kind = engine::pattern_named(*typed)) {
    pattern.kind = *kind;
    return std::nullopt;
  }
  std::vector<std::string> names;
  for (const engine::PatternRow& row : engine::patterns()) names.emplace_back(row.name);
  return not_a_choice("--mask-pattern", *typed, names);
}

std::optional<Error> check_numbers(const Given& given, const MaskPattern& pattern) {
  const PatternNumbers& numbers = engine::patterns()[static_cast<size_t>(pattern.kind)].numbers;
  for (const PatternOption& row : kOfPatterns) {
    if (given.has(row.option) && !(numbers.*row.has)) return without(row.option, row.example);
  }
  return std::nullopt;
}

// "encoder.0.self"; of a batch in its first example, with the stage's prefix.
std::string first_attention(const Document& document) {
  const bool encodes = document.config.has_encoder() || !document.config.has_layers();
  return std::string(document.is_batch ? "batch.0." : "") + (encodes ? "encoder" : "decoder") + ".0.self";
}

}  // namespace

std::optional<Error> read_masks(const Given& given, engine::Config& config) {
  MaskPattern& pattern = config.pattern;
  if (auto bad = read_kind(given, pattern)) return bad;
  if (auto bad = check_numbers(given, pattern)) return bad;
  for (const auto& [option, field] : {std::pair{"--mask-width", &MaskPattern::width},
                                      {"--mask-step", &MaskPattern::step},
                                      {"--mask-count", &MaskPattern::count}}) {
    const auto value = whole_number(given, option, 1, static_cast<uint64_t>(engine::kMaxTokens),
                                    static_cast<uint64_t>(pattern.*field));
    if (!value) return value.error();
    pattern.*field = static_cast<Index>(*value);
  }
  const auto density = number(given, "--mask-density", 0, 1, pattern.density);
  if (!density) return density.error();
  pattern.density = *density;
  const auto seed = whole_number(given, "--mask-seed", 0, std::numeric_limits<uint64_t>::max(), pattern.seed);
  if (!seed) return seed.error();
  pattern.seed = *seed;
  if (given.has("--mask-finite")) config.mask_finite = true;
  if (given.has("--mask-in-place")) config.mask_in_place = true;
  return std::nullopt;
}

std::optional<Error> read_mask_file(const Given& given, Document& document) {
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
