// number_text_test.cpp: how numbers are written, for readers and for files.
#include "engine/core/number_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace {

constexpr double kBeyond = std::numeric_limits<double>::infinity();

TEST(NumberText, ReadersSeeATrueMinusSignAndNoSignBeforeZero) {
  EXPECT_EQ(engine::fixed_number(-3.031, 2), "−3.03");
  EXPECT_EQ(engine::fixed_number(-0.001, 2), "0.00");
  EXPECT_EQ(engine::number_markup(-0.001, 2), "0");
  EXPECT_EQ(engine::number_markup(-2.50, 2), "−2.5");
  EXPECT_EQ(engine::number_markup(1200, 2), "1200");
  EXPECT_EQ(engine::short_number(-0.25), "−0.25");
  EXPECT_EQ(engine::scientific_number(-1'234'567), "−1.2e6");
  EXPECT_EQ(engine::scientific_number(1e-7), "1.0e-7");
}

TEST(NumberText, ReadersSeeInfinityAndWhatIsNoNumber) {
  for (const auto write : {+[](double value) { return engine::fixed_number(value, 2); },
                           +[](double value) { return engine::number_markup(value); }, &engine::short_number,
                           &engine::scientific_number, &engine::difference_number}) {
    EXPECT_EQ(write(kBeyond), "∞");
    EXPECT_EQ(write(-kBeyond), "−∞");
    EXPECT_EQ(write(std::nan("")), "NaN");
  }
}

TEST(NumberText, AShortNumberHasAboutThreeSignificantDigits) {
  EXPECT_EQ(engine::short_number(128.4), "128");
  EXPECT_EQ(engine::short_number(69.61), "69.6");
  EXPECT_EQ(engine::short_number(9.994), "9.99");
  EXPECT_EQ(engine::short_number(9.996), "10");
  EXPECT_EQ(engine::short_number(0.01234), "0.0123");
}

TEST(NumberText, ADifferenceThatIsNotZeroNeverReadsAsZero) {
  EXPECT_EQ(engine::difference_number(0), "0");
  EXPECT_EQ(engine::difference_number(0.1234), "0.123");
  EXPECT_EQ(engine::difference_number(7.9e-7), "7.9 × 10⁻⁷");
  EXPECT_EQ(engine::difference_number(-4e-12), "−4.0 × 10⁻¹²");
}

TEST(NumberText, FilesGetNumbersAsCWritesThem) {
  EXPECT_EQ(engine::significant_digits(1.0 / 3), "0.333333");
  EXPECT_EQ(engine::significant_digits(1e6), "1e+06");
  EXPECT_EQ(engine::significant_digits(0.00012345, 3), "0.000123");
  EXPECT_EQ(engine::significant_digits(-kBeyond, 3), "-inf");
  EXPECT_EQ(engine::significant_digits(0), "0");
  EXPECT_EQ(engine::fixed_digits(-0.125, 2), "-0.12");
  EXPECT_EQ(engine::fixed_digits(1e20, 0), "100000000000000000000");
}

TEST(NumberText, TheShortestDigitsReadBackToTheSameFloat) {
  EXPECT_EQ(engine::shortest_digits(0.1f), "0.1");
  EXPECT_EQ(engine::shortest_digits(100000.0f), "1e+05");
  EXPECT_EQ(engine::shortest_digits(-std::numeric_limits<float>::infinity()), "-inf");
  for (const float value : {1.0f / 3, 16777216.0f, 1.2e-38f, 3.4028235e38f})
    EXPECT_EQ(std::stof(engine::shortest_digits(value)), value) << value;
}

}  // namespace
