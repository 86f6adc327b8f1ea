// parameter.h: a model's matrix where it is stored: in memory, or in a mapped file in 64, 32 or 16 bits.
#pragma once

#include <memory>

#include "engine/core/kept_panels.h"
#include "engine/core/matrix.h"

namespace engine {

// A file's number format: IEEE 754 double, single and half precision, and bfloat16, the upper half of a
// single. A double is rounded to a single.
enum class Precision { kFloat64, kFloat32, kFloat16, kBfloat16 };

// A matrix (rows, columns) that is read in place, or a rectangle of one, or its transpose. Nothing is copied
// or converted until it is read. Cheap to copy; keeps its storage alive.
class Parameter {
 public:
  // What products keep of a matrix: its panels, and the first of its columns that a part reads.
  struct Kept {
    KeptPanels* panels = nullptr;  // null: nothing is kept
    Index first = 0;
  };

  // Empty.
  Parameter() = default;
  // All of a matrix; empty if that is null.
  Parameter(std::shared_ptr<const Matrix> numbers);
  Parameter(std::shared_ptr<Matrix> numbers) : Parameter(std::shared_ptr<const Matrix>(std::move(numbers))) {}
  // Values in row-major order that `owner` keeps alive; no alignment is required.
  Parameter(std::shared_ptr<const void> owner, const void* data, Precision precision, Index rows,
            Index columns);

  explicit operator bool() const { return data_ != nullptr; }
  Index rows() const { return rows_; }
  Index cols() const { return columns_; }
  Precision precision() const { return precision_; }

  Parameter transposed() const;
  // A rectangle, which must lie inside.
  Parameter block(Index row, Index column, Index rows, Index columns) const;
  Parameter middle_rows(Index row, Index rows) const { return block(row, 0, rows, columns_); }

  // The same, of a whole matrix whose values will not change, as a file's: products may keep them in an order
  // of their own.
  Parameter constant() const;
  bool is_constant() const { return constant_ != nullptr; }
  // What products keep, with this parameter's rows as columns, in panels of this width; nothing unless it is
  // constant, all of the rows' values belong to it, and its first row begins a panel.
  Kept kept(Index width) const;

  // Whether a row's values are contiguous; in a transpose, a column's are.
  bool lies_in_rows() const { return column_step_ == 1; }
  // Whether the values can be used in place: single precision, rows contiguous.
  bool is_direct() const;
  // The values in place; only if is_direct().
  ConstView view() const;

  // Copies a rectangle of the shape of `out`, with conversion.
  void read(Index row, Index column, const View& out) const;
  Matrix matrix() const;
  float at(Index row, Index column) const;

  // The whole matrix that it refers to, if that is held in memory; otherwise null.
  std::shared_ptr<const Matrix> held() const { return held_; }
  // Its position in that matrix.
  Index row() const;
  Index column() const;

  // Whether both are the same values at the same place in memory.
  bool operator==(const Parameter& other) const;

 private:
  struct Constant;

  const void* address(Index row, Index column) const;

  std::shared_ptr<const void> owner_;
  std::shared_ptr<const Matrix> held_;
  std::shared_ptr<Constant> constant_;  // the matrix it is a part of; null unless that is constant
  const void* data_ = nullptr;
  Precision precision_ = Precision::kFloat32;
  Index rows_ = 0;
  Index columns_ = 0;
  Index row_step_ = 0;     // values from one row to the next
  Index column_step_ = 1;  // and from one column to the next: 1, or in a transpose the row's
};

}  // namespace engine
