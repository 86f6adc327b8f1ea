// Kinds of positions, and the lab on them, in float32 against PyTorch in float64.
#include <gtest/gtest.h>

#include "engine/labs/positions/positions_lab.h"
#include "tests/engine/goldens.h"

namespace engine {
namespace {

OperationPtr operation_of(const GoldenJson& golden) {
  const auto kind = golden["kind"].get<std::string>();
  if (kind == "rotate") return rotate({golden["base"].get<double>()});
  if (kind == "alibi") return alibi(golden["slope"].get<double>());
  if (kind == "relative_scores") return relative_scores();
  return sinusoid_grid(golden["base"].get<double>(), golden["across"].get<Index>(),
                       golden["lead"].get<Index>());
}

// The one operation in a trace of its own.
std::shared_ptr<const Trace> run_alone(const GoldenJson& golden) {
  TraceBuilder builder({}, {});
  std::vector<int> inputs;
  if (golden.contains("inputs")) {
    for (const auto& [name, packed] : golden["inputs"].items())
      inputs.push_back(add_drawn(builder, name, *golden_input(golden["inputs"], name)));
  }
  const auto stage = golden["stages"].begin();
  const Doubles expected = read_matrix(stage.value());
  builder.add({.address = stage.key(),
               .operation = operation_of(golden),
               .inputs = inputs,
               .rows = expected.rows(),
               .columns = expected.cols()});
  return std::move(builder).build();
}

std::shared_ptr<const Trace> run_lab(const GoldenJson& golden) {
  TraceBuilder builder({}, {});
  add_stages(builder, {.is_on = true,
                       .d_model = golden["d_model"].get<Index>(),
                       .base = golden["base"].get<double>(),
                       .length = golden["length"].get<Index>(),
                       .first = golden["first"].get<Index>(),
                       .second = golden["second"].get<Index>()});
  return std::move(builder).build();
}

TEST(PositionsGolden, EveryKindAgreesWithPyTorch) {
  size_t cases = 0;
  for (const char* kind : {"rotate", "alibi", "relative_scores", "sinusoid_grid"}) {
    for (const std::string& name : goldens_of_kind(kind)) {
      const GoldenJson golden = read_golden(name);
      EXPECT_EQ(first_difference(*run_alone(golden), golden["stages"]), "") << name;
      ++cases;
    }
  }
  EXPECT_EQ(cases, 6);
}

TEST(PositionsGolden, EveryStageOfTheLabAgreesWithPyTorch) {
  const auto names = goldens_of_kind("positions_lab");
  EXPECT_EQ(names.size(), 2);
  for (const std::string& name : names) {
    const GoldenJson golden = read_golden(name);
    EXPECT_EQ(first_difference(*run_lab(golden), golden["stages"]), "") << name;
  }
}

}  // namespace
}  // namespace engine
