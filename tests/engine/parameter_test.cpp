// parameter_test.cpp: numbers of 16 and 32 bits, read where they lie.
#include "engine/core/parameter.h"

#include <gtest/gtest.h>

#include <cstring>

#include "engine/kernels/matrix_product.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

// The numbers as a file has them, one byte off every alignment.
Parameter in_file(const Matrix& numbers, Precision precision) {
  auto bytes = std::make_shared<std::vector<std::byte>>(static_cast<size_t>(numbers.size()) * 8 + 1);
  std::byte* to = bytes->data() + 1;
  for (Index i = 0; i < numbers.size(); ++i) {
    const float number = numbers.data()[i];
    if (precision == Precision::kFloat64) {
      const double wide = number;
      std::memcpy(to + 8 * i, &wide, 8);
      continue;
    }
    if (precision == Precision::kFloat32) {
      std::memcpy(to + 4 * i, &number, 4);
      continue;
    }
    uint16_t half = static_cast<uint16_t>(Eigen::numext::bit_cast<uint32_t>(number) >> 16U);
    if (precision == Precision::kFloat16) half = Eigen::numext::bit_cast<uint16_t>(Eigen::half(number));
    std::memcpy(to + 2 * i, &half, 2);
  }
  return {bytes, to, precision, numbers.rows(), numbers.cols()};
}

// Numbers that all kinds hold exactly.
Matrix round_numbers(Index rows, Index columns) {
  return (drawn(rows, columns, "round") * 64).array().round() / 32;
}

TEST(Parameter, EveryPrecisionReadsTheSameNumbers) {
  const Matrix numbers = round_numbers(7, 5);
  for (const Precision precision :
       {Precision::kFloat64, Precision::kFloat32, Precision::kFloat16, Precision::kBfloat16}) {
    const Parameter parameter = in_file(numbers, precision);
    EXPECT_EQ(parameter.matrix(), numbers);
    EXPECT_EQ(parameter.transposed().matrix(), numbers.transpose());
    EXPECT_EQ(parameter.block(2, 1, 3, 4).matrix(), numbers.block(2, 1, 3, 4));
    EXPECT_EQ(parameter.transposed().block(1, 2, 4, 3).matrix(), numbers.transpose().block(1, 2, 4, 3));
    EXPECT_EQ(parameter.at(6, 4), numbers(6, 4));
    EXPECT_FALSE(parameter.is_direct());
  }
}

TEST(Parameter, AMatrixInMemoryIsReadInPlace) {
  const auto numbers = std::make_shared<const Matrix>(drawn(4, 6, "numbers"));
  const Parameter part = Parameter(numbers).block(1, 2, 3, 4);
  EXPECT_TRUE(part.is_direct());
  EXPECT_EQ(part.view().data(), numbers->data() + 8);
  EXPECT_EQ(part.row(), 1);
  EXPECT_EQ(part.column(), 2);
  EXPECT_FALSE(Parameter());
  EXPECT_FALSE(Parameter(std::shared_ptr<const Matrix>()));
}

TEST(Parameter, SubnormalsAndInfinitiesOfAHalfAreKept) {
  const std::vector<uint16_t> halves = {0x0001, 0x8001, 0x7C00, 0xFC00, 0x7E00, 0x3C00};
  const Parameter row(nullptr, halves.data(), Precision::kFloat16, 1, 6);
  EXPECT_EQ(row.at(0, 0), std::ldexp(1.0f, -24));
  EXPECT_EQ(row.at(0, 1), -std::ldexp(1.0f, -24));
  EXPECT_EQ(row.at(0, 2), kInfinity);
  EXPECT_EQ(row.at(0, 3), -kInfinity);
  EXPECT_TRUE(std::isnan(row.at(0, 4)));
  EXPECT_EQ(row.at(0, 5), 1);
}

TEST(Parameter, AProductDoesNotDependOnHowItsWeightLies) {
  for (const Index rows : {1, 3, 5, 40}) {
    const Matrix a = round_numbers(rows, 33);
    const Matrix b = round_numbers(70, 33);
    Matrix expected(rows, 70);
    multiply_transposed(whole(a), whole(b), whole(expected));
    for (const Precision precision :
         {Precision::kFloat64, Precision::kFloat32, Precision::kFloat16, Precision::kBfloat16}) {
      Matrix made(rows, 70);
      multiply_transposed(whole(a), in_file(b, precision), whole(made));
      EXPECT_LE((made - expected).cwiseAbs().maxCoeff(), 1e-4) << rows;
      multiply_transposed(whole(a), in_file(b.transpose(), precision).transposed(), whole(made));
      EXPECT_LE((made - expected).cwiseAbs().maxCoeff(), 1e-4) << rows;
    }
  }
}

}  // namespace
}  // namespace engine
