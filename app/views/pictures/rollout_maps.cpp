// rollout_maps.cpp: derives the map of several layers, and finds its stage.
#include "app/views/pictures/rollout_maps.h"

#include <algorithm>
#include <array>

#include "app/views/stage/picture_words.h"
#include "engine/analysis/flow.h"
#include "engine/model/config.h"

namespace views {
namespace {

using app::AcrossLayers;
using engine::FlowRoom;

constexpr std::array<std::string_view, 3> kMapNames = {"mean", "rollout", "flow"};

std::string kind_name(const AttentionKind& kind) {
  return kind.sublayer == engine::Sublayer::kCross ? "cross"
         : kind.stack == engine::Stack::kEncoder   ? "encoder"
                                                   : "decoder";
}

// "rollout encoder 0": identifies a derived trace among others of the same source.
std::string derivation_name(const Frame& frame, const LayersMap& map, const AttentionKind& kind) {
  std::string name(map.name);
  name += " " + kind_name(kind);
  name += " " + std::to_string(std::max(engine::parse_address(frame.here()).batch, 0));
  if (map.across != AcrossLayers::kFlow) return name;
  name += " " + std::to_string(map.layer);
  if (map.of_one) name += " " + std::to_string(frame.session.desk().comparing.query);
  return name;
}

engine::FlowQuery chosen_query(const Frame& frame, const LayersMap& map) {
  const engine::Stage& weights = frame.trace().stage(map.layers.front().front());
  const engine::Index row =
      std::clamp<engine::Index>(frame.session.desk().comparing.query, 0, weights.rows - 1);
  return {row, frame.facts.label(weights.rows_are(), row)};
}

// Computes the map, on any thread.
std::function<TracePtr()> maker(const Frame& frame, const LayersMap& map) {
  const TracePtr& trace = frame.trace_pointer();
  switch (map.across) {
    case AcrossLayers::kMean:
      return [trace, layers = map.layers] { return engine::mean_trace(*trace, layers); };
    case AcrossLayers::kRollout:
      return [trace, layers = map.layers] { return engine::rollout_trace(*trace, layers); };
    case AcrossLayers::kFlow:
      break;
  }
  std::vector<engine::LayerHeads> below(map.layers.begin(), map.layers.begin() + map.layer + 1);
  if (!map.of_one) return [trace, below] { return engine::flow_trace(*trace, below); };
  return
      [trace, below, query = chosen_query(frame, map)] { return engine::flow_trace(*trace, below, query); };
}

// The focused layer, if it is of this kind; of a stage outside any layer the last.
int layer_now(const Frame& frame, const LayersMap& map, const AttentionKind& kind) {
  const engine::StageAddress here = engine::parse_address(frame.here());
  const int last = static_cast<int>(map.layers.size()) - 1;
  return here.layer >= 0 && here.stack == kind.stack ? std::min(here.layer, last) : last;
}

}  // namespace

int LayersMap::stage_of(int other) const {
  if (derived == nullptr || across == AcrossLayers::kFlow) return -1;
  std::string address(name);
  return derived->trace->find(address.append(".").append(std::to_string(other))).value_or(-1);
}

double LayersMap::bytes(const Frame& frame) const {
  const engine::Stage& map = frame.trace().stage(layers.front().front());
  double maps = 0;
  for (const auto& heads : layers) maps += static_cast<double>(heads.size()) + 3;
  return 4 * maps * static_cast<double>(map.rows) * static_cast<double>(map.columns);
}

LayersMap layers_map(const Frame& frame) {
  const AttentionKind kind = attention_kind(frame);
  LayersMap map;
  map.layers = heads_by_layer(frame, kind);
  if (map.layers.empty()) return map;
  const bool crosses = kind.sublayer == engine::Sublayer::kCross;
  map.across = crosses ? AcrossLayers::kMean : frame.session.desk().comparing.across;
  map.name = kMapNames.at(static_cast<size_t>(map.across));
  map.layer = layer_now(frame, map, kind);
  if (map.across == AcrossLayers::kFlow) {
    const FlowRoom room = engine::flow_room(map.tokens(frame), map.layer + 1);
    if (room == FlowRoom::kNone) return map;
    map.of_one = room == FlowRoom::kOneRow;
  } else if (map.bytes(frame) > engine::kMaxBytes) {
    return map;
  }
  map.derived = frame.derivations.find(derivation_name(frame, map, kind), {frame.trace_pointer()},
                                       frame.style, maker(frame, map), frame.session.background());
  map.is_made = map.derived == nullptr;
  if (map.is_made) return map;
  map.stage = map.across == AcrossLayers::kFlow ? map.derived->trace->find("flow").value_or(-1)
                                                : map.stage_of(map.layer);
  return map;
}

engine::Index row_on_card(const Frame& frame, const LayersMap& map) {
  if (map.of_one) return 0;
  const engine::Index last = map.derived->trace->stage(map.stage).rows - 1;
  return std::min(chosen_row(frame, map.layers.front().front()), last);
}

void look_at_layer(const Frame& frame, const LayersMap& map, int layer) {
  const auto& heads = map.layers.at(static_cast<size_t>(layer));
  const auto head = std::min(static_cast<size_t>(frame.session.focused_head()), heads.size() - 1);
  frame.requests.edit("walk", [address = frame.trace().stage(heads[head]).address](app::State& state) {
    app::focus_on(state, address);
  });
}

}  // namespace views
