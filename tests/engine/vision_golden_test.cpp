// The vision systems in float32 against PyTorch in float64: every stage, with the weights in the box and with
// drawn ones. Refresh: /usr/bin/python3 tests/tools/vision_goldens.py tests/golden/engine
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "engine/training/systems/stored_system.h"
#include "engine/vision/context_transformer.h"
#include "engine/vision/run.h"
#include "engine/world/scene.h"
#include "tests/engine/goldens.h"

namespace engine {
namespace {

// Numbers that depend on the name alone; a variance is above 0, and a norm's weight near 1.
std::shared_ptr<Matrix> drawn_numbers(const ParameterName& name) {
  const RandomStream stream(7, name.name);
  auto numbers = std::make_shared<Matrix>(name.rows, name.columns);
  for (Index i = 0; i < numbers->size(); ++i)
    numbers->data()[i] = 0.3F * stream.symmetric(static_cast<uint64_t>(i));
  const bool is_near_1 = name.role == ParameterRole::kNormVariance || name.role == ParameterRole::kNormWeight;
  if (is_near_1) numbers->array() += 1;
  return numbers;
}

SystemParameters parameters_of(const VisionSystem& system, bool is_drawn) {
  Tensors tensors;
  const auto box = system_of_box(system);
  EXPECT_TRUE(box);
  for (const Tensor& tensor : (*box)->tensors()) {
    // What ships of the Context-Transformer is its detector.
    const bool draws =
        is_drawn || (&system == &context_transformer_system() && is_learned_from_shots(tensor.name.name));
    tensors.push_back({tensor.name, draws ? drawn_numbers(tensor.name) : tensor.numbers});
  }
  return SystemParameters(std::move(tensors));
}

// What is drawn of a system that draws.
SystemSettings settings_in(const GoldenJson& drawn) {
  SystemSettings settings;
  if (drawn.contains("places")) {
    settings.drawn.front = drawn["front"].get<std::vector<int>>();
    settings.drawn.places = drawn["places"].get<std::vector<int>>();
  }
  if (drawn.contains("latent")) {
    const auto numbers = drawn["latent"].get<std::vector<float>>();
    settings.drawn.latent = Eigen::Map<const Matrix>(numbers.data(), 1, static_cast<Index>(numbers.size()));
  }
  return settings;
}

class VisionGolden : public testing::TestWithParam<std::string> {};

TEST_P(VisionGolden, EveryStageAgreesWithPyTorch) {
  const GoldenJson golden = read_golden(GetParam());
  const VisionSystem* const system = find_vision_system(golden["system"].get<std::string>());
  ASSERT_NE(system, nullptr);
  const SystemParameters parameters = parameters_of(*system, golden["weights"] == "drawn");
  Matrix palette(world::kSide, world::kSide);
  for (Index i = 0; i < palette.size(); ++i)
    palette.data()[i] = golden["palette"].at(static_cast<size_t>(i)).get<float>();
  const auto trace =
      run_system(*system, parameters.source(), world::palette_pixels(palette), settings_in(golden["drawn"]));
  EXPECT_GE(golden["stages"].size(), 25U);
  for (const auto& [address, some] : golden["stages"].items()) {
    const auto stage = trace->find(address);
    ASSERT_TRUE(stage) << address;
    EXPECT_EQ(trace->stage(*stage).rows, some["all"][0].get<Index>()) << address;
    const Matrix all = numbers_of(*trace, address);
    Matrix rows(static_cast<Index>(some["rows"].size()), all.cols());
    for (Index i = 0; i < rows.rows(); ++i)
      rows.row(i) = all.row(some["rows"].at(static_cast<size_t>(i)).get<Index>());
    ASSERT_EQ(difference(rows, read_matrix(some), 1e-5), "") << address;  // the first that differs
  }
}

INSTANTIATE_TEST_SUITE_P(Systems, VisionGolden, testing::ValuesIn(goldens_of_kind("vision")));

}  // namespace
}  // namespace engine
