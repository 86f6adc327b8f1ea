// How a mask hides matters only where a row sees nothing.
#include "engine/analysis/mask_conventions.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/engine/traces.h"

namespace engine {
namespace {

const std::vector<std::string> kLetters = {"a", "b", "c", "d", "e", "f"};
constexpr std::array<MaskConvention, 4> kAll = {{{false, false}, {false, true}, {true, false}, {true, true}}};

Config masked(const MaskConvention& convention) {
  Config config = seeded_config(8, 2, 4, 4);
  config.causal = true;
  config.mask_finite = convention.finite;
  config.mask_in_place = convention.in_place;
  return config;
}

ConventionCheck check_of(const Config& config) {
  const auto trace = run(kLetters, config);
  return compare_conventions(*trace, stage_index(*trace, head_address(1, "weights")),
                             {config.mask_finite, config.mask_in_place});
}

TEST(MaskConventions, AgreeWhereEveryRowSeesAKey) {
  for (const MaskConvention& convention : kAll) {
    const ConventionCheck check = check_of(masked(convention));
    EXPECT_EQ(check.hidden, 15);
    EXPECT_TRUE(check.fully_masked_rows.empty());
    EXPECT_LE(check.largest, 1e-6);
    EXPECT_EQ(check.largest_seeing, check.largest);
  }
}

// A row that sees nothing: zeros by -inf, even weights by -1e9.
TEST(MaskConventions, DifferByAnEvenWeightInARowThatSeesNothing) {
  for (const MaskConvention& convention : kAll) {
    Config config = masked(convention);
    config.painted = {{"encoder.0.self", {{2, 0, 1, 6, kHide}}}};
    const ConventionCheck check = check_of(config);
    EXPECT_EQ(check.fully_masked_rows, (std::vector<Index>{2}));
    EXPECT_NEAR(check.largest, 1.0 / 6, 1e-6);
    EXPECT_LE(check.largest_seeing, 1e-6);
    for (const ConventionDifference& other : check.others) {
      const bool same_number = other.convention.finite == convention.finite;
      EXPECT_NEAR(other.largest, same_number ? 0 : 1.0 / 6, 1e-6);
      EXPECT_TRUE(same_number || other.row == 2);
    }
  }
}

TEST(MaskConventions, AreOneWhereNothingIsHidden) {
  Config config = seeded_config(8, 2, 4, 4);
  config.painted = {{"encoder.0.self", {{2, 0, 1, 3, -2}}}};
  const ConventionCheck check = check_of(config);
  EXPECT_EQ(check.hidden, 0);
  EXPECT_EQ(check.largest, 0);
}

// What is compared with is what the run computed.
TEST(MaskConventions, BeginFromTheWeightsOfTheRun) {
  for (const MaskConvention& convention : kAll) {
    Config config = masked(convention);
    config.painted = {{"encoder.0.self.head.1", {{0, 0, 1, 6, kHide}, {3, 1, 1, 1, -2}}}};
    const ConventionCheck check = check_of(config);
    for (const ConventionDifference& other : check.others) {
      Config changed = config;
      changed.mask_finite = other.convention.finite;
      changed.mask_in_place = other.convention.in_place;
      const Matrix one = numbers_of(*run(kLetters, config), head_address(1, "weights"));
      const Matrix two = numbers_of(*run(kLetters, changed), head_address(1, "weights"));
      EXPECT_EQ(static_cast<double>((one - two).cwiseAbs().maxCoeff()), other.largest);
    }
  }
}

}  // namespace
}  // namespace engine
