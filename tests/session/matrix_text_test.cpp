// A matrix can be typed or pasted in the ways that people have it.
#include "app/session/matrix_text.h"

#include <gtest/gtest.h>

#include "app/document/document_line.h"
#include "app/session/examples.h"
#include "app/session/worked_example.h"

namespace app {
namespace {

using engine::Matrix;

Matrix square(float a, float b, float c, float d) {
  Matrix matrix(2, 2);
  matrix << a, b, c, d;
  return matrix;
}

class Written : public testing::TestWithParam<const char*> {};

TEST_P(Written, IsTheSameMatrix) {
  const auto matrix = matrix_from_text(GetParam());
  ASSERT_TRUE(matrix.ok()) << matrix.error().key;
  EXPECT_EQ(*matrix, square(1, -1, 0, 0.5F)) << *matrix;
}

INSTANTIATE_TEST_SUITE_P(
    MatrixText, Written,
    testing::Values("1 -1\n0 0.5", "1, -1; 0, .5", "[[1, -1], [0, 0.5]]", "[1 -1; 0 1/2]",
                    "1\t−1\r\n0\t5e-1\r\n", "[[ 1.  -1. ]\n [ 0.   0.5]]",
                    "array([[ 1. , -1. ],\n       [ 0. ,  0.5]], dtype=float32)",
                    "Q = np.array([[1, -1],\n [0,\n 0.5]])",
                    "tensor([[ 1.0000, -1.0000],\n        [ 0.0000,  0.5000]], grad_fn=<MmBackward0>)",
                    "\\begin{bmatrix} 1 & -1 \\\\ 0 & 0.5 \\end{bmatrix}",
                    "$Q = \\left[\\begin{array}{cc} 1 & -1 \\\\ 0 & \n 0.5 \\\\ \\end{array}\\right]$",
                    "((1, -1), (0, 0.5))", "[1, -1]\n[0, 0.5]", "\n\n1 -1\n\n0 +0.5\n\n", "1，−1；0，0.5",
                    "1 −1\r0 0.5", "1\u00A0−1\n0\u00A00.5", "1\u30001-2\n0\u30002^-1"));

TEST(MatrixText, OneListIsOneRow) {
  const auto row = matrix_from_text("q = [1, 1, 0, 1]");
  ASSERT_TRUE(row.ok());
  EXPECT_EQ(row->rows(), 1);
  EXPECT_EQ(row->cols(), 4);
}

TEST(MatrixText, WhatItWritesItReads) {
  Matrix matrix(2, 3);
  matrix << 0.1F, -3, 1e-7F, 123456, 1.0F / 3, 0;
  const auto read = matrix_from_text(matrix_to_text(matrix), 2, 3);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, matrix);
}

struct Refused {
  const char* text;
  const char* key;
};

TEST(MatrixText, SaysWhatIsWrong) {
  for (const Refused& refused : {Refused{"", "error.matrix_empty"},
                                 {" [ ] ", "error.matrix_empty"},
                                 {"1 2\n3", "error.matrix_ragged"},
                                 {"1 two", "error.matrix_number"},
                                 {"1 nan", "error.matrix_number"},
                                 {"1 inf", "error.matrix_number"},
                                 {"1/0", "error.matrix_number"},
                                 {"1 ... 2", "error.matrix_number"},
                                 {"1e7", "error.matrix_value"},
                                 {"[[[1]], [[2]]]", "error.matrix_deep"}}) {
    const auto matrix = matrix_from_text(refused.text);
    ASSERT_FALSE(matrix.ok()) << refused.text;
    EXPECT_EQ(matrix.error().key, refused.key) << refused.text;
  }
  const auto ragged = matrix_from_text("1 2 3 4\n1 2 3");
  EXPECT_EQ(ragged.error().arguments, (std::vector<std::pair<std::string, std::string>>{
                                          {"row", "2"}, {"count", "3"}, {"expected", "4"}}));
  EXPECT_EQ(matrix_from_text("1 2", 2, 2).error().key, "error.matrix_shape");
  EXPECT_EQ(matrix_from_text(std::string(200'000, '1')).error().key, "error.matrix_number");
}

TEST(MatrixText, ReadsHostileTextWithoutHarm) {
  std::string brackets(100'000, '[');
  EXPECT_FALSE(matrix_from_text(brackets).ok());
  std::string many;
  for (int i = 0; i < 70'000; ++i) many += "1 ";
  EXPECT_EQ(matrix_from_text(many).error().key, "error.matrix_large");
  EXPECT_FALSE(matrix_from_text("\\begin{").ok());
  EXPECT_FALSE(matrix_from_text("array(").ok());
  EXPECT_FALSE(matrix_from_text("=").ok());
}

// Read in one walk: were each mark to move what follows it, this would take an hour.
TEST(MatrixText, ReadsMegabytesOfMarksInOneWalk) {
  constexpr size_t kMarks = 8'000'000;
  for (const std::string mark : {"\\\\", "−", "\\begin{a}", "$"}) {
    std::string text;
    for (size_t i = 0; i < kMarks / mark.size(); ++i) text += mark;
    EXPECT_FALSE(matrix_from_text(text).ok()) << mark;
  }
  std::string rows;
  for (size_t i = 0; i < kMarks; ++i) rows += "1;";
  EXPECT_EQ(matrix_from_text(rows).error().key, "error.matrix_large");
}

TEST(MatrixText, OneNumberCanBeTyped) {
  EXPECT_EQ(*number_from_text(" −1.5 "), -1.5);
  EXPECT_EQ(*number_from_text("1/4"), 0.25);
  for (const char* bad : {"", "1 2", "x", "1e9"}) EXPECT_FALSE(number_from_text(bad).ok()) << bad;
}

float at(const engine::Trace& trace, const std::string& address, engine::Index row, engine::Index column) {
  return trace.at(trace.find(address).value(), row, column);
}

TEST(WorkedExample, CutsTheNotesQueryIntoItsHeads) {
  const auto made = worked_document({"[1, 1, 0, 1]", "[1, 0, 2, 3]", "", 2}, {});
  ASSERT_TRUE(made.ok()) << made.error().key;
  const auto trace = make_trace(*made);
  ASSERT_TRUE(trace.ok()) << trace.error().key;
  const std::string head = "encoder.0.self.head.";
  EXPECT_EQ((*trace)->read_row(*(*trace)->find(head + "0.q"), 0), (Matrix(1, 2) << 1, 1).finished());
  EXPECT_EQ((*trace)->read_row(*(*trace)->find(head + "1.q"), 0), (Matrix(1, 2) << 0, 1).finished());
  EXPECT_EQ(at(**trace, head + "0.scores", 0, 0), 1);
  EXPECT_EQ(at(**trace, head + "1.scores", 0, 0), 3);
}

TEST(WorkedExample, NamesTokensWhereTheTextHasAnotherNumber) {
  Document now;
  now.text = "我 你 他";
  const auto kept = worked_document({"1 0\n0 1\n1 1", "1 0\n0 1\n1 1", "1\n2\n3", 1}, now);
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ(kept->text, now.text);
  EXPECT_EQ(kept->config.d_v, 1);
  const auto named = worked_document({"1 0\n0 1", "1 0\n0 1", "", 1}, now);
  ASSERT_TRUE(named.ok());
  EXPECT_EQ(named->text, "x1 x2");
}

TEST(WorkedExample, OneQueryReadsManyKeysAcross) {
  const auto made = worked_document({"1 2", "1 0\n0 1\n1 1", "1 0\n0 1\n5 5", 1}, {});
  ASSERT_TRUE(made.ok()) << made.error().key;
  const auto trace = make_trace(*made);
  ASSERT_TRUE(trace.ok()) << trace.error().key;
  const std::string scores = "decoder.0.cross.head.0.scores";
  EXPECT_EQ((*trace)->stage(*(*trace)->find(scores)).rows, 1);
  EXPECT_EQ((*trace)->read_row(*(*trace)->find(scores), 0), (Matrix(1, 3) << 1, 2, 3).finished());
  EXPECT_EQ(*from_line(to_line(*made)), *made);
}

TEST(WorkedExample, SaysWhatDoesNotFit) {
  const auto key = [](const WorkedExample& typed) { return worked_document(typed, {}).error().key; };
  EXPECT_EQ(key({"1 2 3", "1 2 3", "", 2}), "error.worked_heads");
  EXPECT_EQ(key({"1 2", "1 2 3 4", "", 2}), "error.worked_columns");
  EXPECT_EQ(key({"1 2", "1 2", "1\n2", 1}), "error.worked_values");
  EXPECT_EQ(key({"", "1 2", "", 1}), "error.matrix_empty");
  EXPECT_EQ(worked_document({"1 2", "1 x", "", 1}, {}).error().arguments.back().second, "K");
}

}  // namespace
}  // namespace app
