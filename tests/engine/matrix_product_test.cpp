// Products agree with plain sums in double, whatever the shapes and strides.
#include "engine/kernels/matrix_product.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "engine/ops/efficient.h"
#include "tests/engine/traces.h"

namespace engine {
namespace {

// Largest difference, as a part of the largest sum of magnitudes.
double product_difference(const Matrix& ours, const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  const Eigen::MatrixXd expected = a * b;
  const double magnitude = (a.cwiseAbs() * b.cwiseAbs()).maxCoeff();
  return (ours.cast<double>() - expected).cwiseAbs().maxCoeff() / magnitude;
}

TEST(MatrixProduct, AgreesWithPlainSumsAtEveryShape) {
  for (const Index m : {1, 2, 3, 4, 5, 6, 11, 12, 13, 16, 29}) {
    for (const Index n : {1, 7, 8, 12, 16, 31, 32, 33, 48, 70}) {
      for (const Index k : {1, 2, 15, 16, 33}) {
        const Matrix a = drawn(m, k, "a");
        const Matrix rows = drawn(n, k, "b");
        const Matrix columns = rows.transpose();
        Matrix out = Matrix::Constant(m, n, 99);
        multiply_transposed(whole(a), whole(rows), whole(out));
        EXPECT_LE(product_difference(out, a.cast<double>(), columns.cast<double>()), 1e-6) << m << n << k;
        out.setConstant(99);
        multiply(whole(a), whole(columns), whole(out));
        EXPECT_LE(product_difference(out, a.cast<double>(), columns.cast<double>()), 1e-6) << m << n << k;
        out.setConstant(99);
        const Matrix across = a.transpose();
        multiply_across(whole(across), whole(columns), whole(out));
        EXPECT_LE(product_difference(out, a.cast<double>(), columns.cast<double>()), 1e-6) << m << n << k;
      }
    }
  }
}

// Few rows are multiplied in place, many by packed panels; both in rectangles of some width and depth.
TEST(MatrixProduct, AgreesWhereBlocksMeet) {
  for (const Index m : {1, 5, 6, 12, 31, 32, 95, 96, 191, 250}) {
    for (const Index n : {5, 255, 257, 300}) {
      for (const Index k : {0, 256, 257, 600, 1030}) {
        const Matrix a = drawn(m, k, "a");
        const Matrix rows = drawn(n, k, "b");
        const Matrix columns = rows.transpose();
        Matrix expected = Matrix::Zero(m, n);
        if (k > 0) expected.noalias() = a * columns;
        const float allowed = 1e-5F * static_cast<float>(k);
        Matrix out = Matrix::Constant(m, n, 99);
        multiply_transposed(whole(a), whole(rows), whole(out));
        EXPECT_LE((out - expected).cwiseAbs().maxCoeff(), allowed) << m << " " << n << " " << k;
        out.setConstant(99);
        multiply(whole(a), whole(columns), whole(out));
        EXPECT_LE((out - expected).cwiseAbs().maxCoeff(), allowed) << m << " " << n << " " << k;
        out.setConstant(99);
        const Matrix across = a.transpose();
        multiply_across(whole(across), whole(columns), whole(out));
        EXPECT_LE((out - expected).cwiseAbs().maxCoeff(), allowed) << m << " " << n << " " << k;
      }
    }
  }
}

// However a product is made, of few rows or many, in one piece or in several, every number gets its bias
// once.
TEST(MatrixProduct, AddsABiasToEveryRow) {
  for (const Index m : {1, 7, 13, 31, 32, 96, 250}) {
    for (const Index n : {5, 257, 600}) {
      for (const Index k : {0, 64, 257, 1030}) {
        const Matrix a = drawn(m, k, "a");
        const Matrix rows = drawn(n, k, "b");
        const Matrix bias = drawn(1, n, "bias");
        const ConstView added = whole(bias);
        Matrix plain = Matrix::Zero(m, n);
        multiply_transposed(whole(a), whole(rows), whole(plain));
        const Matrix expected = plain.rowwise() + bias.row(0);
        Matrix out = Matrix::Constant(m, n, 99);
        multiply_transposed(whole(a), whole(rows), whole(out), &added);
        EXPECT_EQ((out - expected).cwiseAbs().maxCoeff(), 0) << m << " " << n << " " << k;
        if (k == 0) continue;
        // The same numbers, but lying as columns, are multiplied in another way.
        const Parameter columns(std::make_shared<const Matrix>(rows.transpose()));
        out.setConstant(99);
        multiply_transposed(whole(a), columns.transposed(), whole(out), &added);
        EXPECT_LE((out - expected).cwiseAbs().maxCoeff(), 1e-5F * static_cast<float>(k))
            << m << " " << n << " " << k;
      }
    }
  }
}

TEST(MatrixProduct, ReadsAndWritesOnlyItsRectangles) {
  const Matrix a = drawn(9, 50, "a");
  const Matrix b = drawn(60, 50, "b");
  Matrix out = Matrix::Constant(11, 60, 99);
  const ConstView left(a.data() + 3, 9, 17, Eigen::OuterStride<>(50));
  const ConstView right(b.data() + 2 * 50 + 5, 40, 17, Eigen::OuterStride<>(50));
  multiply_transposed(left, right, View(out.data() + 60 + 4, 9, 40, Eigen::OuterStride<>(60)));
  const Eigen::MatrixXd expected =
      a.middleCols(3, 17).cast<double>() * b.block(2, 5, 40, 17).cast<double>().transpose();
  EXPECT_LE((out.block(1, 4, 9, 40).cast<double>() - expected).cwiseAbs().maxCoeff(), 1e-5);
  out.block(1, 4, 9, 40).setConstant(99);
  EXPECT_TRUE((out.array() == 99).all());
}

TEST(MatrixProduct, LongSumsStayExactEnough) {
  const Matrix a = drawn(5, 8192, "a");
  const Matrix b = drawn(3, 8192, "b");
  Matrix out(5, 3);
  multiply_transposed(whole(a), whole(b), whole(out));
  EXPECT_LE(product_difference(out, a.cast<double>(), b.transpose().cast<double>()), 1e-6);
}

// As gradients of one cell are: zeros around a few numbers, or nothing but zeros.
TEST(MatrixProduct, OfMatricesWithZerosAroundIsTheWholeProduct) {
  const auto rows = std::make_shared<const Matrix>(drawn(35, 40, "b"));
  const Matrix columns = rows->transpose();
  const OperationPtr by_weight = product(Parameter(rows).transposed());
  for (const Block& kept : {Block{0, 0, 0, 0}, Block{13, 39, 1, 1}, Block{0, 0, 1, 1}, Block{5, 0, 2, 40},
                            Block{0, 9, 14, 3}, Block{3, 7, 9, 30}, Block{0, 0, 14, 40}}) {
    Matrix a = Matrix::Zero(14, 40);
    a.block(kept.row, kept.column, kept.rows, kept.columns) = drawn(kept.rows, kept.columns, "a");
    if (kept.rows > 2 && kept.columns > 2) a(kept.row, kept.column) = 0;  // a corner alone
    const Eigen::MatrixXd expected = a.cast<double>() * columns.cast<double>();
    for (const OperationPtr& operation : {product(), by_weight}) {
      Matrix out = Matrix::Constant(14, 35, 99);
      operation->forward(std::vector<ConstView>{whole(std::as_const(a)), whole(columns)}, whole(out));
      EXPECT_LE((out.cast<double>() - expected).cwiseAbs().maxCoeff(), 1e-5)
          << kept.row << " " << kept.column << " " << kept.rows << " " << kept.columns;
    }
  }
}

}  // namespace
}  // namespace engine
