// relatives_graph.cpp: builds the reading graphs, and counts on them. Vaswani et al. 2017, table 1.
#include "engine/labs/relatives/relatives_graph.h"

#include <algorithm>

namespace engine {
namespace {

ReadingGraph inputs_of(Index tokens) {
  ReadingGraph graph;
  graph.inputs = tokens;
  for (Index row = 0; row < tokens; ++row) graph.nodes.push_back({.layer = 0, .place = row, .reads = {}});
  return graph;
}

int push_node(ReadingGraph& graph, ReadingNode node) {
  graph.nodes.push_back(std::move(node));
  return static_cast<int>(graph.nodes.size()) - 1;
}

std::vector<int> first_nodes(Index count) {
  std::vector<int> nodes;
  nodes.reserve(static_cast<size_t>(count));
  for (Index row = 0; row < count; ++row) nodes.push_back(static_cast<int>(row));
  return nodes;
}

constexpr Index kNotReached = -1;

// For each input, the fewest steps to an output.
std::vector<Index> steps_to(const ReadingGraph& graph, int output) {
  std::vector<Index> steps(graph.nodes.size(), kNotReached);
  steps[static_cast<size_t>(output)] = 0;
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    if (steps[i] == kNotReached) continue;
    for (const int each : graph.nodes[i].reads) {
      Index& there = steps[static_cast<size_t>(each)];
      if (there == kNotReached || steps[i] + 1 < there) there = steps[i] + 1;
    }
  }
  steps.resize(static_cast<size_t>(graph.inputs));
  return steps;
}

}  // namespace

ReadingGraph convolution_graph(const RelativesLab& lab, Index tokens) {
  ReadingGraph graph = inputs_of(tokens);
  std::vector<int> below = first_nodes(tokens);
  Index layer = 0;
  for (const ConvolutionStep& step : convolution_steps(lab)) {
    const auto count = static_cast<Index>(below.size());
    std::vector<int> above;
    above.reserve(below.size());
    ++layer;
    for (Index row = 0; row < step.offsets.outputs(count); ++row) {
      const auto stands_on = static_cast<size_t>(below[static_cast<size_t>(step.offsets.place(row, count))]);
      ReadingNode node{.layer = layer, .place = graph.nodes[stands_on].place, .reads = {}};
      for (Index offset = 0; offset < step.offsets.kernel; ++offset) {
        const Index read = step.offsets.row(row, offset, count);
        if (read != KernelOffsets::kOutside) node.reads.push_back(below[static_cast<size_t>(read)]);
      }
      above.push_back(push_node(graph, std::move(node)));
    }
    below = std::move(above);
  }
  graph.outputs = std::move(below);
  return graph;
}

ReadingGraph recurrent_graph(Index tokens) {
  ReadingGraph graph = inputs_of(tokens);
  for (Index row = 0; row < tokens; ++row) {
    ReadingNode node{.layer = row + 1, .place = row, .reads = {static_cast<int>(row)}};
    if (row > 0) node.reads.push_back(graph.outputs.back());
    graph.outputs.push_back(push_node(graph, std::move(node)));
  }
  return graph;
}

ReadingGraph attention_graph(Index tokens, bool causal) {
  ReadingGraph graph = inputs_of(tokens);
  for (Index row = 0; row < tokens; ++row) {
    graph.outputs.push_back(
        push_node(graph, {.layer = 1, .place = row, .reads = first_nodes(causal ? row + 1 : tokens)}));
  }
  return graph;
}

ReadingGraph attention_graph(const Matrix& reach) {
  ReadingGraph graph = inputs_of(reach.cols());
  for (Index row = 0; row < reach.rows(); ++row) {
    ReadingNode node{.layer = 1, .place = row, .reads = {}};
    for (Index column = 0; column < reach.cols(); ++column) {
      if (reach(row, column) > 0) node.reads.push_back(static_cast<int>(column));
    }
    graph.outputs.push_back(push_node(graph, std::move(node)));
  }
  return graph;
}

size_t output_at(const ReadingGraph& graph, Index token) {
  size_t output = 0;
  while (output + 1 < graph.outputs.size() &&
         graph.nodes[static_cast<size_t>(graph.outputs[output + 1])].place <= token)
    ++output;
  return output;
}

int node_at(const ReadingGraph& graph, Index layer, Index token) {
  int found = -1;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const ReadingNode& node = graph.nodes[i];
    if (node.layer == layer && (found < 0 || node.place <= token)) found = static_cast<int>(i);
  }
  return found;
}

Index layers_of(const ReadingGraph& graph) {
  return graph.nodes.empty() ? 0 : graph.nodes.back().layer;
}

Index sequential_steps(const ReadingGraph& graph) {
  std::vector<Index> steps(graph.nodes.size(), 0);
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    for (const int read : graph.nodes[i].reads)
      steps[i] = std::max(steps[i], steps[static_cast<size_t>(read)] + 1);
  }
  return steps.empty() ? 0 : *std::max_element(steps.begin(), steps.end());
}

std::vector<bool> read_by(const ReadingGraph& graph, int output) {
  std::vector<bool> read(graph.nodes.size(), false);
  read[static_cast<size_t>(output)] = true;
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    if (!read[i]) continue;
    for (const int each : graph.nodes[i].reads) read[static_cast<size_t>(each)] = true;
  }
  return read;
}

std::optional<Index> path_length(const ReadingGraph& graph, Index input, size_t output) {
  const Index steps = steps_to(graph, graph.outputs.at(output)).at(static_cast<size_t>(input));
  return steps == kNotReached ? std::nullopt : std::optional(steps);
}

PathLengths path_lengths(const ReadingGraph& graph, bool causal) {
  PathLengths lengths;
  for (size_t output = 0; output < graph.outputs.size(); ++output) {
    const std::vector<Index> steps = steps_to(graph, graph.outputs[output]);
    const Index last =
        causal ? graph.nodes[static_cast<size_t>(graph.outputs[output])].place + 1 : graph.inputs;
    lengths.pairs += last;
    for (Index input = 0; input < last; ++input) {
      const Index there = steps[static_cast<size_t>(input)];
      if (there == kNotReached) continue;
      ++lengths.joined;
      lengths.longest = std::max(lengths.longest, there);
    }
  }
  return lengths;
}

std::optional<Index> layers_to_join(const RelativesLab& lab, Index tokens, Index most) {
  const auto joins = [&](Index depth) {
    RelativesLab deeper = lab;
    deeper.depth = depth;
    const ReadingGraph graph = convolution_graph(deeper, tokens);
    return path_length(graph, 0, graph.outputs.size() - 1).has_value();
  };
  // More layers never connect less: doubles until they do, then bisects between the last two.
  Index enough = 1;
  while (enough < most && !joins(enough)) enough = std::min(2 * enough, most);
  if (enough == most && !joins(most)) return std::nullopt;
  Index too_few = enough / 2;
  while (enough - too_few > 1) {
    const Index middle = (too_few + enough) / 2;
    (joins(middle) ? enough : too_few) = middle;
  }
  return enough;
}

}  // namespace engine
