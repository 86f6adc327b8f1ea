// head_chain.cpp: scores, raised, scaled, capped, biased, masked, weights: each link is a stage computed from
// the previous one. Vaswani et al. 2017, eq. 1.
#include "engine/attention/head_chain.h"

#include <cmath>
#include <string_view>
#include <utility>

#include "engine/core/address.h"
#include "engine/core/stage_kind.h"
#include "engine/ops/operations.h"

namespace engine {
namespace {

const StageKind kCapped = StageKind::declare("capped", StageFamily::kMap);

// Blocks need no mask for this: see ScoreLinks.
bool hides_later_alone(const MaskRule& rule) {
  return rule.causal && !rule.painted && !rule.has_pattern() && !rule.has_padding() && !rule.first_added &&
         rule.hidden == -kInfinity;
}

class ChainBuilder {
 public:
  ChainBuilder(TraceBuilder& builder, const ChainParts& parts) : builder_(builder), parts_(parts) {}

  // The order of the links: a new one is a line here.
  HeadChain build() {
    chain_.is_kept = parts_.is_kept;
    chain_.scores = last_ = add(map("scores", scores(), {parts_.q, parts_.k}));
    if (parts_.vectors) add_relative(*parts_.vectors);
    add_scaled();
    if (const double cap = parts_.settings.cap; cap > 0) link(map(kCapped.step(), soft_cap(cap), {last_}));
    if (parts_.bias) add_biased(*parts_.bias);
    if (parts_.mask) add_masked(*parts_.mask);
    chain_.masked = last_;
    return std::move(chain_);
  }

 private:
  std::string at(std::string_view step) const {
    std::string address;
    address.reserve(parts_.address.size() + 1 + step.size());
    return address.append(parts_.address).append(".").append(step);
  }

  Stage map(std::string_view step, OperationPtr operation, std::vector<int> inputs) const {
    Stage stage = parts_.map;
    stage.address = at(step);
    stage.symbol.clear();
    stage.operation = std::move(operation);
    stage.inputs = std::move(inputs);
    return stage;
  }

  int add(Stage stage) {
    return chain_.is_kept ? builder_.add(std::move(stage)) : builder_.add_on_demand(std::move(stage));
  }

  // A link whose first input is the previous one.
  void link(Stage stage) {
    last_ = add(std::move(stage));
    chain_.links.push_back(last_);
  }

  // A link that changes nothing here is still a stage.
  void pass(Stage stage) { last_ = builder_.add_identity(std::move(stage)); }

  void add_relative(const DistanceVectors& vectors) {
    const int table = builder_.add_given({.address = at("relative.table"),
                                          .operation = vectors.given,
                                          .rows = vectors.table.rows(),
                                          .columns = vectors.table.cols(),
                                          .row_axis = Axis::kDimensions,
                                          .column_axis = Axis::kDimensions},
                                         vectors.table);
    const int by = add(map("relative.scores", relative_scores(vectors.first), {parts_.q, table}));
    link(map("relative.sum", engine::add(), {last_, by}));
  }

  void add_scaled() {
    const ScoreSettings& settings = parts_.settings;
    Stage stage = map("scaled", scaling_of(settings, builder_.stage(parts_.q).columns), {last_});
    const bool is_idle = !settings.scale && settings.temperature == 1;
    if (is_idle) return pass(std::move(stage));
    link(std::move(stage));
  }

  void add_biased(const DistanceBias& bias) {
    const int by = add(map(bias.step, bias.operation, bias.inputs));
    link(map("biased", engine::add(), {last_, by}));
  }

  void add_masked(const ChainMask& mask) {
    chain_.mask = mask.stage ? *mask.stage : add_mask(mask);
    Stage stage = map("masked", mask.masking, {last_, chain_.mask});
    if (mask.rule && mask.rule->none()) return pass(std::move(stage));
    last_ = add(std::move(stage));
    if (mask.rule && hides_later_alone(*mask.rule)) {
      chain_.is_causal = true;
      chain_.first_query = mask.rule->first_query;
    } else {
      chain_.mask_link = last_;
    }
  }

  int add_mask(const ChainMask& mask) {
    Stage stage = map("mask", mask.operation, {});
    return mask.numbers ? builder_.add_given(std::move(stage), mask.numbers) : add(std::move(stage));
  }

  TraceBuilder& builder_;
  const ChainParts& parts_;
  HeadChain chain_;
  int last_ = -1;  // the input of the next link
};

// A stage that a block of another depends on: whole if it is in memory, otherwise to be computed block by
// block from its inputs.
ScoreLink::Beside beside_of(const TraceBuilder& builder, int index) {
  if (builder.is_direct(index)) return {.numbers = builder.view(index)};
  const Stage& stage = builder.stage(index);
  std::vector<ConstView> inputs;
  inputs.reserve(stage.inputs.size());
  for (const int input : stage.inputs) inputs.push_back(builder.view(input));
  return {.operation = stage.operation, .inputs = std::move(inputs)};
}

ScoreLink block_link(const TraceBuilder& builder, int index) {
  const Stage& stage = builder.stage(index);
  if (stage.inputs.size() < 2) return {.operation = stage.operation};
  return {.operation = stage.operation, .beside = beside_of(builder, stage.inputs[1])};
}

}  // namespace

double divisor_of(const ScoreSettings& settings, Index d_k) {
  return (settings.scale ? std::sqrt(static_cast<double>(d_k)) : 1.0) * settings.temperature;
}

OperationPtr scaling_of(const ScoreSettings& settings, Index d_k) {
  return scale(d_k, settings.scale, settings.temperature);
}

HeadChain add_head_chain(TraceBuilder& builder, const ChainParts& parts) {
  return ChainBuilder(builder, parts).build();
}

int add_weights(TraceBuilder& builder, const HeadChain& chain, OperationPtr weighing) {
  Stage stage = builder.stage(chain.masked);
  stage.address = beside(stage.address, "weights");
  stage.operation = std::move(weighing);
  stage.inputs = {chain.masked};
  return chain.is_kept ? builder.add(std::move(stage)) : builder.add_on_demand(std::move(stage));
}

ScoreLinks block_links(const TraceBuilder& builder, const HeadChain& chain) {
  ScoreLinks links;
  for (const int stage : chain.links) links.before_mask.push_back(block_link(builder, stage));
  if (chain.mask_link >= 0) links.mask.emplace(block_link(builder, chain.mask_link));
  links.causal = chain.is_causal;
  links.first_query = chain.first_query;
  return links;
}

}  // namespace engine
