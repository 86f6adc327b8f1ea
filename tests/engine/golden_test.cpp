// Attention in float32 against PyTorch in float64, stage by stage.
#include <gtest/gtest.h>

#include "tests/engine/goldens.h"

namespace engine {
namespace {

std::shared_ptr<const Trace> run_layer(const GoldenJson& golden) {
  const GoldenJson& inputs = golden["inputs"];
  const AttentionWeights weights = golden_weights(golden);
  MaskRule rule;
  rule.causal = golden["causal"].get<bool>();
  rule.padding = golden["padding"].get<std::vector<bool>>();
  TraceBuilder builder({}, {});
  const AttentionInputs from{add_drawn(builder, "q", *golden_input(inputs, "q")),
                             add_drawn(builder, "k", *golden_input(inputs, "k")),
                             add_drawn(builder, "v", *golden_input(inputs, "v"))};
  std::shared_ptr<const Matrix> additive;
  if (golden["additive"].get<bool>()) additive = golden_input(golden["stages"], "mask");
  add_multi_head_attention(builder, "layer", from, weights, rule,
                           {.scoring = {.scale = golden["scale"].get<bool>()}}, {}, {.additive = additive});
  return std::move(builder).build();
}

// One operation alone, in a trace of its own: its result at "layer.NAME".
std::shared_ptr<const Trace> run_operation(const GoldenJson& golden, const std::string& name,
                                           OperationPtr operation) {
  TraceBuilder builder({}, {});
  std::vector<int> inputs;
  if (golden.contains("inputs")) {
    for (const auto& [key, packed] : golden["inputs"].items()) {
      inputs.push_back(add_drawn(builder, key, *golden_input(golden["inputs"], key)));
    }
  }
  const Doubles shape = read_matrix(golden["stages"][name]);
  builder.add({.address = "layer." + name,
               .operation = std::move(operation),
               .inputs = inputs,
               .rows = shape.rows(),
               .columns = shape.cols()});
  return std::move(builder).build();
}

std::shared_ptr<const Trace> run_case(const GoldenJson& golden) {
  const auto kind = golden["kind"].get<std::string>();
  if (kind == "sinusoid") return run_operation(golden, "position", sinusoid(golden["base"].get<double>()));
  if (kind == "softmax") return run_operation(golden, "weights", softmax_rows());
  return run_layer(golden);
}

// Where a golden's stage stands in our trace: the mask is one for all heads.
std::string address_of(const std::string& name) {
  return "layer." + (name == "mask" ? "head.0.mask" : name);
}

TEST(Golden, EveryStageAgreesWithPyTorch) {
  size_t cases = 0;
  for (const char* kind : {"layer", "sinusoid", "softmax"}) {
    for (const std::string& name : goldens_of_kind(kind)) {
      const GoldenJson golden = read_golden(name);
      EXPECT_EQ(first_difference(*run_case(golden), golden["stages"], address_of), "") << name;
      ++cases;
    }
  }
  EXPECT_EQ(cases, 15);
}

TEST(Golden, AWrongNumberIsNoticedAndItsStageNamed) {
  GoldenJson golden = read_golden("self");
  const auto trace = run_case(golden);
  GoldenJson& number = golden["stages"]["head.1.scores"]["data"][3];
  number = number.get<double>() + 0.25;
  EXPECT_NE(first_difference(*trace, golden["stages"], address_of)
                .find("layer.head.1.scores: largest difference 0.25"),
            std::string::npos);
}

TEST(Golden, TheFirstOfSeveralWrongStagesIsNamed) {
  GoldenJson golden = read_golden("self");
  const auto trace = run_case(golden);
  for (const char* name : {"output", "head.2.weights", "concat"}) golden["stages"][name]["data"][0] = 40.0;
  EXPECT_EQ(first_difference(*trace, golden["stages"], address_of).find("layer.head.2.weights: "), 0);
  golden["stages"]["head.0.q"]["shape"][0] = 5;
  EXPECT_EQ(first_difference(*trace, golden["stages"], address_of), "layer.head.0.q: another shape");
}

TEST(Golden, AStageThatTheTraceHasNotIsNamed) {
  GoldenJson golden = read_golden("self");
  const auto trace = run_case(golden);
  golden["stages"]["norm"] = golden["stages"]["output"];
  EXPECT_EQ(first_difference(*trace, golden["stages"], address_of), "layer.norm: missing");
}

}  // namespace
}  // namespace engine
