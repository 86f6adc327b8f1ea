// relatives_graph.h: who reads whom in a convolution, a recurrence and an attention: sequential steps, path
// lengths between tokens, and what an output can see, all counted on the graph.
#pragma once

#include <optional>
#include <vector>

#include "engine/labs/relatives/relatives_lab.h"

namespace engine {

// One computed vector; layer 0 for an input.
struct ReadingNode {
  Index layer = 0;
  Index place = 0;         // the token at which it is placed
  std::vector<int> reads;  // earlier nodes
};

// Nodes in a valid order of computation, inputs first.
struct ReadingGraph {
  std::vector<ReadingNode> nodes;
  Index inputs = 0;
  std::vector<int> outputs;  // one node for each row of the result
};

// Graphs of this many tokens, 1 or more. Pooling is a layer of its own; layer l of a recurrence holds the
// state of token l - 1; attention sees everything, or if `causal` what is not later, or where `reach` (n, n)
// is above 0.
ReadingGraph convolution_graph(const RelativesLab& lab, Index tokens);
ReadingGraph recurrent_graph(Index tokens);
ReadingGraph attention_graph(Index tokens, bool causal);
ReadingGraph attention_graph(const Matrix& reach);

// The output at a token, or the last before it; the first if there is none.
size_t output_at(const ReadingGraph& graph, Index token);
// The same among the nodes of one layer.
int node_at(const ReadingGraph& graph, Index layer, Index token);

// The number of layers above the inputs.
Index layers_of(const ReadingGraph& graph);

// The number of steps that must be done in sequence: the longest chain.
Index sequential_steps(const ReadingGraph& graph);

// For each node, whether the output depends on it; the output itself included.
std::vector<bool> read_by(const ReadingGraph& graph, int output);

// The fewest steps from an input to an output, both counted from 0; nullopt if it is not reached.
std::optional<Index> path_length(const ReadingGraph& graph, Index input, size_t output);

// The longest of the shortest paths from an input to an output, and how many pairs are connected at all.
struct PathLengths {
  Index longest = 0;
  Index joined = 0;
  Index pairs = 0;  // all pairs; if causal, those with an input that is not later
};
PathLengths path_lengths(const ReadingGraph& graph, bool causal);

// How many layers of the lab's convolutions it takes for the first token to reach the last; nullopt if `most`
// are not enough. Kernel k: (n - 1) / (k - 1), rounded up; dilated by k: log_k n, rounded up.
std::optional<Index> layers_to_join(const RelativesLab& lab, Index tokens, Index most);

}  // namespace engine
