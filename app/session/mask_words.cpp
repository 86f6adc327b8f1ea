// mask_words.cpp: names of patterns, of their parameters, and of how a mask hides keys.
#include "app/session/mask_words.h"

#include "app/text/sentence.h"
#include "engine/core/formula.h"

namespace app {
namespace {

using engine::MaskPattern;
using engine::PatternKind;

// The width of a window, of a document, of a prefix, or of the grid that the tokens are laid out on.
std::string_view width_key(PatternKind kind) {
  switch (kind) {
    case PatternKind::kBlock:
      return "setting.mask_block";
    case PatternKind::kPrefix:
      return "setting.mask_prefix";
    case PatternKind::kRow:
    case PatternKind::kColumn:
    case PatternKind::kConvolution:
      return "setting.mask_grid";
    default:
      return "setting.mask_width";
  }
}

}  // namespace

std::vector<PatternNumber> pattern_numbers(PatternKind kind) {
  const engine::PatternNumbers& has = engine::patterns()[static_cast<size_t>(kind)].numbers;
  const bool of_kernel = kind == PatternKind::kConvolution;
  std::vector<PatternNumber> numbers;
  if (has.width) numbers.push_back({width_key(kind), &MaskPattern::width});
  if (has.step)
    numbers.push_back({of_kernel ? "setting.mask_kernel" : "setting.mask_step", &MaskPattern::step});
  if (has.count) numbers.push_back({"setting.mask_count", &MaskPattern::count});
  return numbers;
}

bool is_drawn(PatternKind kind) {
  return engine::patterns()[static_cast<size_t>(kind)].numbers.density;
}

std::string pattern_key(PatternKind kind) {
  return "mask.pattern." + std::string(engine::name_of(kind));
}

std::string rule_key(const engine::Config& config) {
  const bool causal = config.causal || config.architecture == engine::Architecture::kDecoder;
  if (causal) return config.mask_padding ? "mask.both" : "mask.causal";
  // A decoder that reads an encoder hides later tokens whatever the encoder sees.
  if (config.has_target() && config.decoder_causal)
    return config.mask_padding ? "mask.decoder_padding" : "mask.decoder";
  return config.mask_padding ? "mask.padding" : "mask.none";
}

std::string pattern_words(const Words& tr, const MaskPattern& pattern) {
  std::string numbers;
  const auto add = [&](std::string_view key, const std::string& value) {
    numbers += tr("mask.number", {{"separator", numbers.empty() ? "" : tr("mask.separator")},
                                  {"name", inside_sentence(tr(key))},
                                  {"value", value}});
  };
  for (const PatternNumber& number : pattern_numbers(pattern.kind))
    add(number.key, std::to_string(pattern.*number.field));
  if (is_drawn(pattern.kind)) {
    add("setting.mask_density", engine::number_markup(pattern.density, 2));
    add("setting.mask_seed", std::to_string(pattern.seed));
  }
  const std::string name = tr(pattern_key(pattern.kind));
  return numbers.empty() ? name : tr("mask.numbers", {{"pattern", name}, {"numbers", numbers}});
}

std::vector<std::string> mask_remarks(const Words& tr, const engine::Config& config) {
  std::vector<std::string> remarks;
  if (config.pattern.kind != PatternKind::kNone)
    remarks.push_back(inside_sentence(pattern_words(tr, config.pattern)));
  if (!config.painted.empty()) remarks.push_back(tr("mask.painted"));
  if (config.mask_finite) remarks.push_back(tr("mask.finite"));
  if (config.mask_in_place) remarks.push_back(tr("mask.in_place"));
  return remarks;
}

std::string mask_line(const Words& tr, const engine::Config& config) {
  std::string line;
  for (const std::string& remark : mask_remarks(tr, config))
    line.append(line.empty() ? "" : tr("mask.separator")).append(remark);
  return line;
}

}  // namespace app
