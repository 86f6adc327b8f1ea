// analyses.cpp: collects the maps of each stack, and asks the engine.
#include "app/cli/analyses.h"

#include <algorithm>
#include <map>
#include <string>

#include "engine/analysis/flow.h"
#include "engine/core/address.h"

namespace app {
namespace {

using engine::Index;
using engine::Trace;

// Each takes 4 to 15 ns: a flow that is asked for by its name may take a minute, a list of all a second or
// two.
constexpr double kMostFlowEdges = 4e9;
constexpr double kMostListedEdges = 1e8;
constexpr std::string_view kMean = "mean";
constexpr std::string_view kRollout = "rollout";
constexpr std::string_view kFlow = "flow";

// The self-attentions of one stack, in one example.
using Stacks = std::map<std::string, std::vector<engine::LayerHeads>>;

bool is_analysed(const engine::Stage& stage, const engine::StageAddress& place) {
  return stage.kind == engine::StageKind::kWeights && !place.is_gradient && place.head >= 0 &&
         place.sublayer == engine::Sublayer::kSelf && place.step == "weights";
}

// By what stands before their addresses; the first stack's is empty.
Stacks stacks_of(const Trace& trace) {
  Stacks stacks;
  std::optional<engine::Stack> first;
  for (int i = 0; i < trace.size(); ++i) {
    const engine::StageAddress place = engine::parse_address(trace.stage(i).address);
    if (!is_analysed(trace.stage(i), place)) continue;
    if (!first) first = place.stack;
    std::string prefix = place.batch < 0 ? "" : "batch." + std::to_string(place.batch) + ".";
    if (place.stack != *first) prefix += "decoder.";
    std::vector<engine::LayerHeads>& layers = stacks[prefix];
    layers.resize(std::max(layers.size(), static_cast<size_t>(place.layer) + 1));
    layers[static_cast<size_t>(place.layer)].push_back(i);
  }
  return stacks;
}

bool has_time_for_flow(const Trace& trace, const std::vector<engine::LayerHeads>& layers, double most) {
  if (layers.front().empty()) return false;
  const auto tokens = static_cast<double>(trace.stage(layers.front().front()).rows);
  return tokens * tokens * tokens * tokens * static_cast<double>(layers.size()) <= most;
}

}  // namespace

std::vector<std::shared_ptr<const Trace>> analyses_of(const Trace& trace, std::string_view wanted) {
  std::vector<std::shared_ptr<const Trace>> all;
  for (const auto& [prefix, layers] : stacks_of(trace)) {
    const auto may_be = [&, before = prefix](std::string_view name) {
      return wanted.empty() || wanted.starts_with(before + std::string(name));
    };
    if (may_be(kMean)) all.push_back(engine::mean_trace(trace, layers, prefix));
    if (may_be(kRollout)) all.push_back(engine::rollout_trace(trace, layers, prefix));
    const double most = wanted.empty() ? kMostListedEdges : kMostFlowEdges;
    if (may_be(kFlow) && has_time_for_flow(trace, layers, most))
      all.push_back(engine::flow_trace(trace, layers, std::nullopt, prefix));
  }
  std::erase(all, nullptr);
  return all;
}

bool names_analysis(std::string_view address) {
  std::vector<std::string_view> parts = engine::parts_of(engine::without_example(address));
  if (parts.size() > 1 && parts.front() == "decoder") parts.erase(parts.begin());
  return parts.front() == kMean || parts.front() == kRollout || parts.front() == kFlow;
}

}  // namespace app
