// Constant weights are kept in the order in which products read them, and the products stay what they were.
#include "engine/core/kept_panels.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "engine/core/parallel.h"
#include "engine/core/parameter.h"
#include "engine/kernels/matrix_product.h"
#include "engine/kernels/panels.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

constexpr Index kRows = 130;
constexpr Index kDepth = 700;
constexpr Index kColumns = 425;  // the last panel is not full
const Index kPanel = panel_width();
const Index kPanels = panels_of(kColumns);
// After so many products each panel had its turn.
constexpr Index kProducts = KeptPanels::kTurns + 1;

Parameter constant(const Matrix& numbers) {
  return Parameter(std::make_shared<const Matrix>(numbers)).constant();
}

Matrix product_of(const Matrix& a, const Parameter& b) {
  Matrix out = Matrix::Constant(a.rows(), b.rows(), 99);
  multiply_transposed(whole(a), b, whole(out));
  return out;
}

Index filled(const KeptPanels& panels) {
  Index count = 0;
  for (Index panel = 0; panel < (panels.columns() + panels.width() - 1) / panels.width(); ++panel)
    count += panels.filled(panel) != nullptr ? 1 : 0;
  return count;
}

// Whether its rows or its columns are multiplied.
class KeptWeights : public testing::TestWithParam<bool> {
 protected:
  static Parameter drawn_weight() {
    return GetParam() ? constant(drawn(kColumns, kDepth, "b"))
                      : constant(drawn(kDepth, kColumns, "b")).transposed();
  }
};
INSTANTIATE_TEST_SUITE_P(ByRowsAndByColumns, KeptWeights, testing::Bool());

TEST_P(KeptWeights, GiveTheSameNumbersBeforeTheyAreKeptAndAfter) {
  const Matrix a = drawn(kRows, kDepth, "a");
  const Parameter b = drawn_weight();
  const Matrix first = product_of(a, b);
  EXPECT_EQ(filled(*b.kept(kPanel).panels), 0) << "one product may be the only one";
  for (Index i = 1; i < kProducts; ++i) EXPECT_TRUE(product_of(a, b) == first) << i;
  EXPECT_EQ(filled(*b.kept(kPanel).panels), kPanels);
  EXPECT_TRUE(product_of(a, b) == first);
  const Matrix other = drawn(kRows + 7, kDepth, "other");
  EXPECT_TRUE(product_of(other, b) == product_of(other, drawn_weight()));
}

// No product fills all: each takes about as long as before.
TEST_P(KeptWeights, AreKeptAFewPanelsAtATime) {
  const Matrix a = drawn(kRows, kDepth, "a");
  const Parameter b = drawn_weight();
  const KeptPanels& panels = *b.kept(kPanel).panels;
  Index before = 0;
  for (Index i = 0; i < kProducts; ++i) {
    product_of(a, b);
    EXPECT_LE(filled(panels) - before, kPanels / KeptPanels::kTurns + 1) << i;
    before = filled(panels);
  }
  EXPECT_EQ(before, kPanels);
}

TEST_P(KeptWeights, AreReadByTheirPartsToo) {
  const Matrix a = drawn(kRows, kDepth, "a");
  const Parameter b = drawn_weight();
  const Matrix all = product_of(a, b);
  for (Index i = 1; i < kProducts; ++i) product_of(a, b);
  for (const auto& [row, rows] : std::vector<std::pair<Index, Index>>{{0, kPanel},
                                                                      {kPanel, 3 * kPanel},
                                                                      {2 * kPanel, kColumns - 2 * kPanel},
                                                                      {5, 2 * kPanel},
                                                                      {kPanel, 40}}) {
    const Parameter part = b.middle_rows(row, rows);
    EXPECT_EQ(part.kept(kPanel).panels != nullptr,
              row % kPanel == 0 && (rows % kPanel == 0 || row + rows == kColumns))
        << row << " " << rows;
    EXPECT_LE((product_of(a, part) - all.middleCols(row, rows)).cwiseAbs().maxCoeff(), 1e-4)
        << row << " " << rows;
  }
  const Parameter shallow = b.block(0, 0, kColumns, kDepth - 1);
  EXPECT_EQ(shallow.kept(kPanel).panels, nullptr);
  EXPECT_LE((product_of(a.leftCols(kDepth - 1), shallow) - all +
             a.col(kDepth - 1) * b.matrix().col(kDepth - 1).transpose())
                .cwiseAbs()
                .maxCoeff(),
            1e-4);
}

// The half-filled panel of a product that was stopped is not taken for a filled one.
TEST_P(KeptWeights, AreWholeAlsoWhereAProductWasStopped) {
  for (const Index rows : {kRows, Index{20}}) {
    const Matrix a = drawn(rows, kDepth, "a");
    const Parameter b = drawn_weight();
    const Matrix expected = product_of(a, b);
    std::stop_source stop;
    stop.request_stop();
    for (Index i = 0; i < kProducts; ++i) {
      const Stoppable stoppable(stop.get_token());
      product_of(a, b);
    }
    EXPECT_EQ(filled(*b.kept(kPanel).panels), 0) << rows;
    for (Index i = 0; i < 2 * kProducts; ++i) EXPECT_TRUE(product_of(a, b) == expected) << rows << " " << i;
    EXPECT_EQ(filled(*b.kept(kPanel).panels), kPanels) << rows;
  }
}

