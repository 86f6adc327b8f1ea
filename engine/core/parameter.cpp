// parameter.cpp: reads 64-bit, 32-bit or 16-bit values in place.
#include "engine/core/parameter.h"

#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

namespace engine {
namespace {

Index bytes_of(Precision precision) {
  if (precision == Precision::kFloat64) return 8;
  return precision == Precision::kFloat32 ? 4 : 2;
}

// The value at an address that may be unaligned.
template <class Number>
Number load(const void* from) {
  Number number;
  std::memcpy(&number, from, sizeof(number));
  return number;
}

struct FromDouble {
  static constexpr Index kBytes = 8;
  float operator()(const std::byte* from) const { return static_cast<float>(load<double>(from)); }
};

struct FromSingle {
  static constexpr Index kBytes = 4;
  float operator()(const std::byte* from) const { return load<float>(from); }
};

struct FromHalf {
  static constexpr Index kBytes = 2;
  float operator()(const std::byte* from) const {
    return static_cast<float>(Eigen::numext::bit_cast<Eigen::half>(load<uint16_t>(from)));
  }
};

struct FromBfloat {
  static constexpr Index kBytes = 2;
  float operator()(const std::byte* from) const {
    return Eigen::numext::bit_cast<float>(static_cast<uint32_t>(load<uint16_t>(from)) << 16U);
  }
};

// Steps count values.
template <class From>
void copy(const void* data, Index row_step, Index column_step, const View& out) {
  constexpr From kConvert;
  const auto* const start = static_cast<const std::byte*>(data);
  const auto copy_cell = [&](Index row, Index column, float* to) {
    *to = kConvert(start + (row * row_step + column * column_step) * From::kBytes);
  };
  float* const first = const_cast<float*>(out.data());
  const Index stride = out.outerStride();
  if (column_step == 1) {
    for (Index row = 0; row < out.rows(); ++row)
      for (Index column = 0; column < out.cols(); ++column)
        copy_cell(row, column, first + row * stride + column);
    return;
  }
  // A transpose: contiguous values are read in order.
  for (Index column = 0; column < out.cols(); ++column)
    for (Index row = 0; row < out.rows(); ++row) copy_cell(row, column, first + row * stride + column);
}

}  // namespace

// A whole matrix as it is stored, and what products keep of it.
struct Parameter::Constant {
  // Below this many values a matrix waits in a near cache as it is.
  static constexpr Index kWorthKeeping = 1 << 18;

  const void* data;
  Index rows;
  Index columns;
  std::mutex asking;
  std::unique_ptr<KeptPanels> by_rows;     // for products with its rows
  std::unique_ptr<KeptPanels> by_columns;  // and with its columns
};

Parameter::Parameter(std::shared_ptr<const Matrix> numbers) {
  if (!numbers) return;
  data_ = numbers->data();
  rows_ = numbers->rows();
  columns_ = row_step_ = numbers->cols();
  held_ = std::move(numbers);
}

Parameter::Parameter(std::shared_ptr<const void> owner, const void* data, Precision precision, Index rows,
                     Index columns)
    : owner_(std::move(owner)),
      data_(data),
      precision_(precision),
      rows_(rows),
      columns_(columns),
      row_step_(columns) {}

const void* Parameter::address(Index row, Index column) const {
  return static_cast<const std::byte*>(data_) +
         (row * row_step_ + column * column_step_) * bytes_of(precision_);
}

Parameter Parameter::constant() const {
  assert(lies_in_rows() && row_step_ == columns_);
  Parameter other = *this;
  other.constant_ = std::make_shared<Constant>();
  other.constant_->data = data_;
  other.constant_->rows = rows_;
  other.constant_->columns = columns_;
  return other;
}

Parameter::Kept Parameter::kept(Index width) const {
  if (constant_ == nullptr || constant_->rows * constant_->columns < Constant::kWorthKeeping) return {};
  const Index offset =
      (static_cast<const std::byte*>(data_) - static_cast<const std::byte*>(constant_->data)) /
      bytes_of(precision_);
  const Index row = offset / constant_->columns;
  const Index column = offset % constant_->columns;
  const bool by_rows = lies_in_rows();
  const Index first = by_rows ? row : column;
  const Index depth = by_rows ? constant_->columns : constant_->rows;
  const Index columns = by_rows ? constant_->rows : constant_->columns;
  const bool is_deep = columns_ == depth;
  const bool ends_panel = rows_ % width == 0 || first + rows_ == columns;
  if (!is_deep || !ends_panel || first % width != 0) return {};
  const std::scoped_lock lock(constant_->asking);
  std::unique_ptr<KeptPanels>& panels = by_rows ? constant_->by_rows : constant_->by_columns;
  if (panels == nullptr) panels = std::make_unique<KeptPanels>(depth, columns, width);
  return {panels.get(), first};
}

Parameter Parameter::transposed() const {
  Parameter other = *this;
  if (held_) {
    other.owner_ = held_;
    other.held_ = nullptr;
  }
  std::swap(other.rows_, other.columns_);
  std::swap(other.row_step_, other.column_step_);
  return other;
}

Parameter Parameter::block(Index row, Index column, Index rows, Index columns) const {
  assert(row >= 0 && column >= 0 && row + rows <= rows_ && column + columns <= columns_);
  Parameter part = *this;
  part.data_ = address(row, column);
  part.rows_ = rows;
  part.columns_ = columns;
  return part;
}

Index Parameter::row() const {
  return (static_cast<const float*>(data_) - held_->data()) / held_->cols();
}

Index Parameter::column() const {
  return (static_cast<const float*>(data_) - held_->data()) % held_->cols();
}

bool Parameter::is_direct() const {
  return data_ != nullptr && precision_ == Precision::kFloat32 && (column_step_ == 1 || columns_ == 1) &&
         reinterpret_cast<uintptr_t>(data_) % alignof(float) == 0;
}

ConstView Parameter::view() const {
  assert(is_direct());
  return {static_cast<const float*>(data_), rows_, columns_, Eigen::OuterStride<>(row_step_)};
}

void Parameter::read(Index row, Index column, const View& out) const {
  assert(row + out.rows() <= rows_ && column + out.cols() <= columns_);
  const void* const from = address(row, column);
  switch (precision_) {
    case Precision::kFloat64:
      return copy<FromDouble>(from, row_step_, column_step_, out);
    case Precision::kFloat32:
      return copy<FromSingle>(from, row_step_, column_step_, out);
    case Precision::kFloat16:
      return copy<FromHalf>(from, row_step_, column_step_, out);
    case Precision::kBfloat16:
      return copy<FromBfloat>(from, row_step_, column_step_, out);
  }
}

Matrix Parameter::matrix() const {
  Matrix numbers(rows_, columns_);
  read(0, 0, whole(numbers));
  return numbers;
}

float Parameter::at(Index row, Index column) const {
  Matrix number(1, 1);
  read(row, column, whole(number));
  return number(0, 0);
}

bool Parameter::operator==(const Parameter& other) const {
  return data_ == other.data_ && precision_ == other.precision_ && rows_ == other.rows_ &&
         columns_ == other.columns_ && row_step_ == other.row_step_ && column_step_ == other.column_step_;
}

}  // namespace engine
