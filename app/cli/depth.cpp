// depth.cpp: `headlight depth`: how long the gradients of each layer are, for each order of the norm and each
// depth.
#include "engine/gradients/depth.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/parse_number.h"
#include "engine/core/number_text.h"

namespace app {
namespace {

using engine::DepthStack;
using engine::Error;
using engine::NormOrder;
using engine::Result;

constexpr std::array kDepthOptions = {
    Option{"--layers", "N,N,...", "help.depth_layers"},
    Option{"--norm", "post,pre,b2t", "help.depth_norm"},
    Option{"--stack", "encoder|decoder|encoder-decoder", "help.stack"},
    Option{"--draws", "N", "help.depth_draws"},
    Option{"--json", "", "help.json"},
};
constexpr uint64_t kUsualDraws = 3;
// What stands in the place of INPUT's options of the same names, under names that INPUT does not know.
constexpr std::string_view kLayers = "depth --layers";
constexpr std::string_view kNorm = "depth --norm";

template <class Kind>
struct Choice {
  std::string_view name;
  Kind kind;
};
constexpr std::array<Choice<NormOrder>, 3> kNorms = {
    {{"post", NormOrder::kPost}, {"pre", NormOrder::kPre}, {"b2t", NormOrder::kB2T}}};
constexpr std::array<Choice<DepthStack>, 3> kStacks = {{{"encoder", DepthStack::kEncoder},
                                                        {"decoder", DepthStack::kDecoder},
                                                        {"encoder-decoder", DepthStack::kEncoderDecoder}}};

template <class Choices>
auto choose(const Choices& choices, std::string_view option, const std::string& typed)
    -> Result<typename Choices::value_type> {
  std::vector<std::string> names;
  for (const auto& choice : choices) {
    if (choice.name == typed) return choice;
    names.emplace_back(choice.name);
  }
  return not_a_choice(option, typed, names);
}

// What is asked: every norm at every depth.
struct DepthQuery {
  std::vector<Choice<NormOrder>> norms;
  std::vector<engine::Index> layers;
  Choice<DepthStack> stack = kStacks.back();
  engine::Index draws = 0;
};

Result<DepthQuery> read_query(const ParsedOptions& given) {
  DepthQuery query;
  for (const std::string& typed :
       given.has(kNorm) ? given.list(kNorm) : std::vector<std::string>{"post", "pre", "b2t"}) {
    const auto norm = choose(kNorms, "--norm", typed);
    if (!norm) return norm.error();
    query.norms.push_back(*norm);
  }
  for (const std::string& typed :
       given.has(kLayers) ? given.list(kLayers) : std::vector<std::string>{"6", "12", "18"}) {
    const auto layers = parse_number<engine::Index>(typed);
    if (!layers || *layers < 1 || *layers > engine::kDeepestStack)
      return Error{"error.option_whole",
                   {{"option", "--layers"},
                    {"value", quotable(typed)},
                    {"smallest", "1"},
                    {"largest", std::to_string(engine::kDeepestStack)}}};
    query.layers.push_back(*layers);
  }
  const auto stack = choose(kStacks, "--stack", given.get("--stack", query.stack.name));
  if (!stack) return stack.error();
  query.stack = *stack;
  const auto draws = whole_number(given, "--draws", 1, engine::kMostDraws, kUsualDraws);
  if (!draws) return draws.error();
  query.draws = static_cast<engine::Index>(*draws);
  return query;
}

// Calls take(norm, layers, measured) for every curve.
template <class Take>
void measure_all(const DepthQuery& query, Take take) {
  for (const auto& norm : query.norms) {
    for (const engine::Index layers : query.layers)
      take(norm.name, layers, engine::measure_depth({norm.kind, layers, query.stack.kind}, query.draws));
  }
}

std::string depth_json(const DepthQuery& query) {
  auto list = nlohmann::ordered_json::array();
  measure_all(query, [&](std::string_view norm, engine::Index layers,
                         const std::vector<engine::DepthLayer>& measured) {
    for (size_t layer = 0; layer < measured.size(); ++layer)
      list.push_back({{"norm", norm},
                      {"layers", layers},
                      {"stack", query.stack.name},
                      {"layer", layer},
                      {"weight_gradient", measured[layer].weight_gradient},
                      {"output_gradient", measured[layer].output_gradient},
                      {"residual", measured[layer].residual}});
  });
  return list.dump(2) + "\n";
}

std::string depth_lines(const DepthQuery& query, const Words& words) {
  std::string text = words("depth.columns") + "\n";
  measure_all(query, [&](std::string_view norm, engine::Index layers,
                         const std::vector<engine::DepthLayer>& measured) {
    for (size_t layer = 0; layer < measured.size(); ++layer) {
      text += std::string(norm) + "\t" + std::to_string(layers) + "\t" + std::to_string(layer);
      for (const double number :
           {measured[layer].weight_gradient, measured[layer].output_gradient, measured[layer].residual})
        text += "\t" + engine::significant_digits(number);
      text += "\n";
    }
  });
  return text;
}

}  // namespace

std::span<const Option> depth_options() {
  return kDepthOptions;
}

void prepare_depth(ParsedOptions& given) {
  given.rename("--layers", kLayers);
  given.rename("--norm", kNorm);
}

Printed run_depth(const Request& request) {
  const auto query = read_query(request.given);
  if (!query) return query.error();
  return request.given.has("--json") ? depth_json(*query) : depth_lines(*query, request.words);
}

}  // namespace app
