// Encoder and decoder stacks in float32 against PyTorch in float64, stage by stage. B2T and everything that
// can be switched off are among the goldens: PyTorch has no module for them, so theirs are its layers joined
// by the formulas of the paper.
#include <gtest/gtest.h>

#include "tests/engine/stack_goldens.h"

namespace engine {
namespace {

TEST(TransformerGolden, EveryStageAgreesWithPyTorch) {
  const std::vector<std::string> names = goldens_of_kind("stack");
  EXPECT_EQ(names.size(), 19);
  for (const std::string& name : names) {
    const GoldenJson golden = read_golden(name);
    EXPECT_EQ(first_difference(*run_stack(golden), golden["stages"]), "") << name;
  }
}

TEST(TransformerGolden, NoStageThatIsComputedIsWithoutAGolden) {
  for (const std::string& name : goldens_of_kind("stack")) {
    const GoldenJson golden = read_golden(name);
    const auto trace = run_stack(golden);
    for (const Stage& stage : trace->stages()) {
      const bool is_layer = stage.address.starts_with("encoder.") || stage.address.starts_with("decoder.");
      const bool is_parameter = stage.operation->name() == "given";
      if (!is_layer || is_parameter) continue;
      EXPECT_TRUE(golden["stages"].contains(stage.address)) << name << ": " << stage.address;
    }
  }
}

TEST(TransformerGolden, StagesStandInTheOrderOfTheComputation) {
  for (const std::string& name : goldens_of_kind("stack")) {
    const GoldenJson golden = read_golden(name);
    const auto trace = run_stack(golden);
    int last = -1;
    for (const auto& [address, packed] : golden["stages"].items()) {
      const int index = stage_index(*trace, address);
      EXPECT_GT(index, last) << name << ": " << address;
      last = index;
    }
  }
}

TEST(TransformerGolden, AWrongNumberInAnyStageIsNoticedAndThatStageNamed) {
  for (const char* name : {"transformer_post", "decoder_layer_pre_gelu"}) {
    GoldenJson golden = read_golden(name);
    const auto trace = run_stack(golden);
    for (auto& [address, packed] : golden["stages"].items()) {
      const GoldenJson right = packed;
      const double magnitude = numbers_of(*trace, address)
                                   .array()
                                   .isFinite()
                                   .select(numbers_of(*trace, address).array().abs(), 0)
                                   .maxCoeff();
      packed["data"][0] = packed["data"][0].get<double>() + 1e-3 * (1 + magnitude);
      const std::string found = first_difference(*trace, golden["stages"]);
      EXPECT_TRUE(found.starts_with(address + ": largest difference")) << address << " / " << found;
      packed = right;
    }
  }
}

// Each of a golden's inputs through one operation, at the input's name.
std::shared_ptr<const Trace> run_rows(const GoldenJson& golden, const OperationPtr& operation,
                                      const std::vector<std::string>& parameters) {
  TraceBuilder builder({}, {});
  std::vector<int> given;
  given.reserve(parameters.size());
  for (const std::string& name : parameters) {
    given.push_back(add_drawn(builder, name, *golden_input(golden["weights"], name)));
  }
  for (const auto& [name, packed] : golden["inputs"].items()) {
    const Matrix rows = read_matrix(packed).cast<float>();
    std::vector<int> inputs = {add_drawn(builder, "input." + name, rows)};
    inputs.insert(inputs.end(), given.begin(), given.end());
    builder.add({.address = name,
                 .operation = operation,
                 .inputs = inputs,
                 .rows = rows.rows(),
                 .columns = rows.cols()});
  }
  return std::move(builder).build();
}

TEST(LayerNormGolden, AgreesWithPyTorchFarFromZeroAndAtTinyVariance) {
  const std::vector<std::string> names = goldens_of_kind("layer_norm");
  EXPECT_EQ(names.size(), 2);
  for (const std::string& name : names) {
    const GoldenJson golden = read_golden(name);
    const auto trace =
        run_rows(golden, layer_norm(golden["eps"].get<double>()), {"norm.weight", "norm.bias"});
    EXPECT_EQ(first_difference(*trace, golden["stages"]), "") << name;
  }
}

TEST(LayerNormGolden, AConstantRowBecomesTheBias) {
  const GoldenJson golden = read_golden("layer_norm_bert");
  const auto trace = run_rows(golden, layer_norm(golden["eps"].get<double>()), {"norm.weight", "norm.bias"});
  const Matrix rows = numbers_of(*trace, "constant");
  for (Index row = 0; row < rows.rows(); ++row) {
    EXPECT_EQ(rows.row(row), numbers_of(*trace, "norm.bias").row(0)) << row;
  }
}

TEST(ActivationGolden, AgreesWithPyTorchAtZeroTinyAndHugeNumbers) {
  const std::vector<std::string> names = goldens_of_kind("activation");
  EXPECT_EQ(names.size(), 3);
  for (const std::string& name : names) {
    const GoldenJson golden = read_golden(name);
    const auto trace = run_rows(golden, activation(activation_named(golden["activation"])), {});
    EXPECT_EQ(first_difference(*trace, golden["stages"]), "") << name;
  }
}

TEST(ActivationGolden, TheTwoFormsOfGeluAreNotMistakenForEachOther) {
  const GoldenJson golden = read_golden("activation_gelu");
  const auto trace = run_rows(golden, activation(Activation::kGeluTanh), {});
  EXPECT_TRUE(first_difference(*trace, golden["stages"]).starts_with("ordinary: largest"));
}

}  // namespace
}  // namespace engine
