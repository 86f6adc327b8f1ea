// One projection cut into slices and a projection per head give the same numbers.
#include "engine/attention/slices.h"

#include <gtest/gtest.h>

#include "tests/engine/traces.h"

namespace engine {
namespace {

std::vector<int> heads_of(const Trace& trace, const std::string& attention, const std::string& letter) {
  std::vector<int> heads;
  for (int head = 0;; ++head) {
    const auto found = trace.find(attention + ".head." + std::to_string(head) + "." + letter);
    if (!found) return heads;
    heads.push_back(*found);
  }
}

TEST(Slices, AgreeWithAProjectionPerHead) {
  const auto trace = run({"the", "cat", "sat", "down"}, seeded_config(48, 3, 16, 16));
  for (const char* letter : {"q", "k", "v"}) {
    const auto heads = heads_of(*trace, "encoder.0.self", letter);
    ASSERT_EQ(heads.size(), 3U);
    EXPECT_LE(largest_slice_difference(*trace, heads), 1e-6) << letter;
  }
}

TEST(Slices, AgreeWithBiasesAndOtherWidths) {
  const auto trace = cross_attention(nullptr);
  for (const char* letter : {"q", "k", "v"}) {
    EXPECT_LE(largest_slice_difference(*trace, heads_of(*trace, "decoder.0.cross", letter)), 1e-6) << letter;
  }
}

TEST(Slices, OfNoHeadDifferByNothing) {
  const auto trace = run({"the", "cat"}, seeded_config(32, 2, 16, 16));
  EXPECT_EQ(largest_slice_difference(*trace, {}), 0);
}

}  // namespace
}  // namespace engine
