// The numbers beside a colour bar.
#include <gtest/gtest.h>

#include "app/views/stage/matrix_view.h"

namespace views {
namespace {

TEST(ColourBar, NumbersNeverStandOnEachOther) {
  constexpr float kLine = 20;
  const look::ColourScale scale{look::ColourMap::kSignedLight, -5, 5};
  for (float height = 4; height < 200; height += 1) {
    const std::vector<ColourMark> marks = colour_marks(scale, height, kLine);
    ASSERT_FALSE(marks.empty());
    EXPECT_EQ(marks.front().value, 5);
    for (size_t i = 1; i < marks.size(); ++i)
      EXPECT_GE(marks[i].centre - marks[i - 1].centre, kLine) << height;
  }
}

TEST(ColourBar, NamesBothEndsAndTheMiddleOfASignedScaleWhereThereIsRoom) {
  const auto values = [](look::ColourMap map, float height) {
    std::vector<float> found;
    for (const ColourMark& mark : colour_marks({map, -4, 8}, height, 20)) found.push_back(mark.value);
    return found;
  };
  EXPECT_EQ(values(look::ColourMap::kSignedLight, 100), (std::vector<float>{8, 2, -4}));
  EXPECT_EQ(values(look::ColourMap::kSignedLight, 40), (std::vector<float>{8, -4}));
  EXPECT_EQ(values(look::ColourMap::kViridis, 100), (std::vector<float>{8, -4}));
}

}  // namespace
}  // namespace views
