// ways.cpp: makes the list from the engine's tables, and changes one setting.
#include "app/session/ways.h"

#include <algorithm>
#include <vector>

#include "app/session/changes.h"
#include "app/session/exploring.h"
#include "app/session/mask_words.h"
#include "app/session/setting_words.h"

namespace app {
namespace {

using engine::AttentionKind;
using engine::PatternKind;
using engine::PositionKind;

std::string id_in(std::string_view band, std::string_view name) {
  return std::string(band).append(" ").append(name);
}

std::vector<Way> all_ways() {
  std::vector<Way> all;
  for (const engine::MethodRow& row : engine::attention_methods())
    all.push_back({id_in("weighing", row.name), std::string(words_of(row.kind)), row.kind});
  for (const engine::PositionInfo& row : engine::position_kinds())
    all.push_back({id_in("positions", row.name), std::string(row.words), row.kind});
  for (const engine::PatternRow& row : engine::patterns()) {
    all.push_back({id_in("masks", row.name), pattern_key(row.kind), MaskWay{row.kind}});
    if (row.kind == PatternKind::kNone)
      all.push_back({id_in("masks", "causal"), "mask.causal", MaskWay{row.kind, true}});
  }
  return all;
}

// Whether the attention there hides later keys by its rule.
bool hides_later(const engine::Config& config, const engine::StageAddress& place) {
  return place.stack == engine::Stack::kDecoder ? config.decoder_causal : config.causal;
}

std::optional<engine::Error> mask_refused(const Document& document, const MaskWay& mask,
                                          const engine::StageAddress& place) {
  if (!fed_from(document, "mask").empty()) return engine::Error{"ways.no.given_mask", {}};
  if (place.sublayer == engine::Sublayer::kCross) return engine::Error{"ways.no.cross_mask", {}};
  const bool is_open = mask == MaskWay{};
  if (is_open && place.stack == engine::Stack::kDecoder && document.config.decoder_causal)
    return engine::Error{"ways.no.ahead", {}};
  return std::nullopt;
}

struct Use {
  // A window that is wider than the text hides nothing: a quarter of the text shows what one does.
  void narrow(engine::Index& window) const {
    const auto input = input_of(state.document);
    if (!input || input->examples.empty()) return;
    const auto tokens = static_cast<engine::Index>(input->examples.front().source.tokens.size());
    if (2 * window > tokens) window = std::max<engine::Index>(tokens / 4, 1);
  }

  State& state;
  const engine::StageAddress& place;

  void operator()(AttentionKind kind) const {
    engine::AttentionMethod& method = state.document.config.attention;
    method.kind = kind;
    if (kind == AttentionKind::kWindow) narrow(method.window);
  }
  void operator()(PositionKind kind) const { set_positions(state, kind); }
  void operator()(const MaskWay& mask) const {
    engine::MaskPattern pattern = state.document.config.pattern;
    pattern.kind = mask.pattern;
    set_pattern(state, pattern);
    if (mask.pattern != PatternKind::kNone) return;
    engine::Config& config = state.document.config;
    (place.stack == engine::Stack::kDecoder ? config.decoder_causal : config.causal) = mask.is_causal;
  }
};

}  // namespace

std::span<const Way> ways() {
  static const std::vector<Way> kWays = all_ways();
  return kWays;
}

bool is_in_force(const Document& document, const Way& way, const engine::StageAddress& place) {
  const engine::Config& config = document.config;
  if (const auto* const kind = std::get_if<AttentionKind>(&way.setting))
    return *kind == config.attention.kind;
  if (const auto* const kind = std::get_if<PositionKind>(&way.setting)) return *kind == config.positions;
  const auto& mask = std::get<MaskWay>(way.setting);
  if (mask_refused(document, mask, place) || mask.pattern != config.pattern.kind) return false;
  return mask.pattern != PatternKind::kNone || mask.is_causal == hides_later(config, place);
}

bool is_offered(const engine::Config& config, const Way& way) {
  const auto* const kind = std::get_if<PositionKind>(&way.setting);
  if (kind == nullptr) return true;
  if (config.model == engine::ModelKind::kCheckpoint) return false;
  return *kind == config.positions || !engine::info_of(*kind).choice.empty();
}

void use_way(State& state, const Way& way, const engine::StageAddress& place) {
  std::visit(Use{state, place}, way.setting);
}

std::optional<engine::Error> way_refused(const Document& document, const Way& way,
                                         const engine::StageAddress& place) {
  if (is_in_force(document, way, place)) return std::nullopt;
  if (const auto* const mask = std::get_if<MaskWay>(&way.setting)) {
    if (auto bad = mask_refused(document, *mask, place)) return bad;
  }
  State with{document, {}};
  use_way(with, way, place);
  const auto input = input_of(with.document);
  if (!input) return input.error();
  return engine::check(with.document.config, *input);
}

}  // namespace app
