// max_flow.h: the maximum flow from a token above the last layer to one below the first, and a minimum cut.
#pragma once

#include <span>
#include <vector>

#include "engine/core/matrix.h"

namespace engine {

// Edges from every token above a layer to every token below it; a layer's map gives their capacities (from,
// to); below 0 means no edge. Dinic 1970: shortest paths first, many at once.
class LayeredFlow {
 public:
  // An edge of `layer`, lowest 0.
  struct Pipe {
    Index layer = 0;
    Index from = 0;
    Index to = 0;
  };

  // Square maps of the same size, lowest layer first; they must outlive this.
  explicit LayeredFlow(std::span<const ConstView> capacities);

  // The maximum flow from token `source` above the last layer to token `sink` below the first.
  double run(Index source, Index sink);

  // The edges of a minimum cut of the last run: their capacities add up to its flow.
  std::vector<Pipe> cut() const;

 private:
  // A token at a level between layers: level l is above layer l - 1, so level 0 is below all.
  struct FlowNode {
    Index level = 0;
    Index token = 0;
  };

  Index levels() const { return static_cast<Index>(capacities_.size()) + 1; }
  Index node(const FlowNode& place) const { return place.level * tokens_ + place.token; }
  bool is_sink(const FlowNode& place) const { return place.level == 0 && place.token == sink_; }
  // Tokens of the lowest level, except the sink, lead nowhere.
  bool leads_on(const FlowNode& place) const { return place.level > 0 || place.token == sink_; }
  double room(Index layer, Index from, Index to) const;
  double& flow(Index layer, Index from, Index to);
  double flow(Index layer, Index from, Index to) const;
  bool find_distances();
  double push(const FlowNode& from, double most);
  double push_down(const FlowNode& from, Index token, double most);
  double push_back(const FlowNode& from, Index token, double most);

  std::vector<ConstView> capacities_;
  Index tokens_ = 0;
  double full_ = 0;  // an edge with at most this residual capacity is full
  double most_ = 0;  // an upper bound of the flow out of a token
  Index source_ = 0;
  Index sink_ = 0;
  std::vector<double> flow_;   // on every edge
  std::vector<int> distance_;  // of every node from the source, -1 if unreachable
  std::vector<Index> next_;    // the edge of each node to try next
};

}  // namespace engine
