// relatives_graph.h: who reads whom in a convolution, a recurrence and an attention: steps that must wait for
// each other, the way from one token to another, and what an output can see, all counted on the graph.
#pragma once

#include <optional>
#include <vector>

#include "engine/labs/relatives/relatives_lab.h"

namespace engine {

// One vector that is computed; its layer is 0 for an input.
struct ReadingNode {
  Index layer = 0;
  Index place = 0;         // the token that it stands on
  std::vector<int> reads;  // nodes before it
};

// Nodes in an order in which they can be computed; the inputs come first.
struct ReadingGraph {
  std::vector<ReadingNode> nodes;
  Index inputs = 0;
  std::vector<int> outputs;  // a node for each row of the result
};

// Of so many tokens, 1 or more. A pooling is a layer of its own; layer l of a recurrence holds the state of
// token l - 1; attention sees all, or where `causal` what is not later, or what `reach` (n, n) has above 0.
ReadingGraph convolution_graph(const RelativesLab& lab, Index tokens);
ReadingGraph recurrent_graph(Index tokens);
ReadingGraph attention_graph(Index tokens, bool causal);
ReadingGraph attention_graph(const Matrix& reach);

// The output that stands on a token, or the last before it; the first where there is none.
size_t output_at(const ReadingGraph& graph, Index token);
// The same among the nodes of one layer.
int node_at(const ReadingGraph& graph, Index layer, Index token);

// How many layers there are above the inputs.
Index layers_of(const ReadingGraph& graph);

// How many steps must be done one after the other: the longest chain.
Index sequential_steps(const ReadingGraph& graph);

// Which nodes an output is made of, itself among them: of each node, whether.
std::vector<bool> read_by(const ReadingGraph& graph, int output);

// The fewest steps from an input to an output, both counted from 0; nothing where it is not reached.
std::optional<Index> path_length(const ReadingGraph& graph, Index input, size_t output);

// The longest of the shortest ways from an input to an output, and how many pairs are joined at all.
struct PathLengths {
  Index longest = 0;
  Index joined = 0;
  Index pairs = 0;  // all; where only what is not later is looked at, those
};
PathLengths path_lengths(const ReadingGraph& graph, bool causal);

// How many layers of the lab's convolutions it takes until the last token is reached from the first; nothing
// where `most` are not enough. Kernel k: (n - 1) / (k - 1), rounded up; dilated by k: log_k n, rounded up.
std::optional<Index> layers_to_join(const RelativesLab& lab, Index tokens, Index most);

}  // namespace engine
