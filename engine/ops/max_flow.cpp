// max_flow.cpp: finds the nodes with residual capacity, then pushes along shortest paths until none is left.
// Dinic 1970; that the maximum flow equals the minimum cut: Ford & Fulkerson 1956.
#include "engine/ops/max_flow.h"

#include <algorithm>
#include <cassert>

namespace engine {
namespace {

constexpr double kNoRoom = 1e-12;  // relative to the largest capacity: less than that counts as none

}  // namespace

LayeredFlow::LayeredFlow(std::span<const ConstView> capacities)
    : capacities_(capacities.begin(), capacities.end()), tokens_(capacities.front().rows()) {
  for ([[maybe_unused]] const ConstView& map : capacities)
    assert(map.rows() == tokens_ && map.cols() == tokens_);
  double widest = 1;
  for (const ConstView& map : capacities) widest = std::max(widest, static_cast<double>(map.maxCoeff()));
  full_ = kNoRoom * widest;
  most_ = widest * static_cast<double>(tokens_);
  flow_.resize(capacities_.size() * static_cast<size_t>(tokens_ * tokens_));
}

double& LayeredFlow::flow(Index layer, Index from, Index to) {
  return flow_[static_cast<size_t>((layer * tokens_ + from) * tokens_ + to)];
}
double LayeredFlow::flow(Index layer, Index from, Index to) const {
  return flow_[static_cast<size_t>((layer * tokens_ + from) * tokens_ + to)];
}

double LayeredFlow::room(Index layer, Index from, Index to) const {
  const double width = capacities_[static_cast<size_t>(layer)](from, to);
  return width - flow(layer, from, to);
}

double LayeredFlow::run(Index source, Index sink) {
  source_ = source;
  sink_ = sink;
  std::fill(flow_.begin(), flow_.end(), 0.0);
  double total = 0;
  while (find_distances()) {
    next_.assign(static_cast<size_t>(levels() * tokens_), 0);
    double pushed = 0;
    do {
      pushed = push({levels() - 1, source_}, most_);
      total += pushed;
    } while (pushed > 0);
  }
  return total;
}

// Breadth-first search of the residual graph: down a layer, or back up what already flows down. A node is
// checked until it is reached, so that wide maps cost little.
bool LayeredFlow::find_distances() {
  distance_.assign(static_cast<size_t>(levels() * tokens_), -1);
  std::vector<std::vector<Index>> unreached(static_cast<size_t>(levels()));
  for (Index level = 0; level < levels(); ++level) {
    for (Index token = 0; token < tokens_; ++token) {
      if (leads_on({level, token})) unreached[static_cast<size_t>(level)].push_back(token);
    }
  }
  std::vector<FlowNode> reached = {{levels() - 1, source_}};
  distance_[static_cast<size_t>(node(reached.front()))] = 0;
  const auto reach = [&](Index level, int distance, const auto& has_room) {
    std::erase_if(unreached[static_cast<size_t>(level)], [&](Index token) {
      if (!has_room(token)) return false;
      int& known = distance_[static_cast<size_t>(node({level, token}))];
      if (known >= 0) return true;  // the source
      known = distance;
      reached.push_back({level, token});
      return true;
    });
  };
  size_t looked_at = 0;
  while (looked_at < reached.size()) {  // it grows during the loop
    const FlowNode at = reached[looked_at++];
    if (is_sink(at)) return true;
    const int distance = distance_[static_cast<size_t>(node(at))] + 1;
    if (at.level > 0) {
      reach(at.level - 1, distance, [&](Index token) { return room(at.level - 1, at.token, token) > full_; });
    }
    if (at.level + 1 < levels())
      reach(at.level + 1, distance, [&](Index token) { return flow(at.level, token, at.token) > full_; });
  }
  return false;
}

// Pushes at most `most` from a node along one path to the sink; 0 if none is left.
double LayeredFlow::push(const FlowNode& from, double most) {
  if (is_sink(from)) return most;
  Index& next = next_[static_cast<size_t>(node(from))];
  for (; next < 2 * tokens_; ++next) {
    const double pushed =
        next < tokens_ ? push_down(from, next, most) : push_back(from, next - tokens_, most);
    if (pushed > 0) return pushed;
  }
  return 0;
}

double LayeredFlow::push_down(const FlowNode& from, Index token, double most) {
  const FlowNode below{from.level - 1, token};
  if (from.level == 0 || !leads_on(below)) return 0;
  const bool is_next =
      distance_[static_cast<size_t>(node(below))] == distance_[static_cast<size_t>(node(from))] + 1;
  if (!is_next) return 0;
  const double left = room(below.level, from.token, token);
  if (left <= full_) return 0;
  const double pushed = push(below, std::min(most, left));
  flow(below.level, from.token, token) += pushed;
  return pushed;
}

double LayeredFlow::push_back(const FlowNode& from, Index token, double most) {
  const FlowNode above{from.level + 1, token};
  if (above.level >= levels()) return 0;
  const bool is_next =
      distance_[static_cast<size_t>(node(above))] == distance_[static_cast<size_t>(node(from))] + 1;
  if (!is_next) return 0;
  const double back = flow(from.level, token, from.token);
  if (back <= full_) return 0;
  const double pushed = push(above, std::min(most, back));
  flow(from.level, token, from.token) -= pushed;
  return pushed;
}

std::vector<LayeredFlow::Pipe> LayeredFlow::cut() const {
  const auto reached = [&](const FlowNode& place) {
    return distance_[static_cast<size_t>(node(place))] >= 0;
  };
  std::vector<Pipe> pipes;
  for (Index layer = levels() - 2; layer >= 0; --layer) {
    for (Index from = 0; from < tokens_; ++from) {
      if (!reached({layer + 1, from})) continue;
      for (Index to = 0; to < tokens_; ++to) {
        const bool crosses = leads_on({layer, to}) && !reached({layer, to});
        if (crosses && capacities_[static_cast<size_t>(layer)](from, to) > 0)
          pipes.push_back({layer, from, to});
      }
    }
  }
  return pipes;
}

}  // namespace engine