TEST_P(KeptWeights, AreFilledByOneOfTheProductsAtOnce) {
  const Matrix a = drawn(kRows, kDepth, "a");
  const Parameter b = drawn_weight();
  const Matrix expected = product_of(a, b);
  std::vector<Index> wrong(4, 0);
  {
    std::vector<std::jthread> threads;
    for (Index& own : wrong)
      threads.emplace_back([&] {
        const Serial serial;
        for (Index i = 0; i < kProducts; ++i) own += product_of(a, b) == expected ? 0 : 1;
      });
  }
  EXPECT_EQ(wrong, std::vector<Index>(4, 0));
  EXPECT_EQ(filled(*b.kept(kPanel).panels), kPanels);
}

// In 16 bits, as many checkpoints are: what is kept is converted already.
TEST(KeptWeights, OfSixteenBitsAreKeptConverted) {
  const Matrix numbers = drawn(kColumns, kDepth, "b");
  auto halves = std::make_shared<std::vector<uint16_t>>();
  for (const float number : numbers.reshaped<Eigen::RowMajor>())
    halves->push_back(static_cast<uint16_t>(Eigen::numext::bit_cast<uint32_t>(number) >> 16U));
  const Parameter b = Parameter(halves, halves->data(), Precision::kBfloat16, kColumns, kDepth).constant();
  const Matrix a = drawn(kRows, kDepth, "a");
  const Matrix first = product_of(a, b);
  for (Index i = 0; i < kProducts; ++i) EXPECT_TRUE(product_of(a, b) == first) << i;
  EXPECT_EQ(filled(*b.kept(kPanel).panels), kPanels);
}

TEST(KeptWeights, AreNotKeptWhereTheyAreFewOrMayChange) {
  EXPECT_EQ(constant(drawn(40, 50, "b")).kept(kPanel).panels, nullptr);
  const Parameter changing(std::make_shared<const Matrix>(drawn(kColumns, kDepth, "b")));
  EXPECT_FALSE(changing.is_constant());
  EXPECT_EQ(changing.kept(kPanel).panels, nullptr);
}

// A sentence of a few words reads them packed, too, as soon as all are.
TEST_P(KeptWeights, AreKeptByProductsOfFewRows) {
  for (const Index rows : {Index{kernels::product_kernels().tile_rows}, Index{20}, Index{95}}) {
    const Matrix a = drawn(rows, kDepth, "a");
    const Parameter b = drawn_weight();
    const Matrix first = product_of(a, b);
    EXPECT_EQ(filled(*b.kept(kPanel).panels), 0) << rows;
    for (Index i = 1; i < kProducts; ++i) EXPECT_TRUE(product_of(a, b) == first) << rows << " " << i;
    EXPECT_EQ(filled(*b.kept(kPanel).panels), kPanels) << rows;
    EXPECT_TRUE(product_of(a, b) == first) << rows;
    EXPECT_LE((first - a * b.matrix().transpose()).cwiseAbs().maxCoeff(), 1e-3f) << rows;
  }
}

// One row, as when the next word is computed: columns are kept; rows are read in place, no slower.
TEST_P(KeptWeights, OfOneRowGiveTheSameNumbers) {
  const Matrix a = drawn(1, kDepth, "a");
  const Parameter b = drawn_weight();
  const Matrix first = product_of(a, b);
  for (Index i = 1; i < kProducts; ++i) EXPECT_TRUE(product_of(a, b) == first) << i;
  EXPECT_EQ(filled(*b.kept(kPanel).panels), GetParam() ? 0 : kPanels);
  EXPECT_TRUE(product_of(a, b) == first);
}

// Reads the first panel until it has had its turn; whether there was room for it.
bool can_keep(KeptPanels& panels) {
  for (Index i = 0; i < 1 + KeptPanels::kTurns; ++i) {
    if (panels.claim(0) == nullptr) continue;
    panels.finish(0, true);
    return true;
  }
  return false;
}

TEST(KeptPanels, TakeNoMoreMemoryThanTheyMayAndGiveItBack) {
  ASSERT_GT(KeptPanels::most_bytes(), size_t{1} << 20);
  // Nothing is touched, and so nothing is taken from the machine.
  const auto most = static_cast<Index>(KeptPanels::most_bytes() / sizeof(float));
  const Index depth = most / kPanel;
  {
    KeptPanels large(depth - 1, kPanel, kPanel);
    EXPECT_TRUE(can_keep(large));
    KeptPanels more(2 * kPanel, kPanel, kPanel);
    EXPECT_FALSE(can_keep(more));
    EXPECT_EQ(more.filled(0), nullptr);
  }
  KeptPanels after(depth - 1, kPanel, kPanel);
  EXPECT_TRUE(can_keep(after));
  KeptPanels too_large(depth + 1, kPanel, kPanel);
  EXPECT_FALSE(can_keep(too_large));
}

}  // namespace
}  // namespace engine
