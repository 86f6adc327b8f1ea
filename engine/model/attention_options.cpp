// attention_options.cpp: reads one attention's mask and heads from the settings.
#include "engine/model/attention_options.h"

#include <string>

namespace engine {
namespace {

std::string head_of(std::string_view attention, Index head) {
  std::string address(attention);
  return address.append(".head.").append(std::to_string(head));
}

std::shared_ptr<const Matrix> cells_of(const PaintedMask& mask) {
  return std::make_shared<const Matrix>(painted_cells(mask.patches));
}

}  // namespace

MaskRule self_rule(const Config& config, const Sequence& sequence, bool causal) {
  MaskRule rule = cross_rule(config, sequence);
  rule.pattern = config.pattern;
  rule.causal = causal && config.pattern.kind != PatternKind::kPrefix;
  return rule;
}

MaskRule cross_rule(const Config& config, const Sequence& keys) {
  MaskRule rule;
  if (config.mask_padding) rule.padding = keys.padding;
  if (config.mask_finite) rule.hidden = kFiniteMask;
  return rule;
}

MaskRule with_paint(const Config& config, std::string_view address, MaskRule rule) {
  if (const PaintedMask* const mask = find_painted(config.painted, address)) rule.painted = cells_of(*mask);
  return rule;
}

AttentionSettings attention_settings(const Config& config, std::string_view address, std::string_view name,
                                     bool is_self) {
  AttentionSettings settings;
  settings.scoring = config;
  settings.in_place = config.mask_in_place;
  if (is_self && config.positions == PositionKind::kRotary) settings.rotary = RotaryAngles{config.base};
  settings.alibi = is_self && config.positions == PositionKind::kAlibi;
  settings.method = config.attention;
  if (!config.off.empty()) settings.heads.resize(static_cast<size_t>(config.n_heads), HeadState::kOn);
  for (Index head = 0; head < config.n_heads; ++head) {
    if (!config.painted.empty()) {
      if (const PaintedMask* const mask = find_painted(config.painted, head_of(address, head)))
        settings.painted_heads.emplace_back(head, cells_of(*mask));
    }
    if (config.off.empty()) continue;
    const std::string own = head_of(name, head);
    HeadState& state = settings.heads[static_cast<size_t>(head)];
    if (config.is_off(own + ".weights")) state = HeadState::kUniform;
    if (config.is_off(own + ".output")) state = HeadState::kOff;
  }
  return settings;
}

}  // namespace engine
