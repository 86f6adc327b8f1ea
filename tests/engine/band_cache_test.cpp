// Rows that are read again and again are kept, those that nobody reads any more make room.
#include "engine/core/band_cache.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

constexpr size_t kBand = 16 * sizeof(float);  // bytes

std::shared_ptr<const Matrix> band(float value = 0) {
  return std::make_shared<const Matrix>(Matrix::Constant(4, 4, value));
}

BandCache::Key key(Index band) {
  return {1, 0, band};
}

TEST(BandCache, TheOneNotReadForLongestMakesRoom) {
  BandCache cache(3 * kBand);
  for (const Index i : {0, 1, 2}) cache.keep(key(i), band());
  EXPECT_NE(cache.find(key(0)), nullptr);
  cache.keep(key(3), band());
  EXPECT_EQ(cache.find(key(1)), nullptr);
  for (const Index i : {0, 2, 3}) EXPECT_NE(cache.find(key(i)), nullptr) << i;
}

TEST(BandCache, HoldsAsManyBytesAsItMay) {
  BandCache cache(2 * kBand);
  for (const Index i : {0, 1, 2, 3}) cache.keep(key(i), band());
  EXPECT_EQ(cache.bytes(), 2 * kBand);
  cache.set_limit(kBand);
  EXPECT_EQ(cache.bytes(), kBand);
  EXPECT_EQ(cache.find(key(2)), nullptr);
  EXPECT_NE(cache.find(key(3)), nullptr);
}

TEST(BandCache, OneThatIsTooLargeIsNotKeptAndDropsNone) {
  BandCache cache(kBand);
  cache.keep(key(0), band());
  cache.keep(key(1), std::make_shared<const Matrix>(Matrix::Zero(5, 4)));
  EXPECT_EQ(cache.find(key(1)), nullptr);
  EXPECT_NE(cache.find(key(0)), nullptr);
}

TEST(BandCache, TheFirstOfAKeyStays) {
  BandCache cache(4 * kBand);
  cache.keep(key(0), band(1));
  cache.keep(key(0), band(2));
  EXPECT_EQ((*cache.find(key(0)))(0, 0), 1);
  EXPECT_EQ(cache.bytes(), kBand);
}

TEST(BandCache, KeepsASummaryOfEachStageOfEachTrace) {
  BandCache cache;
  cache.keep_summary(1, 5, {-1, 2, 7, 0});
  EXPECT_EQ(cache.summary(1, 5)->largest, 2);
  EXPECT_FALSE(cache.summary(1, 6).has_value());
  EXPECT_FALSE(cache.summary(2, 5).has_value());
}

}  // namespace
}  // namespace engine
