// The engine in float32 against PyTorch in float64, stage by stage.
// Refresh the numbers: /usr/bin/python3 tests/tools/make_goldens.py tests/golden/engine
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/engine/traces.h"

namespace engine {
namespace {

using nlohmann::json;
using Doubles = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Doubles read_matrix(const json& packed) {
  Doubles numbers(packed["shape"][0].get<Index>(), packed["shape"][1].get<Index>());
  for (Index i = 0; i < numbers.size(); ++i) {
    const json& number = packed["data"].at(static_cast<size_t>(i));
    numbers.data()[i] = number.is_string() ? -HUGE_VAL : number.get<double>();
  }
  return numbers;
}

std::shared_ptr<const Matrix> input(const json& inputs, const std::string& name) {
  if (!inputs.contains(name)) return nullptr;
  return std::make_shared<Matrix>(read_matrix(inputs[name]).cast<float>());
}

// Empty where `ours` agrees; else what differs. The measure: the largest absolute difference is at most 1e-5
// of the stage's largest magnitude, and -inf stands where -inf stands.
std::string difference(const Matrix& ours, const Doubles& golden) {
  if (ours.rows() != golden.rows() || ours.cols() != golden.cols()) return "another shape";
  double largest = 0;
  double magnitude = 0;
  for (Index i = 0; i < golden.size(); ++i) {
    const double expected = golden.data()[i];
    const double made = ours.data()[i];
    if (std::isinf(expected) || !std::isfinite(made)) {
      if (made != expected) return "number " + std::to_string(i) + " is " + std::to_string(made);
      continue;
    }
    largest = std::max(largest, std::abs(made - expected));
    magnitude = std::max(magnitude, std::abs(expected));
  }
  if (largest <= 1e-5 * magnitude) return "";
  return "largest difference " + std::to_string(largest) + " at a magnitude of " + std::to_string(magnitude);
}

std::shared_ptr<const Trace> run_layer(const json& golden) {
  const json& inputs = golden["inputs"];
  AttentionWeights weights;
  weights.n_heads = golden["heads"].get<Index>();
  weights.wq = input(inputs, "wq");
  weights.wk = input(inputs, "wk");
  weights.wv = input(inputs, "wv");
  weights.wo = input(inputs, "wo");
  weights.bq = input(inputs, "bq");
  weights.bk = input(inputs, "bk");
  weights.bv = input(inputs, "bv");
  weights.bo = input(inputs, "bo");
  MaskRule rule;
  rule.causal = golden["causal"].get<bool>();
  rule.padding = golden["padding"].get<std::vector<bool>>();
  TraceBuilder builder({}, {});
  const AttentionInputs from{add_drawn(builder, "q", *input(inputs, "q")),
                             add_drawn(builder, "k", *input(inputs, "k")),
                             add_drawn(builder, "v", *input(inputs, "v"))};
  std::shared_ptr<const Matrix> additive;
  if (golden["additive"].get<bool>()) additive = input(golden["stages"], "mask");
  add_multi_head_attention(builder, "layer", from, weights, rule, {.scale = golden["scale"].get<bool>()}, {},
                           {.additive = additive});
  return std::move(builder).build();
}

// One operation alone, in a trace of its own: its result at "layer.NAME".
std::shared_ptr<const Trace> run_operation(const json& golden, const std::string& name,
                                           OperationPtr operation) {
  TraceBuilder builder({}, {});
  std::vector<int> inputs;
  if (golden.contains("inputs")) {
    for (const auto& [key, packed] : golden["inputs"].items()) {
      inputs.push_back(add_drawn(builder, key, *input(golden["inputs"], key)));
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

std::shared_ptr<const Trace> run_golden(const json& golden) {
  const auto kind = golden["kind"].get<std::string>();
  if (kind == "sinusoid") return run_operation(golden, "position", sinusoid(golden["base"].get<double>()));
  if (kind == "softmax") return run_operation(golden, "weights", softmax_rows());
  return run_layer(golden);
}

// Where a golden's stage stands in our trace: the mask is one for all heads.
std::string address_of(const std::string& name) {
  return "layer." + (name == "mask" ? "head.0.mask" : name);
}

// The first stage of our trace, in its own order, that differs from its golden.
std::string first_difference(const Trace& trace, const json& stages) {
  for (const Stage& stage : trace.stages()) {
    for (const auto& [name, packed] : stages.items()) {
      if (address_of(name) != stage.address) continue;
      const std::string found = difference(numbers_of(trace, stage.address), read_matrix(packed));
      if (!found.empty()) return stage.address + ": " + found;
    }
  }
  return "";
}

TEST(Golden, EveryStageAgreesWithPyTorch) {
  int cases = 0;
  const std::filesystem::path folder = HEADLIGHT_TEST_DATA "/golden/engine";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path());
    const json golden = json::parse(file);
    const auto trace = run_golden(golden);
    EXPECT_EQ(first_difference(*trace, golden["stages"]), "") << entry.path().filename();
    for (const auto& [name, packed] : golden["stages"].items()) {
      EXPECT_TRUE(trace->find(address_of(name)).has_value()) << name;
    }
    ++cases;
  }
  EXPECT_EQ(cases, 15);
}

TEST(Golden, AWrongNumberIsNoticedAndItsStageNamed) {
  std::ifstream file(HEADLIGHT_TEST_DATA "/golden/engine/self.json");
  json golden = json::parse(file);
  const auto trace = run_golden(golden);
  json& number = golden["stages"]["head.1.scores"]["data"][3];
  number = number.get<double>() + 1e-3;
  EXPECT_NE(first_difference(*trace, golden["stages"]).find("layer.head.1.scores: largest difference"),
            std::string::npos);
}

}  // namespace
}  // namespace engine
