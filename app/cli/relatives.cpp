// relatives.cpp: `headlight relatives`: convolution, recurrence and attention over the same text: what
// reaches an output, steps and paths, costs.
#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "engine/core/number_text.h"
#include "engine/labs/relatives/relatives_costs.h"
#include "engine/labs/relatives/relatives_graph.h"
#include "engine/labs/relatives/relatives_lab.h"

namespace app {
namespace {

using engine::Index;
using engine::LayerSize;
using engine::ReadingGraph;
using engine::Relative;
using engine::RelativesLab;
using engine::significant_digits;
using nlohmann::ordered_json;

constexpr std::array kRelativesOptions = {
    Option{"--output", "N", "help.relatives_output"},
    Option{"--length", "N", "help.relatives_length"},
    Option{"--width", "N", "help.relatives_width"},
    Option{"--json", "", "help.json"},
};
constexpr Index kMostLayersTried = 64;
constexpr uint64_t kLargestCost = 1'000'000;

// The counts on one relative's graph.
struct CountedRelative {
  Relative kind = Relative::kAttention;
  Index steps = 0;
  engine::PathLengths paths;
};

struct RelativesFindings {
  const RelativesLab& lab;
  Index tokens = 0;
  Index output = 0;
  std::vector<std::vector<Index>> reached;  // by layer: the inputs that reach the output
  std::vector<CountedRelative> counted;
  std::optional<Index> layers_to_join;
  LayerSize size;
};

std::vector<Index> inputs_reached(const RelativesLab& lab, Index tokens, Index output) {
  const ReadingGraph graph = engine::convolution_graph(lab, tokens);
  const std::vector<bool> read = engine::read_by(graph, graph.outputs[engine::output_at(graph, output)]);
  std::vector<Index> inputs;
  for (Index input = 0; input < tokens; ++input) {
    if (read[static_cast<size_t>(input)]) inputs.push_back(input);
  }
  return inputs;
}

ReadingGraph graph_of(Relative kind, const RelativesLab& lab, const engine::Config& config, Index tokens) {
  switch (kind) {
    case Relative::kAttention:
      return engine::attention_graph(tokens, first_is_causal(config));
    case Relative::kRecurrence:
      return engine::recurrent_graph(tokens);
    case Relative::kConvolution:
      break;
  }
  return engine::convolution_graph(lab, tokens);
}

bool looks_back_only(Relative kind, const RelativesLab& lab, const engine::Config& config) {
  if (kind == Relative::kAttention) return first_is_causal(config);
  return kind == Relative::kRecurrence || lab.causal;
}

RelativesFindings count_relatives(const engine::Config& config, Index tokens, Index output, LayerSize size) {
  const RelativesLab& lab = engine::relatives_lab_of(config);
  RelativesFindings found{.lab = lab,
                          .tokens = tokens,
                          .output = output,
                          .reached = {},
                          .counted = {},
                          .layers_to_join = {},
                          .size = size};
  RelativesLab shallow = lab;
  for (Index depth = 1; depth <= lab.depth; ++depth) {
    shallow.depth = depth;
    found.reached.push_back(inputs_reached(shallow, tokens, output));
  }
  for (const Relative kind : engine::kRelativeKinds) {
    const ReadingGraph graph = graph_of(kind, lab, config, tokens);
    found.counted.push_back({kind, engine::sequential_steps(graph),
                             engine::path_lengths(graph, looks_back_only(kind, lab, config))});
  }
  found.layers_to_join = engine::layers_to_join(lab, tokens, kMostLayersTried);
  return found;
}

std::string comma_separated(const std::vector<Index>& numbers) {
  std::vector<std::string> words;
  words.reserve(numbers.size());
  for (const Index number : numbers) words.push_back(std::to_string(number));
  return join(words);
}

void add_row(std::string& text, std::initializer_list<std::string> cells) {
  bool is_first = true;
  for (const std::string& cell : cells) {
    text.append(is_first ? "" : "\t").append(cell);
    is_first = false;
  }
  text.append("\n");
}

std::string relatives_lines(const RelativesFindings& found, const Words& words) {
  std::string text = words("relatives.lines.reach", {{"output", std::to_string(found.output)},
                                                     {"count", std::to_string(found.tokens)}});
  text.append("\n");
  for (size_t layer = 0; layer < found.reached.size(); ++layer) {
    add_row(text, {std::to_string(layer), std::to_string(found.reached[layer].size()),
                   comma_separated(found.reached[layer])});
  }
  text.append(words("relatives.lines.steps")).append("\n");
  for (const CountedRelative& each : found.counted) {
    add_row(text,
            {std::string(name_of(each.kind)), std::to_string(each.steps), std::to_string(each.paths.longest),
             std::to_string(each.paths.joined), std::to_string(each.paths.pairs)});
  }
  text.append(found.layers_to_join
                  ? words("relatives.lines.join", {{"layers", std::to_string(*found.layers_to_join)}})
                  : words("relatives.lines.never", {{"most", std::to_string(kMostLayersTried)}}));
  text.append("\n");
  text.append(words("relatives.lines.costs", {{"n", significant_digits(found.size.n)},
                                              {"d", significant_digits(found.size.d)},
                                              {"k", significant_digits(found.size.k)}}));
  text.append("\n");
  for (const Relative kind : engine::kRelativeKinds) {
    add_row(text, {std::string(name_of(kind)), significant_digits(layer_operations(kind, found.size)),
                   significant_digits(layer_bytes(kind, found.size))});
  }
  text.append(words("relatives.lines.crossings")).append("\n");
  for (const Relative kind : {Relative::kRecurrence, Relative::kConvolution}) {
    add_row(text, {std::string(name_of(kind)), significant_digits(overtakes_in_operations(kind, found.size)),
                   significant_digits(overtakes_in_bytes(kind, found.size))});
  }
  return text;
}

std::string relatives_as_json(const RelativesFindings& found) {
  ordered_json object = {{"tokens", found.tokens}, {"output", found.output}, {"reached", found.reached}};
  for (const CountedRelative& each : found.counted) {
    object["steps"][std::string(name_of(each.kind))] = {{"sequential", each.steps},
                                                        {"longest_path", each.paths.longest},
                                                        {"joined", each.paths.joined},
                                                        {"pairs", each.paths.pairs}};
  }
  object["layers_to_join"] = found.layers_to_join ? ordered_json(*found.layers_to_join) : ordered_json();
  object["costs"] = {{"n", found.size.n}, {"d", found.size.d}, {"k", found.size.k}};
  for (const Relative kind : engine::kRelativeKinds) {
    object["costs"][std::string(name_of(kind))] = {{"operations", layer_operations(kind, found.size)},
                                                   {"bytes", layer_bytes(kind, found.size)}};
  }
  for (const Relative kind : {Relative::kRecurrence, Relative::kConvolution}) {
    object["attention_overtakes"][std::string(name_of(kind))] = {
        {"operations", overtakes_in_operations(kind, found.size)},
        {"bytes", overtakes_in_bytes(kind, found.size)}};
  }
  return object.dump() + '\n';
}

}  // namespace

std::span<const Option> relatives_options() {
  return kRelativesOptions;
}

void prepare_relatives(ParsedOptions& given) {
  std::vector<std::string> labs = given.list("--lab");
  if (std::find(labs.begin(), labs.end(), "relatives") == labs.end()) labs.emplace_back("relatives");
  given.set("--lab", std::move(labs));
}

Printed run_relatives(const Request& request) {
  const auto input = input_of(request.document);
  if (!input) return input.error();
  const engine::Config& config = request.document.config;
  if (auto bad = engine::check(config, *input)) return *bad;
  const auto tokens = static_cast<Index>(input->examples.front().source.tokens.size());
  const auto last = static_cast<uint64_t>(tokens - 1);
  const auto output = whole_number(request.given, "--output", 0, last, last);
  if (!output) return output.error();
  const auto n = whole_number(request.given, "--length", 1, kLargestCost, static_cast<uint64_t>(tokens));
  if (!n) return n.error();
  const auto d =
      whole_number(request.given, "--width", 1, kLargestCost, static_cast<uint64_t>(config.d_model));
  if (!d) return d.error();
  const LayerSize size{static_cast<double>(*n), static_cast<double>(*d),
                       static_cast<double>(engine::relatives_lab_of(config).kernel)};
  const RelativesFindings found = count_relatives(config, tokens, static_cast<Index>(*output), size);
  return request.given.has("--json") ? relatives_as_json(found) : relatives_lines(found, request.words);
}

}  // namespace app
