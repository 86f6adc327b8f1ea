// The models in the box in float32 against plain PyTorch in float64, by the script that stands in every
// folder that Headlight writes. Refresh: /usr/bin/python3 tests/tools/box_goldens.py tests/golden/engine
#include <gtest/gtest.h>

#include "engine/loaders/box.h"
#include "tests/engine/checkpoints.h"
#include "tests/engine/goldens.h"

namespace engine {
namespace {

class BoxGolden : public testing::TestWithParam<std::string> {};

TEST_P(BoxGolden, EveryMapAndEveryLogitAgreeWithPyTorch) {
  const GoldenJson golden = read_golden("box_" + GetParam());
  ASSERT_EQ(golden["kind"], "box");
  const auto folder = loaders::box_folder(GetParam());
  ASSERT_TRUE(folder);
  const CheckpointPtr checkpoint = open_or_fail(folder->string());
  ASSERT_TRUE(checkpoint);
  FedArray fed{checkpoint->config, {}};
  Example& example = fed.input.examples.emplace_back();
  const GoldenJson& reads = golden["reads"];
  if (reads.contains("patches")) {
    example.source = vectors_of(read_matrix(reads["patches"]).cast<float>(), 1);
  } else {
    example.source = tokens_of(*checkpoint, reads["source"]);
  }
  if (reads.contains("target")) example.target = tokens_of(*checkpoint, reads["target"]);
  const auto trace = run_case(*checkpoint, fed);
  ASSERT_TRUE(trace);
  EXPECT_GE(golden["stages"].size(), 3U);
  EXPECT_EQ(first_difference(*trace, golden["stages"], std::identity{}, 1e-4), "");
}

INSTANTIATE_TEST_SUITE_P(Models, BoxGolden, testing::ValuesIn([] {
                           std::vector<std::string> names;
                           for (const std::string_view name : loaders::box_models()) names.emplace_back(name);
                           return names;
                         }()),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace engine
