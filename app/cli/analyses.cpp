// analyses.cpp: collects the maps of each stack, and asks the engine.
#include "app/cli/analyses.h"

#include <algorithm>
#include <map>
#include <utility>

#include "app/document/document_line.h"
#include "app/look/measure_words.h"
#include "engine/analysis/compare.h"
#include "engine/analysis/flow.h"
#include "engine/analysis/measures_trace.h"
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
constexpr std::string_view kMeasures = "measures";
constexpr std::string_view kComparison = "comparison";

// The self-attentions of one stack, in one example.
using Stacks = std::map<std::string, std::vector<engine::LayerHeads>>;

bool is_of_head(const engine::Stage& stage, const engine::StageAddress& place) {
  return stage.kind == engine::StageKind::kWeights && !place.is_gradient && place.head >= 0 &&
         place.step == "weights";
}

// What stands before the addresses of a stack's analyses: nothing for the first.
std::string prefix_of(const engine::StageAddress& place, engine::Stack first) {
  std::string prefix = place.batch < 0 ? "" : "batch." + std::to_string(place.batch) + ".";
  if (place.stack != first) prefix += "decoder.";
  return prefix;
}

// By what stands before their addresses.
Stacks stacks_of(const Trace& trace) {
  Stacks stacks;
  std::optional<engine::Stack> first;
  for (int i = 0; i < trace.size(); ++i) {
    const engine::StageAddress place = engine::parse_address(trace.stage(i).address);
    if (!is_of_head(trace.stage(i), place) || place.sublayer != engine::Sublayer::kSelf) continue;
    if (!first) first = place.stack;
    std::vector<engine::LayerHeads>& layers = stacks[prefix_of(place, *first)];
    layers.resize(std::max(layers.size(), static_cast<size_t>(place.layer) + 1));
    layers[static_cast<size_t>(place.layer)].push_back(i);
  }
  return stacks;
}

// The heads of each attention in a layer, by the address of their measures, in order.
std::vector<std::pair<std::string, std::vector<int>>> attentions_of(const Trace& trace) {
  std::vector<std::pair<std::string, std::vector<int>>> attentions;
  std::optional<engine::Stack> first;
  for (int i = 0; i < trace.size(); ++i) {
    const engine::StageAddress place = engine::parse_address(trace.stage(i).address);
    if (!is_of_head(trace.stage(i), place) || place.layer < 0) continue;
    if (!first) first = place.stack;
    std::string name = prefix_of(place, *first);
    name.append(kMeasures).append(".").append(std::to_string(place.layer));
    if (place.sublayer == engine::Sublayer::kCross) name.append(".cross");
    if (attentions.empty() || attentions.back().first != name) attentions.push_back({name, {}});
    attentions.back().second.push_back(i);
  }
  return attentions;
}

bool has_time_for_flow(const Trace& trace, const std::vector<engine::LayerHeads>& layers, double most) {
  if (layers.front().empty()) return false;
  const auto tokens = static_cast<double>(trace.stage(layers.front().front()).rows);
  return tokens * tokens * tokens * tokens * static_cast<double>(layers.size()) <= most;
}

}  // namespace

Analyses analyses_of(const Trace& trace, std::string_view wanted) {
  Analyses all;
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

Analyses measures_of(const Trace& trace, const Words& words, std::string_view wanted) {
  std::vector<std::string> names;
  for (const engine::MeasureRow& row : engine::measure_table())
    names.push_back(words(look::measure_key(row)));
  Analyses all;
  for (const auto& [name, heads] : attentions_of(trace)) {
    if (wanted.empty() || wanted.starts_with(name))
      all.push_back(engine::measures_trace(trace, heads, name, names));
  }
  return all;
}

engine::Result<std::shared_ptr<const Trace>> comparison_of(const Document& document, const Trace& trace,
                                                           std::string_view wanted) {
  if (!document.baseline) return std::shared_ptr<const Trace>();
  const auto other = from_line(*document.baseline);
  if (!other) return other.error();
  const auto other_trace = make_trace(*other);
  if (!other_trace) return other_trace.error();
  std::vector<int> stages;
  for (int i = 0; i < trace.size(); ++i) {
    const std::string name = std::string(kComparison) + "." + trace.stage(i).address;
    if (wanted.empty() || wanted == name || wanted == name + ".a" || wanted == name + ".b")
      stages.push_back(i);
  }
  return engine::comparison_trace(**other_trace, trace, stages);
}

bool names_analysis(std::string_view address) {
  std::vector<std::string_view> parts = engine::parts_of(engine::without_example(address));
  if (parts.size() > 1 && parts.front() == "decoder") parts.erase(parts.begin());
  const std::string_view name = parts.front();
  return name == kMean || name == kRollout || name == kFlow || name == kMeasures;
}

bool names_comparison(std::string_view address) {
  return engine::parts_of(address).front() == kComparison;
}

}  // namespace app
