// way_tiles.cpp: runs the present model in each way, and keeps the runs while the wall is shown.
#include "app/views/labs/ways/way_tiles.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "app/session/setting_words.h"
#include "app/session/way_runs.h"
#include "app/views/stage/small_map.h"
#include "engine/core/address.h"

namespace views {
namespace {

using Runs = std::shared_ptr<const app::WayRuns>;

const Runs& runs_of(const Frame& frame) {
  return frame.facts.derived().get<Runs>({"ways"}, [&] {
    return std::make_shared<const app::WayRuns>(frame.session.trace_document(), frame.session.trace());
  });
}

const std::optional<engine::Error>& refusal(const Frame& frame, const app::Way& way,
                                            const std::string& address) {
  std::string of = way.id;
  of.append(" ").append(engine::sublayer_of(address));
  return frame.facts.derived().get<std::optional<engine::Error>>({"way refused", -1, std::move(of)}, [&] {
    return app::way_refused(frame.session.trace_document(), way, engine::parse_address(address));
  });
}

// The run of a way that is neither in force nor refused.
void add_run(const Frame& frame, const std::string& address, WayTile& tile) {
  const Runs& runs = runs_of(frame);
  std::string of = tile.way->id;
  of.append(" ").append(engine::sublayer_of(address));
  const TracePtr* const made = frame.facts.derived().find<TracePtr>(
      {"way", -1, std::move(of)}, !runs->are_quick(),
      [runs, way = tile.way, address] { return runs->run(*way, engine::parse_address(address)); });
  if (made == nullptr || !*made) return;
  const auto weights = (*made)->find(address);
  if (!weights) return;
  const auto& derived = frame.derivations.get("ways " + tile.way->id, {frame.session.trace(), *made},
                                              frame.style, [&] { return *made; });
  tile.trace = derived.trace;
  tile.facts = derived.facts.get();
  tile.weights = *weights;
}

// Reasons in a clause; others are said as everywhere.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kClauses = {
    {{"error.attention_causal", "ways.no.causal"},
     {"error.attention_mask", "ways.no.shape"},
     {"error.attention_cross", "ways.no.second_text"},
     {"error.attention_relative", "ways.no.scores"},
     {"error.attention_score_cap", "ways.no.cap"},
     {"error.attention_gate", "ways.no.gate"},
     {"error.rotary_width", "ways.no.pairs"}}};

std::string reason(const Frame& frame, const WayTile& tile) {
  const auto* const found = std::find_if(kClauses.begin(), kClauses.end(),
                                         [&](const auto& row) { return row.first == tile.refused->key; });
  if (found == kClauses.end()) return frame.tr(*tile.refused);
  const auto* const own = std::get_if<engine::AttentionKind>(&tile.way->setting);
  const engine::AttentionKind now = frame.session.trace_document().config.attention.kind;
  const std::string_view method = app::words_of(own != nullptr ? *own : now);
  return frame.tr(found->second, {{"attention", frame.tr(method)}});
}

// Whether the crafted model becomes a seeded one with it.
bool needs_table(const Frame& frame, const app::Way& way) {
  const auto* const kind = std::get_if<engine::PositionKind>(&way.setting);
  return kind != nullptr && engine::info_of(*kind).has_table &&
         frame.session.trace_document().config.model == engine::ModelKind::kCrafted;
}

}  // namespace

bool are_too_many_ways(const Frame& frame) {
  return runs_of(frame)->are_too_many();
}

std::vector<WayTile> way_tiles(const Frame& frame, int weights) {
  const std::string& address = frame.trace().stage(weights).address;
  const app::Document& document = frame.session.trace_document();
  const engine::StageAddress place = engine::parse_address(address);
  std::vector<WayTile> tiles;
  tiles.reserve(app::ways().size());
  for (const app::Way& way : app::ways()) {
    if (!app::is_offered(document.config, way)) continue;
    WayTile& tile = tiles.emplace_back(WayTile{.way = &way});
    tile.is_in_force = app::is_in_force(document, way, place);
    if (tile.is_in_force) {
      tile.trace = frame.trace_pointer();
      tile.facts = &frame.facts;
      tile.weights = weights;
      continue;
    }
    tile.refused = refusal(frame, way, address);
    if (!tile.refused) add_run(frame, address, tile);
  }
  return tiles;
}

look::ColourScale scale_of_ways(const Frame& frame, int weights, const std::vector<WayTile>& tiles) {
  look::ColourScale scale = frame.facts.scale(weights);
  if (look::is_signed(scale.map)) {
    const float high = std::max(scale.high, 1.0f);  // with room for the shares of the others
    return {scale.map, -high, high};
  }
  if (frame.session.preferences().fixed_range) return scale;
  for (const WayTile& tile : tiles) {
    if (tile.weights >= 0 && !tile.is_signed()) scale = shared_scale(scale, tile.facts->scale(tile.weights));
  }
  return scale;
}

std::string way_clause(const Frame& frame, const WayTile& tile, const look::ColourScale& scale) {
  if (tile.refused) return reason(frame, tile);
  if (tile.is_signed() && !look::is_signed(scale.map)) return frame.tr("ways.signed");
  if (needs_table(frame, *tile.way)) return frame.tr("ways.seeded");
  return frame.tr(tile.way->words + ".short");
}

std::vector<std::string> way_sentences(const Frame& frame, const WayTile& tile) {
  std::vector<std::string> sentences = {frame.tr(tile.way->words + ".tip")};
  if (tile.refused) return {reason(frame, tile), sentences.front()};
  if (needs_table(frame, *tile.way)) sentences.push_back(frame.tr("ways.seeded"));
  switch (tile.way->band()) {
    case app::WayBand::kWeighing:
      sentences.push_back(frame.tr(tile.way->words + ".seen"));
      break;
    case app::WayBand::kPositions:
      break;
    case app::WayBand::kMasks:
      if (std::get<app::MaskWay>(tile.way->setting) != app::MaskWay{})
        sentences.push_back(frame.tr("ways.masks.seen"));
      break;
  }
  return sentences;
}

}  // namespace views
