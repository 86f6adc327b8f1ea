// matrix_text.cpp: any text is refused as a matrix, or is one that reads the same when it is written.
#include "app/session/matrix_text.h"

#include <cmath>

#include "tests/fuzz/fuzz.h"

std::vector<std::string> seeds() {
  return {"1 2\n3 4\n",
          "[[1, 1], [0, 1]]",
          "Q = np.array([[1., -2.5e-3],\n       [0, 1/2]], dtype=float32)",
          "tensor([[ 0.1000, -1.0000],\n        [ 2.0000,  3.0000]])",
          "\\left[\\begin{array}{cc} 1 & −1 \\\\ \\hline 0 & 1 \\end{array}\\right]",
          "$\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}$",
          "1，2；3，4",
          "[[[1]]]",
          "1e999 1/0 nan",
          "=(,)"};
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string typed(reinterpret_cast<const char*>(data), size);
  const auto number = app::number_from_text(typed);
  require(!number.ok() || std::isfinite(*number), "a number is finite");
  const auto matrix = app::matrix_from_text(typed);
  if (!matrix) {
    require(matrix.error().key.starts_with("error.matrix_"), "a refusal names its reason");
    return 0;
  }
  require(matrix->size() > 0 && matrix->size() <= app::kMostTyped && matrix->allFinite(),
          "a matrix has values");
  const auto again = app::matrix_from_text(app::matrix_to_text(*matrix), matrix->rows(), matrix->cols());
  require(again.ok() && *again == *matrix, "what was written reads the same");
  return 0;
}
